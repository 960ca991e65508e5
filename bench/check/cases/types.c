// Derived types and packed data; displacements, sizes and counts at the limit of 32 bits.
#include <limits.h>
#include <stddef.h>
#include <sys/mman.h>

#include "bench/check/cases/case.h"

enum { rows = 60, columns = 50 };

static double entry(int row, int column) { return row + 0.01 * column; }

// Sends columns from `first` on of a matrix stored by rows, into contiguous memory.
static void exchange_columns(const double* matrix, int first, int count) {
  double* in = NEW(double, count* rows);
  MPI_Datatype type;
  MUST(MPI_Type_vector(rows, count, columns, MPI_DOUBLE, &type));
  MUST(MPI_Type_commit(&type));
  MUST(MPI_Sendrecv(&matrix[first], 1, type, other(), 1, in, count * rows, MPI_DOUBLE, other(), 1,
      MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  for (int i = 0; i < count * rows; ++i)
    EXPECT_EQUAL(in[i], entry(i / count, first + i % count), "entry %d of %d columns", i, count);
  MUST(MPI_Type_free(&type));
  free(in);
}

CASE(vector_type, legal, exactly(2),
    "columns of a matrix stored by rows, one and three at a time, into contiguous memory",
    "a vector type takes blocks at equal distances", "4.1.2") {
  double* matrix = NEW(double, rows* columns);
  for (int i = 0; i < rows * columns; ++i) matrix[i] = entry(i / columns, i % columns);
  STEP("columns of a matrix");
  exchange_columns(matrix, 4, 1);
  exchange_columns(matrix, 10, 3);
  free(matrix);
}

CASE(negative_stride, legal, exactly(2),
    "a vector type with a negative stride sends an array backwards",
    "strides and displacements may be negative; the lower bound then is", "4.1.2 and 4.1.6") {
  const int count = 5000, bytes = (int)sizeof(int);
  int *out = fill(NEW(int, count), count, 6), *in = NEW(int, count);
  MPI_Datatype backwards;
  MPI_Aint low = 0, extent = 0;
  MUST(MPI_Type_create_hvector(count, 1, -bytes, MPI_INT, &backwards));
  MUST(MPI_Type_commit(&backwards));
  STEP("a message read backwards");
  MUST(MPI_Sendrecv(&out[count - 1], 1, backwards, other(), 1, in, count, MPI_INT, other(), 1,
      MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  for (int i = 0; i < count; ++i) EXPECT_EQUAL(in[i], out[count - 1 - i], "element %d", i);
  MUST(MPI_Type_get_extent(backwards, &low, &extent));
  EXPECT_EQUAL(low, -bytes * (count - 1), "its lower bound");
  EXPECT_EQUAL(extent, bytes * count, "its extent");
  MUST(MPI_Type_free(&backwards));
  free(out);
  free(in);
}

// Open MPI 3 and 4.0 ignored an extent of one element: open-mpi/ompi#6899.
CASE(resized_type, legal, exactly(2),
    "blocks of three integers, 1 to 17 integers apart, so that they overlap, touch, or leave gaps",
    "consecutive entries of a type are its extent apart, which MPI_Type_create_resized sets",
    "4.1.7") {
  const int extents[5] = {1, 2, 3, 4, 17}, count = 40;
  int *data = fill(NEW(int, 1000), 1000, 5), *in = NEW(int, 3 * count);
  MPI_Datatype block, resized;
  MUST(MPI_Type_contiguous(3, MPI_INT, &block));
  for (int k = 0; k < 5; ++k) {
    const int extent = extents[k];
    STEP("blocks %d integers apart", extent);
    MUST(MPI_Type_create_resized(block, 0, (MPI_Aint)(extent * sizeof(int)), &resized));
    MUST(MPI_Type_commit(&resized));
    memset(in, -1, 3 * count * sizeof(int));
    MUST(MPI_Sendrecv(data, count, resized, other(), 1, in, 3 * count, MPI_INT, other(), 1,
        MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < 3 * count; ++i)
      EXPECT_EQUAL(in[i], data[i / 3 * extent + i % 3], "extent %d, element %d", extent, i);
    MUST(MPI_Type_free(&resized));
  }
  MUST(MPI_Type_free(&block));
  free(data);
  free(in);
}

CASE(subarray_type, legal, exactly(2),
    "a box out of a three-dimensional array lands in its place, and nothing else is touched",
    "a subarray type describes an n-dimensional part of an n-dimensional array", "4.1.3") {
  const int sizes[3] = {7, 9, 11}, box_sizes[3] = {3, 4, 5}, box_starts[3] = {2, 1, 6};
  int out[7 * 9 * 11], in[7 * 9 * 11];
  MPI_Datatype box;
  for (int i = 0; i < 7 * 9 * 11; ++i) out[i] = i;
  memset(in, -1, sizeof in);
  MUST(MPI_Type_create_subarray(3, sizes, box_sizes, box_starts, MPI_ORDER_C, MPI_INT, &box));
  MUST(MPI_Type_commit(&box));
  STEP("a box out of an array of three dimensions");
  MUST(MPI_Sendrecv(
      out, 1, box, other(), 1, in, 1, box, other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  for (int at = 0; at < 7 * 9 * 11; ++at) {
    const int i = at / 99, j = at / 11 % 9, k = at % 11;
    const int inside = i >= 2 && i < 5 && j >= 1 && j < 5 && k >= 6;
    EXPECT_EQUAL(in[at], inside ? at : -1, "entry %d %d %d", i, j, k);
  }
  MUST(MPI_Type_free(&box));
}

struct Mixed {
  char letter;
  double number;
  int whole[3];
};

static MPI_Datatype mixed_type(void) {
  const int lengths[3] = {1, 1, 3};
  const MPI_Aint places[3] = {offsetof(struct Mixed, letter), offsetof(struct Mixed, number),
      offsetof(struct Mixed, whole)};
  const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Datatype fields, result;
  MUST(MPI_Type_create_struct(3, lengths, places, types, &fields));
  MUST(MPI_Type_create_resized(fields, 0, sizeof(struct Mixed), &result));
  MUST(MPI_Type_commit(&result));
  MUST(MPI_Type_free(&fields));
  return result;
}

CASE(pack, legal, exactly(2),
    "structures of a character, a double and three integers, packed, sent as MPI_PACKED and "
    "unpacked",
    "a packed buffer is sent as MPI_PACKED and unpacked with the types it was packed with", "4.2") {
  enum { count = 100 };
  struct Mixed out[count], in[count];
  MPI_Datatype type = mixed_type();
  int bytes = 0, used = 0, read = 0;
  for (int i = 0; i < count; ++i) {
    const struct Mixed one = {(char)('a' + i % 26), 0.5 * i, {i, 2 * i, 3 * i}};
    out[i] = one;
  }
  MUST(MPI_Pack_size(count, type, MPI_COMM_WORLD, &bytes));
  char *packed = NEW(char, bytes), *got = NEW(char, bytes);
  STEP("structures packed, sent and unpacked");
  MUST(MPI_Pack(out, count, type, packed, bytes, &used, MPI_COMM_WORLD));
  MUST(MPI_Sendrecv(packed, used, MPI_PACKED, other(), 1, got, bytes, MPI_PACKED, other(), 1,
      MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MUST(MPI_Unpack(got, used, &read, in, count, type, MPI_COMM_WORLD));
  EXPECT_EQUAL(read, used, "bytes unpacked");
  for (int i = 0; i < count; ++i)
    EXPECT(in[i].letter == out[i].letter && in[i].number == out[i].number &&
               in[i].whole[2] == out[i].whole[2],
        "structure %d is not what was packed", i);
  MUST(MPI_Type_free(&type));
  free(packed);
  free(got);
}

// Displacements beyond 2^31 bytes, in memory that is reserved but hardly used.
// open-mpi/ompi#4829 and #5387 are reports of types beyond that length.
CASE(far_displacements, legal, exactly(2), "a type of two doubles that lie 4 GiB apart",
    "displacements are address-sized integers", "2.5.6 and 4.1.2") {
  const size_t reserved = (size_t)5 << 30;
  const MPI_Aint places[2] = {0, (MPI_Aint)4 << 30};
  const int lengths[2] = {1, 1};
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  double* near_value = (double*)mmap(NULL, reserved, PROT_READ | PROT_WRITE, flags, -1, 0);
  if ((void*)near_value == MAP_FAILED) UNSUPPORTED("5 GiB of address space cannot be reserved");
  double* far_value = near_value + places[1] / (MPI_Aint)sizeof(double);
  MPI_Datatype both;
  MPI_Aint low = 0, extent = 0;
  *near_value = 1 + rank();
  *far_value = 10 + rank();
  MUST(MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &both));
  MUST(MPI_Type_commit(&both));
  MUST(MPI_Type_get_extent(both, &low, &extent));
  EXPECT_EQUAL(extent, places[1] + (MPI_Aint)sizeof(double), "extent");
  STEP("two doubles 4 GiB apart");
  MUST(MPI_Sendrecv_replace(
      near_value, 1, both, other(), 1, other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQUAL(*near_value, 1 + other(), "the near one");
  EXPECT_EQUAL(*far_value, 10 + other(), "the far one");
  MUST(MPI_Type_free(&both));
  munmap(near_value, reserved);
}

CASE(large_type_size, legal, exactly(1), "the size and extent of a type of 32 GiB, without memory",
    "MPI_Type_size gives MPI_UNDEFINED for what an int does not hold, MPI_Type_size_x the size",
    "4.1.5", 20, Special::none, "3.1", "3.0") {
  MPI_Datatype block, blocks;
  int bytes = 0;
  MPI_Count exact = 0;
  MPI_Aint low = 0, extent = 0;
  MUST(MPI_Type_contiguous(1 << 20, MPI_DOUBLE, &block));
  MUST(MPI_Type_contiguous(1 << 12, block, &blocks));
  MUST(MPI_Type_size(blocks, &bytes));
  MUST(MPI_Type_size_x(blocks, &exact));
  MUST(MPI_Type_get_extent(blocks, &low, &extent));
  EXPECT_EQUAL(bytes, MPI_UNDEFINED, "MPI_Type_size of 32 GiB");
  EXPECT_EQUAL(exact, (MPI_Count)1 << 35, "MPI_Type_size_x of 32 GiB");
  EXPECT_EQUAL(extent, (MPI_Aint)1 << 35, "extent of 32 GiB");
  MUST(MPI_Type_free(&blocks));
  MUST(MPI_Type_free(&block));
}

// open-mpi/ompi#4829: a read of 2^31 - 4096 bytes where more were expected.
CASE(largest_count, legal, exactly(2),
    "a message of 2^31 - 1 bytes, the most that a count can say, if there is memory",
    "the count of a send is an int, with no other bound", "3.2.2", 60) {
  if (available_bytes() < 4.0 * INT_MAX) UNSUPPORTED("two messages of 2 GiB need 8 GiB of memory");
  unsigned char* data = NEW(unsigned char, INT_MAX);
  STEP("a message of 2^31 - 1 bytes");
  if (rank() == 0) {
    for (int i = 0; i < INT_MAX - 4093; i += 4093) data[i] = (unsigned char)(i / 4093 % 251);
    data[INT_MAX - 1] = 99;
    MUST(MPI_Send(data, INT_MAX, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  } else {
    MPI_Status status;
    int count = -1;
    MUST(MPI_Recv(data, INT_MAX, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status));
    MUST(MPI_Get_count(&status, MPI_BYTE, &count));
    EXPECT_EQUAL(count, INT_MAX, "bytes received");
    for (int i = 0; i < INT_MAX - 4093; i += 4093)
      EXPECT(data[i] == i / 4093 % 251, "byte %d is wrong", i);
    EXPECT_EQUAL(data[INT_MAX - 1], 99, "the last byte");
  }
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  FACT_INT("largest count tried that arrives", INT_MAX, "bytes");
  free(data);
}

FAMILY(types, vector_type, negative_stride, resized_type, subarray_type, pack, far_displacements,
    large_type_size, largest_count);
