#include "la/row_map.h"

#include "support/catch.h"

using la::Index;
using la::RowMap;

constexpr auto most = std::numeric_limits<core::Index>::max();

TEST_CASE("every row has one owner and one place there, for any block and number of ranks") {
  for (const Index rows : {0, 1, 7, 48, 97})
    for (const Index block : {1, 2, 16, 200, 1500000000, most})
      for (const int ranks : {1, 2, 3, 5, 7, 120}) {
        const RowMap map(rows, block, ranks);
        std::set<Index> seen;
        for (int rank = 0; rank < ranks; ++rank) {
          Index local = 0;
          for (const Index row : map.rows_of(rank)) {
            CHECK(map.owner(row) == rank);
            CHECK(map.local(row) == local);
            CHECK(map.global(rank, local) == row);
            CHECK(map.local_rows_before(rank, row) == local);
            seen.insert(row);
            ++local;
          }
          CHECK(map.local_rows(rank) == local);
        }
        CHECK(std::ssize(seen) == rows);
      }
}

TEST_CASE("a block larger than there are rows is one block of all rows") {
  const RowMap map(97, most, 3);
  CHECK(map.block() == 97);
  CHECK(map.blocks() == 1);
  CHECK(map.local_rows(0) == 97);
  CHECK(map.local_rows(1) == 0);
}

TEST_CASE("what rows, block and ranks multiply to may pass 2^31") {
  const Index rows = most - 1;
  const RowMap map(rows, rows / 2 + 1, 120);  // two blocks, of ranks 0 and 1
  CHECK(map.blocks() == 2);
  CHECK(map.owner(rows - 1) == 1);
  CHECK(map.local(rows - 1) == rows / 2 - 2);
  CHECK(map.global(1, rows / 2 - 2) == rows - 1);
  CHECK(map.local_rows(0) == rows / 2 + 1);
  CHECK(map.local_rows(1) == rows / 2 - 1);
  CHECK(map.local_rows(119) == 0);
}

TEST_CASE("blocks are dealt in turn") {
  const RowMap map(10, 2, 3);
  CHECK(map.rows_of(0) == std::vector<Index>{0, 1, 6, 7});
  CHECK(map.rows_of(1) == std::vector<Index>{2, 3, 8, 9});
  CHECK(map.rows_of(2) == std::vector<Index>{4, 5});
  CHECK(map.blocks() == 5);
  CHECK(map.block_owner(4) == 1);
}
