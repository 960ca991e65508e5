// What can be seen of the kernels on one rank without MPI; the prescribed results are asked for by
// the system test.
#include <cmath>
#include <map>
#include <utility>

#include "bench/nas/kernel.h"
#include "support/catch.h"

using namespace febem;

__extension__ using Wide = unsigned __int128;

TEST_CASE("random numbers are those of exact arithmetic") {
  nas::Random random(271828183);
  std::uint64_t x = 271828183;
  for (int i = 0; i < 1000; ++i) {
    x = static_cast<std::uint64_t>(static_cast<Wide>(x) * 1220703125u % (std::uint64_t{1} << 46));
    CHECK(random.next() == std::ldexp(static_cast<double>(x), -46));
    CHECK(random.state() == x);
  }
}

TEST_CASE("numbers that are left out are those that would have come") {
  for (const std::uint64_t count : {0, 1, 2, 3, 7, 64, 1000, 12345}) {
    nas::Random stepped(314159265), skipped(314159265);
    for (std::uint64_t i = 0; i < count; ++i) stepped.next();
    skipped.skip(count);
    CHECK(skipped.state() == stepped.state());
  }
}

TEST_CASE("pairs do not depend on how they are shared out") {
  const auto whole = nas::gaussian_pairs(0, 10000);
  nas::GaussianPairs parts;
  for (const auto& [first, count] : {std::pair{0, 1}, {1, 4999}, {5000, 0}, {5000, 5000}}) {
    const auto part =
        nas::gaussian_pairs(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count));
    parts.sum_x += part.sum_x;
    parts.sum_y += part.sum_y;
    for (std::size_t i = 0; i < parts.annuli.size(); ++i) parts.annuli[i] += part.annuli[i];
  }
  CHECK(parts.annuli == whole.annuli);
  CHECK(std::abs(parts.sum_x - whole.sum_x) < 1e-10);
  CHECK(std::abs(parts.sum_y - whole.sum_y) < 1e-10);
  CHECK(std::abs(whole.accepted() / 10000 - M_PI / 4) < 0.02);  // the disc in the square
}

namespace {

std::map<std::pair<int, int>, double> entries(
    const nas::SparseBlock& block, int first_row, int first_column) {
  std::map<std::pair<int, int>, double> result;
  for (int row = 0; row < block.rows(); ++row)
    for (nas::SparseBlock::InnerIterator entry(block, row); entry; ++entry)
      CHECK(result
                .emplace(std::pair{first_row + row, first_column + static_cast<int>(entry.col())},
                    entry.value())
                .second);
  return result;
}

}  // namespace

TEST_CASE("the sparse matrix is symmetric, and the same in blocks") {
  const nas::SparseProblem small{60, 5, 1, 2.0, 0};
  const auto whole = entries(nas::sparse_block(small, 0, 60, 0, 60), 0, 0);
  CHECK(whole.size() > 60 * 5);
  for (const auto& [place, value] : whole) {
    const auto mirrored = whole.find({place.second, place.first});
    REQUIRE(mirrored != whole.end());
    CHECK(std::abs(mirrored->second - value) <= 1e-15 * std::abs(value));
  }
  std::size_t found = 0;
  for (const int row : {0, 30})
    for (const int column : {0, 15, 30, 45})
      for (const auto& [place, value] :
          entries(nas::sparse_block(small, row, row + 30, column, column + 15), row, column)) {
        CHECK(whole.at(place) == value);
        ++found;
      }
  CHECK(found == whole.size());
}

TEST_CASE("keys do not depend on how they are shared out, and stay below their bound") {
  const auto whole = nas::random_keys(0, 1000, 2048);
  auto parts = nas::random_keys(0, 300, 2048);
  const auto rest = nas::random_keys(300, 700, 2048);
  parts.insert(parts.end(), rest.begin(), rest.end());
  CHECK(parts == whole);
  for (const int key : whole) CHECK((key >= 0 && key < 2048));
}

TEST_CASE("a figure that is off, or no number, does not verify") {
  CHECK(nas::Check{"x", 1 + 1e-9, 1, 1e-8}.holds());
  CHECK(nas::Check{"x", -1 - 1e-9, -1, 1e-8}.holds());
  CHECK_FALSE(nas::Check{"x", 1 + 1e-7, 1, 1e-8}.holds());
  CHECK_FALSE(nas::Check{"x", -1 - 1e-7, -1, 1e-8}.holds());
  CHECK_FALSE(nas::Check{"x", std::nan(""), 1, 1e-8}.holds());
  CHECK(nas::Check{"x", 50, 50, 0}.holds());
  CHECK_FALSE(nas::Check{"x", 49, 50, 0}.holds());
}

TEST_CASE("a number of ranks that a kernel cannot use is refused") {
  for (const int ranks : {1, 2, 4, 8, 16}) {
    CHECK(nas::cg_refusal(nas::Class::s, ranks).empty());
    CHECK(nas::is_refusal(nas::Class::s, ranks).empty());
  }
  for (const int ranks : {3, 5, 6, 12}) {
    CHECK_FALSE(nas::cg_refusal(nas::Class::s, ranks).empty());
    CHECK_FALSE(nas::is_refusal(nas::Class::s, ranks).empty());
  }
  CHECK_FALSE(nas::cg_refusal(nas::Class::s, 1024).empty());  // 1400 is no multiple of 32
  CHECK(nas::is_refusal(nas::Class::s, 512).empty());
  CHECK_FALSE(nas::is_refusal(nas::Class::s, 1024).empty());  // 512 buckets
}
