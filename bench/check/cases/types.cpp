// Derived types and packed data; displacements, sizes and counts at the limit of 32 bits.
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"
#include "core/memory.h"

namespace febem::check {
namespace {

constexpr int rows = 60, columns = 50;

/// Column c of a matrix stored by rows.
double entry(int row, int column) { return row + 0.01 * column; }

void run_vector_type(Probe& probe) {
  std::vector<double> matrix(rows * columns);
  for (int i = 0; i < rows * columns; ++i) matrix[i] = entry(i / columns, i % columns);
  MPI_Datatype column, block;
  MUST(MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &column));
  MUST(MPI_Type_commit(&column));
  MUST(MPI_Type_vector(rows, 3, columns, MPI_DOUBLE, &block));
  MUST(MPI_Type_commit(&block));
  std::vector<double> line(rows), lines(3 * rows);
  probe.step("columns of a matrix");
  exchange({&matrix[4], 1, column}, line, probe.other());
  for (int i = 0; i < rows; ++i) probe.expect_equal(line[i], entry(i, 4), "row ", i);
  exchange({&matrix[10], 1, block}, lines, probe.other());
  for (int i = 0; i < 3 * rows; ++i)
    probe.expect_equal(lines[i], entry(i / 3, 10 + i % 3), "entry ", i, " of three columns");
  MUST(MPI_Type_free(&column));
  MUST(MPI_Type_free(&block));
}

void run_negative_stride(Probe& probe) {
  constexpr int count = 5000;
  const auto out = pattern(count, 6);
  std::vector<int> in(count);
  MPI_Datatype backwards;
  MUST(MPI_Type_create_hvector(count, 1, -static_cast<MPI_Aint>(sizeof(int)), MPI_INT, &backwards));
  MUST(MPI_Type_commit(&backwards));
  probe.step("a message read backwards");
  exchange({&out.back(), 1, backwards}, in, probe.other());
  for (std::size_t i = 0; i < count; ++i)
    probe.expect_equal(in[i], out[count - 1 - i], "element ", i);
  const auto [low, extent] = bounds_of(backwards);
  probe.expect_equal(low, -static_cast<MPI_Aint>(sizeof(int)) * (count - 1), "its lower bound");
  probe.expect_equal(extent, static_cast<MPI_Aint>(sizeof(int)) * count, "its extent");
  MUST(MPI_Type_free(&backwards));
}

void run_resized_type(Probe& probe) {
  constexpr int length = 3, count = 40;
  const auto data = pattern(1000, 5);
  MPI_Datatype block, resized;
  MUST(MPI_Type_contiguous(length, MPI_INT, &block));
  for (const int extent : {1, 2, 3, 4, 17}) {
    probe.step("blocks ", extent, " integers apart");
    MUST(MPI_Type_create_resized(block, 0, static_cast<MPI_Aint>(extent * sizeof(int)), &resized));
    MUST(MPI_Type_commit(&resized));
    std::vector<int> in(length * count, -1);
    exchange({data.data(), count, resized}, in, probe.other());
    for (int i = 0; i < length * count; ++i)
      probe.expect_equal(
          in[i], data[i / length * extent + i % length], "extent ", extent, ", element ", i);
    MUST(MPI_Type_free(&resized));
  }
  MUST(MPI_Type_free(&block));
}

constexpr int sizes[3] = {7, 9, 11}, box_sizes[3] = {3, 4, 5}, box_starts[3] = {2, 1, 6};

int index(int i, int j, int k) { return (i * sizes[1] + j) * sizes[2] + k; }

void run_subarray_type(Probe& probe) {
  std::vector<int> out(7 * 9 * 11), in(out.size(), -1);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i);
  MPI_Datatype box;
  MUST(MPI_Type_create_subarray(3, sizes, box_sizes, box_starts, MPI_ORDER_C, MPI_INT, &box));
  MUST(MPI_Type_commit(&box));
  probe.step("a box out of an array of three dimensions");
  exchange({out.data(), 1, box}, {in.data(), 1, box}, probe.other());
  for (int i = 0; i < sizes[0]; ++i)
    for (int j = 0; j < sizes[1]; ++j)
      for (int k = 0; k < sizes[2]; ++k) {
        const bool inside = i >= 2 && i < 5 && j >= 1 && j < 5 && k >= 6;
        probe.expect_equal(
            in[index(i, j, k)], inside ? index(i, j, k) : -1, "entry ", i, " ", j, " ", k);
      }
  MUST(MPI_Type_free(&box));
}

struct Mixed {
  char letter;
  double number;
  int whole[3];
};

MPI_Datatype mixed_type() {
  const int lengths[3] = {1, 1, 3};
  const MPI_Aint places[3] = {
      offsetof(Mixed, letter), offsetof(Mixed, number), offsetof(Mixed, whole)};
  const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Datatype fields, result;
  MUST(MPI_Type_create_struct(3, lengths, places, types, &fields));
  MUST(MPI_Type_create_resized(fields, 0, sizeof(Mixed), &result));
  MUST(MPI_Type_commit(&result));
  MUST(MPI_Type_free(&fields));
  return result;
}

void run_pack(Probe& probe) {
  constexpr int count = 100;
  std::vector<Mixed> out(count), in(count);
  for (int i = 0; i < count; ++i)
    out[i] = {static_cast<char>('a' + i % 26), 0.5 * i, {i, 2 * i, 3 * i}};
  auto type = mixed_type();
  int size = 0, used = 0, read = 0;
  MUST(MPI_Pack_size(count, type, MPI_COMM_WORLD, &size));
  std::vector<char> packed(size), got(packed);
  probe.step("structures packed, sent and unpacked");
  MUST(MPI_Pack(out.data(), count, type, packed.data(), size, &used, MPI_COMM_WORLD));
  exchange({packed.data(), used, MPI_PACKED}, {got.data(), size, MPI_PACKED}, probe.other());
  MUST(MPI_Unpack(got.data(), used, &read, in.data(), count, type, MPI_COMM_WORLD));
  probe.expect_equal(read, used, "bytes unpacked");
  for (std::size_t i = 0; i < count; ++i)
    probe.expect(in[i].letter == out[i].letter && in[i].number == out[i].number &&
                     in[i].whole[2] == out[i].whole[2],
        "structure ", i, " is not what was packed");
  MUST(MPI_Type_free(&type));
}

constexpr std::size_t reserved = std::size_t{5} << 30;
constexpr MPI_Aint far = MPI_Aint{4} << 30;

void run_far_displacements(Probe& probe) {
  void* memory = ::mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw Unsupported("5 GiB of address space cannot be reserved");
  auto* bytes = static_cast<char*>(memory);
  auto& near_value = *reinterpret_cast<double*>(bytes);
  auto& far_value = *reinterpret_cast<double*>(bytes + far);
  near_value = 1 + probe.rank();
  far_value = 10 + probe.rank();
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, far};
  MPI_Datatype both;
  MUST(MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &both));
  MUST(MPI_Type_commit(&both));
  probe.expect_equal(bounds_of(both).extent, far + static_cast<MPI_Aint>(sizeof(double)), "extent");
  probe.step("two doubles 4 GiB apart");
  MUST(MPI_Sendrecv_replace(
      memory, 1, both, probe.other(), 1, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  probe.expect_equal(near_value, 1.0 + probe.other(), "the near one");
  probe.expect_equal(far_value, 10.0 + probe.other(), "the far one");
  MUST(MPI_Type_free(&both));
  ::munmap(memory, reserved);
}

void run_large_type_size(Probe& probe) {
  MPI_Datatype block, blocks;
  MUST(MPI_Type_contiguous(1 << 20, MPI_DOUBLE, &block));
  MUST(MPI_Type_contiguous(1 << 12, block, &blocks));
  int size = 0;
  MPI_Count exact = 0;
  MUST(MPI_Type_size(blocks, &size));
  MUST(MPI_Type_size_x(blocks, &exact));
  probe.expect_equal(size, MPI_UNDEFINED, "MPI_Type_size of 32 GiB");
  probe.expect_equal(exact, MPI_Count{1} << 35, "MPI_Type_size_x of 32 GiB");
  probe.expect_equal(bounds_of(blocks).extent, MPI_Aint{1} << 35, "extent of 32 GiB");
  MUST(MPI_Type_free(&blocks));
  MUST(MPI_Type_free(&block));
}

constexpr int largest_int = std::numeric_limits<int>::max();

void run_largest_count(Probe& probe) {
  constexpr double needed = 4.0 * largest_int;
  if (static_cast<double>(core::available_memory()) < needed)
    throw Unsupported("two messages of 2 GiB need 8 GiB of memory");
  std::vector<unsigned char> data(largest_int);
  probe.step("a message of 2^31 - 1 bytes");
  if (probe.is_first()) {
    for (std::size_t i = 0; i < data.size(); i += 4093)
      data[i] = static_cast<unsigned char>(i / 4093 % 251);
    data.back() = 99;
    send(data, 1, 1);
  } else {
    const auto status = receive(data, 0, 1);
    probe.expect_equal(count_in(status, MPI_BYTE), largest_int, "bytes received");
    for (std::size_t i = 0; i + 1 < data.size(); i += 4093)
      if (data[i] != i / 4093 % 251) return probe.expect(false, "byte ", i, " is wrong");
    probe.expect_equal(static_cast<int>(data.back()), 99, "the last byte");
  }
  barrier();
  probe.fact("largest count tried that arrives", largest_int, "bytes");
}

}  // namespace

std::vector<Case> types_cases() {
  return {
      {"vector_type", legal, exactly(2), run_vector_type,
          "columns of a matrix stored by rows, one and three at a time, into contiguous memory",
          "a vector type takes blocks at equal distances", "4.1.2"},
      {"negative_stride", legal, exactly(2), run_negative_stride,
          "a vector type with a negative stride sends an array backwards",
          "strides and displacements may be negative; the lower bound then is", "4.1.2 and 4.1.6"},
      // Open MPI 3 and 4.0 ignored an extent of one element: open-mpi/ompi#6899.
      {"resized_type", legal, exactly(2), run_resized_type,
          "blocks of three integers, 1 to 17 integers apart, so that they overlap, touch, or leave "
          "gaps",
          "consecutive entries of a type are its extent apart, which MPI_Type_create_resized sets",
          "4.1.7"},
      {"subarray_type", legal, exactly(2), run_subarray_type,
          "a box out of a three-dimensional array lands in its place, and nothing else is touched",
          "a subarray type describes an n-dimensional part of an n-dimensional array", "4.1.3"},
      {"pack", legal, exactly(2), run_pack,
          "structures of a character, a double and three integers, packed, sent as MPI_PACKED and "
          "unpacked",
          "a packed buffer is sent as MPI_PACKED and unpacked with the types it was packed with",
          "4.2"},
      // Displacements beyond 2^31 bytes, in memory that is reserved but hardly used.
      // open-mpi/ompi#4829 and #5387 are reports of types beyond that length.
      {"far_displacements", legal, exactly(2), run_far_displacements,
          "a type of two doubles that lie 4 GiB apart", "displacements are address-sized integers",
          "2.5.6 and 4.1.2"},
      {"large_type_size", legal, exactly(1), run_large_type_size,
          "the size and extent of a type of 32 GiB, without memory",
          "MPI_Type_size gives MPI_UNDEFINED for what an int does not hold, MPI_Type_size_x the "
          "size",
          "4.1.5"},
      // open-mpi/ompi#4829: a read of 2^31 - 4096 bytes where more were expected.
      {"largest_count", legal, exactly(2), run_largest_count,
          "a message of 2^31 - 1 bytes, the most that a count can say, if there is memory",
          "the count of a send is an int, with no other bound", "3.2.2", 60},
  };
}

}  // namespace febem::check
