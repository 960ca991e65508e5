// Reductions: in place, reproducible, partial and scattered; their operations: complex sums, places
// of extremes, NaN, the user's.
#include <math.h>

#include "bench/check/cases/case.h"

// MPICH 3.4 to 4.1.1 crashes on one node with a root other than 0: pmodels/mpich#6540; also
// pmodels/mpich#5700.
CASE(reduce_in_place, legal, at_least(2),
    "MPI_Reduce with MPI_IN_PLACE at every root, 1 to 100 000 doubles",
    "the root may pass MPI_IN_PLACE for its send buffer, and its data are taken from the receive "
    "buffer",
    "5.9.1") {
  const int counts[5] = {1, 100, 1000, 10000, 100000};
  for (int k = 0; k < 5 * size(); ++k) {
    const int count = counts[k / size()], root = k % size(), is_root = rank() == root;
    double* values = NEW(double, count);
    for (int i = 0; i < count; ++i) values[i] = i + rank();
    STEP("MPI_Reduce in place of %d doubles to root %d", count, root);
    MUST(MPI_Reduce(is_root ? MPI_IN_PLACE : values, is_root ? values : NULL, count, MPI_DOUBLE,
        MPI_SUM, root, MPI_COMM_WORLD));
    for (int i = 0; i < count && is_root; ++i)
      EXPECT_EQUAL(values[i], 1.0 * size() * i + size() * (size() - 1) / 2,
          "sum %d of %d at root %d", i, count, root);
    free(values);
  }
}

// Numbers whose sums round.
static double uneven(int i, int from) { return 1.0 / (3 + i + 7 * from) - 0.1 * from; }

CASE(allreduce_identical, legal, at_least(4),
    "sums that round are the same to the last bit on all ranks",
    "all processes receive identical results from MPI_Allreduce", "5.9.6") {
  const int counts[4] = {1, 3, 1000, 200003};
  for (int k = 0; k < 4; ++k) {
    const int n = counts[k];
    double *mine = NEW(double, n), *sum = NEW(double, n), *of_root = NEW(double, n);
    for (int i = 0; i < n; ++i) mine[i] = uneven(i, rank());
    STEP("MPI_Allreduce of %d doubles", n);
    MUST(MPI_Allreduce(mine, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    memcpy(of_root, sum, n * sizeof(double));
    MUST(MPI_Bcast(of_root, n, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    for (int i = 0; i < n; ++i)
      EXPECT(memcmp(&sum[i], &of_root[i], sizeof(double)) == 0,
          "sum %d on rank %d: %.17g, must be %.17g", i, rank(), sum[i], of_root[i]);
    free(mine);
    free(sum);
    free(of_root);
  }
}

enum { sum_length = 20011 };

// Each rank of `comm` contributes what that rank of any other contributes.
static void sum_over(MPI_Comm comm, double* sum) {
  double* mine = NEW(double, sum_length);
  int contribution = 0;
  MUST(MPI_Comm_rank(comm, &contribution));
  for (int i = 0; i < sum_length; ++i) mine[i] = uneven(i, contribution);
  MUST(MPI_Allreduce(mine, sum, sum_length, MPI_DOUBLE, MPI_SUM, comm));
  free(mine);
}

CASE(repeatable_sum, legal, at_least(4),
    "whether a sum that rounds comes out the same again, and with the ranks on other processes",
    "the same result for the same arguments in the same order is strongly recommended, not "
    "required",
    "5.9.1") {
  const size_t bytes = sum_length * sizeof(double);
  double *first = NEW(double, sum_length), *next = NEW(double, sum_length);
  int repeats = 1;
  MPI_Comm turned;
  STEP("one sum thirty times");
  sum_over(MPI_COMM_WORLD, first);
  for (int i = 0; i < 30; ++i) {
    sum_over(MPI_COMM_WORLD, next);
    repeats = repeats && memcmp(first, next, bytes) == 0;
  }
  STEP("the same sum with the ranks of other processes");
  MUST(MPI_Comm_split(MPI_COMM_WORLD, 0, right(), &turned));
  sum_over(turned, next);
  const int over_places = memcmp(first, next, bytes) == 0;
  MUST(MPI_Comm_free(&turned));
  NOTE("repeats to the bit: %s; with ranks on other processes: %s", repeats ? "yes" : "no",
      over_places ? "yes" : "no");
  FACT_YES("a sum repeats to the bit", repeats);
  FACT_YES("a sum is the same with the ranks on other processes", over_places);
  free(first);
  free(next);
}

CASE(scan, legal, at_least(4), "inclusive and exclusive partial sums",
    "rank i receives the sum over ranks 0 to i, or below i; of the latter rank 0 has none",
    "5.11") {
  const int below = rank() * (rank() + 1) / 2;
  int mine[3000], with[3000], without[3000];
  for (int count = 1; count <= 3000; count += 2999) {
    for (int i = 0; i < count; ++i) mine[i] = rank() + 1;
    STEP("MPI_Scan and MPI_Exscan of %d", count);
    MUST(MPI_Scan(mine, with, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    MUST(MPI_Exscan(mine, without, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    for (int i = 0; i < count; ++i) {
      EXPECT_EQUAL(with[i], below + rank() + 1, "MPI_Scan");
      if (rank() > 0) EXPECT_EQUAL(without[i], below, "MPI_Exscan");
    }
  }
}

CASE(reduce_scatter, legal, at_least(4), "MPI_Reduce_scatter with different counts, some zero",
    "the sum is scattered in blocks of the given counts, which must be non-negative", "5.10") {
  int *lengths = NEW(int, size()), all = 0, before = 0;
  for (int i = 0; i < size(); ++i) {
    lengths[i] = i % 2 == 1 ? 0 : 200 * i + 1;
    before += i < rank() ? lengths[i] : 0;
    all += lengths[i];
  }
  int *mine = NEW(int, all), *part = NEW(int, all + 1);
  for (int i = 0; i < all; ++i) mine[i] = i * (rank() + 1);
  memset(part, -1, (all + 1) * sizeof(int));
  STEP("MPI_Reduce_scatter with nothing for every second rank");
  MUST(MPI_Reduce_scatter(mine, part, lengths, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  const int own = lengths[rank()], factor = size() * (size() + 1) / 2;
  for (int i = 0; i < own; ++i) EXPECT_EQUAL(part[i], (before + i) * factor, "sum %d", i);
  EXPECT_EQUAL(part[own], -1, "what lies behind this rank's part");
  free(lengths);
  free(mine);
  free(part);
}

struct Complex {
  double re, im;
};

static void expect_complex(struct Complex got, double re, double im, const char* what, int i) {
  EXPECT(got.re == re && got.im == im, "%s %d: (%.17g,%.17g), must be (%.17g,%.17g)", what, i,
      got.re, got.im, re, im);
}

// The type of C; the MPI_CXX_* types are gone from some libraries' headers.
CASE(complex_sum, legal, at_least(3), "sums, partial sums and a product of MPI_C_DOUBLE_COMPLEX",
    "MPI_SUM and MPI_PROD take complex types, MPI_C_DOUBLE_COMPLEX among them", "5.9.2") {
  const int counts[5] = {1, 2, 63, 1000, 50001}, last = size() * (size() - 1) / 2;
  const int mine_last = rank() * (rank() + 1) / 2;
  struct Complex one = {1, 1}, product = {0, 0}, wanted = {1, 0};
  for (int k = 0; k < 5; ++k) {
    const int n = counts[k];
    struct Complex *values = NEW(struct Complex, n), *all = NEW(struct Complex, n);
    STEP("sums of %d complex numbers", n);
    for (int i = 0; i < n; ++i) {
      values[i].re = 1.0 * i + rank();
      values[i].im = 2.0 * i - rank();
    }
    MUST(MPI_Allreduce(values, all, n, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD));
    for (int i = 0; i < n; ++i)
      expect_complex(all[i], 1.0 * i * size() + last, 2.0 * i * size() - last, "sum", i);
    MUST(MPI_Scan(values, all, n, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD));
    for (int i = 0; i < n; ++i)
      expect_complex(all[i], 1.0 * i * (rank() + 1) + mine_last, 2.0 * i * (rank() + 1) - mine_last,
          "partial sum", i);
    free(values);
    free(all);
  }
  STEP("a product of complex numbers");
  MUST(MPI_Allreduce(&one, &product, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD));
  for (int i = 0; i < size(); ++i) {
    const struct Complex next = {wanted.re - wanted.im, wanted.re + wanted.im};
    wanted = next;
  }
  expect_complex(product, wanted.re, wanted.im, "product of (1,1) over ranks:", size());
}

struct Located {
  double value;
  int index;
};

CASE(max_location, legal, at_least(3), "MPI_MAXLOC and MPI_MINLOC with equal values",
    "of equal values the index returned is the least", "5.9.4") {
  const int counts[3] = {1, 10, 5000}, lowest = 101 - size();
  for (int k = 0; k < 3; ++k) {
    const int n = counts[k];
    struct Located* mine = NEW(struct Located, n);
    struct Located *largest = NEW(struct Located, n), *smallest = NEW(struct Located, n);
    // All are equal in the even places; in the odd the last rank has the largest.
    for (int i = 0; i < n; ++i) {
      mine[i].value = i % 2 == 0 ? 7 : rank();
      mine[i].index = 100 - rank();
    }
    STEP("MPI_MAXLOC and MPI_MINLOC of %d", n);
    MUST(MPI_Allreduce(mine, largest, n, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    MUST(MPI_Allreduce(mine, smallest, n, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD));
    for (int i = 0; i < n; ++i) {
      const int even = i % 2 == 0;
      EXPECT_EQUAL(largest[i].index, lowest, "index of the largest, place %d of %d", i, n);
      EXPECT_EQUAL(
          smallest[i].index, even ? lowest : 100, "index of the smallest, place %d of %d", i, n);
      EXPECT_EQUAL(largest[i].value, even ? 7 : size() - 1, "the largest, place %d of %d", i, n);
    }
    free(mine);
    free(largest);
    free(smallest);
  }
}

// Whether NaN on one rank comes through a reduction.
static int keeps_nan(int where, MPI_Op operation) {
  const double mine = rank() == where ? NAN : 1;
  double result = 0;
  MUST(MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD));
  return isnan(result) ? 1 : 0;
}

// A solver that looks for NaN by a maximum must know this.
CASE(not_a_number, legal, at_least(3), "NaN on each rank in turn under MPI_MAX, and under MPI_SUM",
    "MPI_MAX does not say what becomes of NaN; a sum has it by IEEE arithmetic", "5.9.2") {
  int kept = 0;
  STEP("MPI_MAX and MPI_SUM with NaN");
  for (int i = 0; i < size(); ++i) kept += keeps_nan(i, MPI_MAX);
  EXPECT(keeps_nan(0, MPI_SUM), "a sum with NaN is a number");
  const char* seen = kept == size() ? "always kept"
                     : kept == 0    ? "always lost"
                                    : "kept or lost by the rank that has it";
  NOTE("NaN under MPI_MAX is %s", seen);
  FACT_TEXT("NaN under MPI_MAX", seen);
}

struct Matrix {
  long a[4];
};

static struct Matrix product_of(const struct Matrix* x, const struct Matrix* y) {
  const long *a = x->a, *b = y->a;
  const struct Matrix product = {{a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
      a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]}};
  return product;
}

static void multiply_all(void* in, void* inout, int* count, MPI_Datatype* type) {
  struct Matrix *x = (struct Matrix*)in, *y = (struct Matrix*)inout;
  (void)type;
  for (int i = 0; i < *count; ++i) y[i] = product_of(&x[i], &y[i]);
}

static struct Matrix matrix_of(int from, int i) {
  const struct Matrix matrix = {{1, from % 3 + 1, (from + i) % 2, 1}};
  return matrix;
}

// Two-by-two matrices: their product depends on the order, but not on the brackets.
CASE(user_operation, legal, at_least(4),
    "an operation of the user's that does not commute, on a derived type",
    "the order of the operands is that of the ranks if the operation is said not to commute",
    "5.9.5") {
  const int counts[3] = {1, 100, 5000};
  MPI_Datatype matrix;
  MPI_Op multiply;
  MUST(MPI_Type_contiguous(4, MPI_LONG, &matrix));
  MUST(MPI_Type_commit(&matrix));
  MUST(MPI_Op_create(multiply_all, 0, &multiply));
  for (int k = 0; k < 3; ++k) {
    const int n = counts[k];
    struct Matrix *mine = NEW(struct Matrix, n), *all = NEW(struct Matrix, n);
    for (int i = 0; i < n; ++i) mine[i] = matrix_of(rank(), i);
    STEP("a product of %d matrices over the ranks", n);
    MUST(MPI_Allreduce(mine, all, n, matrix, multiply, MPI_COMM_WORLD));
    for (int i = 0; i < n; ++i) {
      struct Matrix wanted = matrix_of(0, i);
      for (int from = 1; from < size(); ++from) {
        const struct Matrix next = matrix_of(from, i);
        wanted = product_of(&wanted, &next);
      }
      EXPECT(memcmp(&all[i], &wanted, sizeof wanted) == 0,
          "product %d of %d is not in the order of ranks", i, n);
    }
    free(mine);
    free(all);
  }
  MUST(MPI_Op_free(&multiply));
  MUST(MPI_Type_free(&matrix));
}

FAMILY(reductions, reduce_in_place, allreduce_identical, repeatable_sum, scan, reduce_scatter,
    complex_sum, max_location, not_a_number, user_operation);
