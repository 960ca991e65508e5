// Derived types and packed data; displacements, sizes and counts at the limit of 32 bits.
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "check/case.h"
#include "core/memory.h"

namespace febem::check {
namespace {

constexpr int rows = 60, columns = 50;

/// Column c of a matrix stored by rows.
double entry(int row, int column) { return row + 0.01 * column; }

void run_vector_type(Probe& probe) {
  std::vector<double> matrix(rows * columns);
  for (int i = 0; i < rows * columns; ++i)
    matrix[static_cast<std::size_t>(i)] = entry(i / columns, i % columns);
  MPI_Datatype column, block;
  mpi::check(MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &column), "MPI_Type_vector");
  mpi::check(MPI_Type_commit(&column), "MPI_Type_commit");
  mpi::check(MPI_Type_vector(rows, 3, columns, MPI_DOUBLE, &block), "MPI_Type_vector");
  mpi::check(MPI_Type_commit(&block), "MPI_Type_commit");
  std::vector<double> line(rows), lines(3 * rows);
  probe.step("columns of a matrix");
  mpi::check(MPI_Sendrecv(&matrix[4], 1, column, probe.other(), 1, line.data(), rows, MPI_DOUBLE,
                 probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  for (int i = 0; i < rows; ++i)
    probe.expect_equal(line[static_cast<std::size_t>(i)], entry(i, 4), "row " + std::to_string(i));
  mpi::check(MPI_Sendrecv(&matrix[10], 1, block, probe.other(), 1, lines.data(), 3 * rows,
                 MPI_DOUBLE, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  for (int i = 0; i < 3 * rows; ++i)
    probe.expect_equal(lines[static_cast<std::size_t>(i)], entry(i / 3, 10 + i % 3),
        "entry " + std::to_string(i) + " of three columns");
  mpi::check(MPI_Type_free(&column), "MPI_Type_free");
  mpi::check(MPI_Type_free(&block), "MPI_Type_free");
}

void run_negative_stride(Probe& probe) {
  constexpr int count = 5000;
  const auto out = pattern(count, 6);
  std::vector<int> in(count);
  MPI_Datatype backwards;
  mpi::check(
      MPI_Type_create_hvector(count, 1, -static_cast<MPI_Aint>(sizeof(int)), MPI_INT, &backwards),
      "MPI_Type_create_hvector");
  mpi::check(MPI_Type_commit(&backwards), "MPI_Type_commit");
  probe.step("a message read backwards");
  mpi::check(MPI_Sendrecv(&out.back(), 1, backwards, probe.other(), 1, in.data(), count, MPI_INT,
                 probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  for (std::size_t i = 0; i < count; ++i)
    probe.expect_equal(in[i], out[count - 1 - i], "element " + std::to_string(i));
  MPI_Aint low = 0, extent = 0;
  mpi::check(MPI_Type_get_extent(backwards, &low, &extent), "MPI_Type_get_extent");
  probe.expect_equal(low, -static_cast<MPI_Aint>(sizeof(int)) * (count - 1), "its lower bound");
  probe.expect_equal(extent, static_cast<MPI_Aint>(sizeof(int)) * count, "its extent");
  mpi::check(MPI_Type_free(&backwards), "MPI_Type_free");
}

/// Sends `count` of `type` from the start of `data`; returns what arrives as `length` integers.
std::vector<int> sent(
    Probe& probe, const std::vector<int>& data, int count, MPI_Datatype type, int length) {
  std::vector<int> in(static_cast<std::size_t>(length), -1);
  mpi::check(MPI_Sendrecv(data.data(), count, type, probe.other(), 1, in.data(), length, MPI_INT,
                 probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  return in;
}

/// Blocks of three integers whose starts are `extent` integers apart.
void blocks(Probe& probe, int extent) {
  constexpr int length = 3, count = 40;
  const auto data = pattern(1000, 5);
  MPI_Datatype block, resized;
  mpi::check(MPI_Type_contiguous(length, MPI_INT, &block), "MPI_Type_contiguous");
  mpi::check(
      MPI_Type_create_resized(block, 0, static_cast<MPI_Aint>(extent * sizeof(int)), &resized),
      "MPI_Type_create_resized");
  mpi::check(MPI_Type_commit(&resized), "MPI_Type_commit");
  const auto in = sent(probe, data, count, resized, length * count);
  for (int i = 0; i < length * count; ++i)
    probe.expect_equal(in[static_cast<std::size_t>(i)],
        data[static_cast<std::size_t>(i / length * extent + i % length)],
        "extent " + std::to_string(extent) + ", element " + std::to_string(i));
  mpi::check(MPI_Type_free(&resized), "MPI_Type_free");
  mpi::check(MPI_Type_free(&block), "MPI_Type_free");
}

void run_resized_type(Probe& probe) {
  for (const int extent : {1, 2, 3, 4, 17}) {
    probe.step("blocks " + std::to_string(extent) + " integers apart");
    blocks(probe, extent);
  }
}

constexpr int sizes[3] = {7, 9, 11}, box_sizes[3] = {3, 4, 5}, box_starts[3] = {2, 1, 6};

int index(int i, int j, int k) { return (i * sizes[1] + j) * sizes[2] + k; }

void run_subarray_type(Probe& probe) {
  std::vector<int> out(7 * 9 * 11), in(out.size(), -1);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i);
  MPI_Datatype box;
  mpi::check(MPI_Type_create_subarray(3, sizes, box_sizes, box_starts, MPI_ORDER_C, MPI_INT, &box),
      "MPI_Type_create_subarray");
  mpi::check(MPI_Type_commit(&box), "MPI_Type_commit");
  probe.step("a box out of an array of three dimensions");
  mpi::check(MPI_Sendrecv(out.data(), 1, box, probe.other(), 1, in.data(), 1, box, probe.other(), 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  for (int i = 0; i < sizes[0]; ++i)
    for (int j = 0; j < sizes[1]; ++j)
      for (int k = 0; k < sizes[2]; ++k) {
        const bool inside = i >= 2 && i < 5 && j >= 1 && j < 5 && k >= 6;
        probe.expect_equal(in[static_cast<std::size_t>(index(i, j, k))],
            inside ? index(i, j, k) : -1,
            "entry " + std::to_string(i) + " " + std::to_string(j) + " " + std::to_string(k));
      }
  mpi::check(MPI_Type_free(&box), "MPI_Type_free");
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
  mpi::check(MPI_Type_create_struct(3, lengths, places, types, &fields), "MPI_Type_create_struct");
  mpi::check(MPI_Type_create_resized(fields, 0, sizeof(Mixed), &result), "MPI_Type_create_resized");
  mpi::check(MPI_Type_commit(&result), "MPI_Type_commit");
  mpi::check(MPI_Type_free(&fields), "MPI_Type_free");
  return result;
}

void run_pack(Probe& probe) {
  constexpr int count = 100;
  std::vector<Mixed> out(count), in(count);
  for (int i = 0; i < count; ++i)
    out[static_cast<std::size_t>(i)] = {
        static_cast<char>('a' + i % 26), 0.5 * i, {i, 2 * i, 3 * i}};
  auto type = mixed_type();
  int size = 0, used = 0, read = 0;
  mpi::check(MPI_Pack_size(count, type, MPI_COMM_WORLD, &size), "MPI_Pack_size");
  std::vector<char> packed(static_cast<std::size_t>(size)), got(packed);
  probe.step("structures packed, sent and unpacked");
  mpi::check(
      MPI_Pack(out.data(), count, type, packed.data(), size, &used, MPI_COMM_WORLD), "MPI_Pack");
  mpi::check(MPI_Sendrecv(packed.data(), used, MPI_PACKED, probe.other(), 1, got.data(), size,
                 MPI_PACKED, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  mpi::check(
      MPI_Unpack(got.data(), used, &read, in.data(), count, type, MPI_COMM_WORLD), "MPI_Unpack");
  probe.expect_equal(read, used, "bytes unpacked");
  for (std::size_t i = 0; i < count; ++i)
    probe.expect(in[i].letter == out[i].letter && in[i].number == out[i].number &&
                     in[i].whole[2] == out[i].whole[2],
        "structure " + std::to_string(i) + " is not what was packed");
  mpi::check(MPI_Type_free(&type), "MPI_Type_free");
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
  mpi::check(
      MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &both), "MPI_Type_create_hindexed");
  mpi::check(MPI_Type_commit(&both), "MPI_Type_commit");
  MPI_Aint low = 0, extent = 0;
  mpi::check(MPI_Type_get_extent(both, &low, &extent), "MPI_Type_get_extent");
  probe.expect_equal(extent, far + static_cast<MPI_Aint>(sizeof(double)), "extent");
  probe.step("two doubles 4 GiB apart");
  mpi::check(MPI_Sendrecv_replace(memory, 1, both, probe.other(), 1, probe.other(), 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv_replace");
  probe.expect_equal(near_value, 1.0 + probe.other(), "the near one");
  probe.expect_equal(far_value, 10.0 + probe.other(), "the far one");
  mpi::check(MPI_Type_free(&both), "MPI_Type_free");
  ::munmap(memory, reserved);
}

void run_large_type_size(Probe& probe) {
  MPI_Datatype block, blocks;
  mpi::check(MPI_Type_contiguous(1 << 20, MPI_DOUBLE, &block), "MPI_Type_contiguous");
  mpi::check(MPI_Type_contiguous(1 << 12, block, &blocks), "MPI_Type_contiguous");
  int size = 0;
  MPI_Count exact = 0;
  MPI_Aint low = 0, extent = 0;
  mpi::check(MPI_Type_size(blocks, &size), "MPI_Type_size");
  mpi::check(MPI_Type_size_x(blocks, &exact), "MPI_Type_size_x");
  mpi::check(MPI_Type_get_extent(blocks, &low, &extent), "MPI_Type_get_extent");
  probe.expect_equal(size, MPI_UNDEFINED, "MPI_Type_size of 32 GiB");
  probe.expect_equal(exact, MPI_Count{1} << 35, "MPI_Type_size_x of 32 GiB");
  probe.expect_equal(extent, MPI_Aint{1} << 35, "extent of 32 GiB");
  mpi::check(MPI_Type_free(&blocks), "MPI_Type_free");
  mpi::check(MPI_Type_free(&block), "MPI_Type_free");
}

constexpr int largest_int = std::numeric_limits<int>::max();

void run_largest_count(Probe& probe) {
  constexpr double needed = 4.0 * largest_int;
  if (static_cast<double>(core::available_memory()) < needed)
    throw Unsupported("two messages of 2 GiB need 8 GiB of memory");
  std::vector<unsigned char> data(static_cast<std::size_t>(largest_int));
  probe.step("a message of 2^31 - 1 bytes");
  if (probe.is_first()) {
    for (std::size_t i = 0; i < data.size(); i += 4093)
      data[i] = static_cast<unsigned char>(i / 4093 % 251);
    data.back() = 99;
    mpi::check(MPI_Send(data.data(), largest_int, MPI_BYTE, 1, 1, MPI_COMM_WORLD), "MPI_Send");
  } else {
    MPI_Status status;
    int got = 0;
    mpi::check(
        MPI_Recv(data.data(), largest_int, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status), "MPI_Recv");
    mpi::check(MPI_Get_count(&status, MPI_BYTE, &got), "MPI_Get_count");
    probe.expect_equal(got, largest_int, "bytes received");
    for (std::size_t i = 0; i + 1 < data.size(); i += 4093)
      if (data[i] != i / 4093 % 251)
        return probe.expect(false, "byte " + std::to_string(i) + " is wrong");
    probe.expect_equal(static_cast<int>(data.back()), 99, "the last byte");
  }
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  probe.fact("largest count tried that arrives", largest_int, "bytes");
}

}  // namespace

std::vector<Case> types_cases() {
  return {
      {"vector_type", legal, exactly(2), run_vector_type,
          "columns of a matrix stored by rows, one and three at a time, into contiguous memory",
          "a vector type takes blocks at equal distances (MPI 3.1, 4.1.2)"},
      {"negative_stride", legal, exactly(2), run_negative_stride,
          "a vector type with a negative stride sends an array backwards",
          "strides and displacements may be negative; the lower bound then is (MPI 3.1, 4.1.2 and "
          "4.1.6)"},
      // Open MPI 3 and 4.0 ignored an extent of one element: open-mpi/ompi#6899.
      {"resized_type", legal, exactly(2), run_resized_type,
          "blocks of three integers, 1 to 17 integers apart, so that they overlap, touch, or leave "
          "gaps",
          "consecutive entries of a type are its extent apart, which MPI_Type_create_resized sets "
          "(MPI 3.1, 4.1.7)"},
      {"subarray_type", legal, exactly(2), run_subarray_type,
          "a box out of a three-dimensional array lands in its place, and nothing else is touched",
          "a subarray type describes an n-dimensional part of an n-dimensional array (MPI 3.1, "
          "4.1.3)"},
      {"pack", legal, exactly(2), run_pack,
          "structures of a character, a double and three integers, packed, sent as MPI_PACKED and "
          "unpacked",
          "a packed buffer is sent as MPI_PACKED and unpacked with the types it was packed with "
          "(MPI 3.1, 4.2)"},
      // Displacements beyond 2^31 bytes, in memory that is reserved but hardly used.
      // open-mpi/ompi#4829 and #5387 are reports of types beyond that length.
      {"far_displacements", legal, exactly(2), run_far_displacements,
          "a type of two doubles that lie 4 GiB apart",
          "displacements are address-sized integers (MPI 3.1, 2.5.6 and 4.1.2)"},
      {"large_type_size", legal, exactly(1), run_large_type_size,
          "the size and extent of a type of 32 GiB, without memory",
          "MPI_Type_size gives MPI_UNDEFINED for what an int does not hold, MPI_Type_size_x the "
          "size (MPI 3.1, 4.1.5)"},
      // open-mpi/ompi#4829: a read of 2^31 - 4096 bytes where more were expected.
      {"largest_count", legal, exactly(2), run_largest_count,
          "a message of 2^31 - 1 bytes, the most that a count can say, if there is memory",
          "the count of a send is an int, with no other bound (MPI 3.1, 3.2.2)", 60},
  };
}

}  // namespace febem::check
