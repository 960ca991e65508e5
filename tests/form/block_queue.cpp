// Which block of rows a rank gets, given the order of the requests.
#include "stages/form/dynamic/block_queue.h"

#include "support/catch.h"

using form::BlockQueue;
using form::Sharing;

TEST_CASE(
    "a rank gets its own blocks in their order, then the last of the rank that has most left") {
  BlockQueue blocks(la::RowMap(50, 5, 3), Sharing::all);  // 0 3 6 9, 1 4 7 and 2 5 8
  CHECK(blocks.take(1) == 1);
  CHECK(blocks.take(1) == 4);
  CHECK(blocks.take(2) == 2);
  CHECK(blocks.take(1) == 7);
  CHECK(blocks.take(1) == 9);
  CHECK(blocks.take(1) == 6);
  CHECK(blocks.take(1) == 3);  // of two with as many left, the lower rank's
  CHECK(blocks.take(2) == 5);
  CHECK(blocks.take(1) == 0);
  CHECK(blocks.take(0) == 8);
  for (const int rank : {0, 1, 2}) CHECK_FALSE(blocks.take(rank));
}

TEST_CASE("where blocks are not shared each rank gets its own and no other") {
  const la::RowMap map(50, 5, 3);
  BlockQueue blocks(map, Sharing::own_only);
  for (const int rank : {2, 0, 1}) {
    for (la::Index block = rank; block < map.blocks(); block += 3)
      CHECK(blocks.take(rank) == block);
    CHECK_FALSE(blocks.take(rank));
  }
}

TEST_CASE("every block is handed out once, whoever asks") {
  for (const int ranks : {1, 2, 3, 5})
    for (const la::Index rows : {1, 2, 3, 16, 97})
      for (const la::Index width : {1, 4, 96, 97, 200}) {
        INFO(rows << " rows, " << width << " a block, " << ranks << " ranks");
        const la::RowMap map(rows, width, ranks);
        BlockQueue blocks(map, Sharing::all);
        std::set<la::Index> seen;
        for (int turn = 0; const auto block = blocks.take(turn * turn % ranks); ++turn) {
          CHECK(*block >= 0);
          CHECK(*block < map.blocks());
          seen.insert(*block);
        }
        CHECK(static_cast<la::Index>(seen.size()) == map.blocks());
      }
}
