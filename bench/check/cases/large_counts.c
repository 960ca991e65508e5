// Counts beyond those of an int.
#include "bench/check/cases/case.h"

// MPI_Get_count_c stopped at 2^31 in Open MPI main: open-mpi/ompi#14002.
CASE(large_send, legal, exactly(2),
    "a message of 3 GiB by MPI_Send_c and MPI_Recv_c, if there is memory, and its length",
    "counts of the calls that end in _c are of the type MPI_Count", "3.2.1, 3.2.5", 60,
    Special::none, "4.0") {
  const MPI_Count bytes = 3221225472;
  MPI_Count got = 0;
  MPI_Status status;
  int enough = available_bytes() > 8e9, all = 0;
  MUST(MPI_Allreduce(&enough, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
  if (!all) UNSUPPORTED("less than 8 GB of memory are free");
  MUST(MPI_Bcast_c(&all, 1, MPI_INT, 0, MPI_COMM_WORLD)); /* are there such calls? */
  char* data = NEW(char, bytes);
  STEP("a message of 3 GiB");
  if (rank() == 0) {
    for (MPI_Count i = 0; i < bytes; i += 1 << 28) data[i] = data[i + (1 << 28) - 1] = 7;
    MUST(MPI_Send_c(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  } else {
    MUST(MPI_Recv_c(data, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status));
    MUST(MPI_Get_count_c(&status, MPI_BYTE, &got));
    EXPECT_EQUAL(got, bytes, "MPI_Get_count_c");
    for (MPI_Count i = 0; i < bytes; i += 1 << 28)
      EXPECT(data[i] == 7 && data[i + (1 << 28) - 1] == 7, "another byte comes");
  }
  free(data);
}

CASE(large_calls, legal, at_least(3), "broadcasts, sums and gathers by the calls that end in _c",
    "the calls that end in _c do what those of int do; displacements are of the type MPI_Aint",
    "6.4, 6.7, 6.9", 20, Special::none, "4.0") {
  const int all = size(), me = rank();
  int value = me == 1 ? 55 : 0, sum = 0, *got = NEW(int, all), *out = NEW(int, all);
  MPI_Count* counts = NEW(MPI_Count, all);
  MPI_Aint* places = NEW(MPI_Aint, all);
  for (int i = 0; i < all; ++i) {
    counts[i] = 1;
    places[i] = all - 1 - i;
    out[i] = 100 * me + i;
  }
  STEP("collective operations that end in _c");
  MUST(MPI_Bcast_c(&value, 1, MPI_INT, 1, MPI_COMM_WORLD));
  EXPECT_EQUAL(value, 55, "MPI_Bcast_c");
  MUST(MPI_Allreduce_c(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  EXPECT_EQUAL(sum, all * (all - 1) / 2, "MPI_Allreduce_c");
  MUST(MPI_Allgatherv_c(&me, 1, MPI_INT, got, counts, places, MPI_INT, MPI_COMM_WORLD));
  for (int i = 0; i < all; ++i) EXPECT_EQUAL(got[all - 1 - i], i, "MPI_Allgatherv_c of rank %d", i);
  MUST(MPI_Reduce_scatter_c(out, got, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  EXPECT_EQUAL(got[0], 50 * all * (all - 1) + all * me, "MPI_Reduce_scatter_c");
  free(got);
  free(out);
  free(counts);
  free(places);
}

// Open MPI main put the extent of a resized type into the addresses: open-mpi/ompi#14097.
CASE(large_types, legal, exactly(1),
    "types of more than 2^31 elements, their sizes, envelopes and contents",
    "arguments of the calls that end in _c are large counts in the envelope",
    "5.1.2, 5.1.5, 5.1.13", 20, Special::none, "4.0") {
  const MPI_Count many = 3000000000;
  MPI_Count size_of = 0, lower = -1, extent = 0, integers, addresses, counts, types, large[8] = {0};
  int combiner = -1, none[1];
  MPI_Aint nowhere[1];
  MPI_Datatype type, made[2];
  STEP("types of many elements");
  MUST(MPI_Type_contiguous_c(many, MPI_INT, &type));
  MUST(MPI_Type_size_c(type, &size_of));
  EXPECT_EQUAL(size_of, 4 * many, "MPI_Type_size_c");
  MUST(MPI_Type_get_extent_c(type, &lower, &extent));
  EXPECT(lower == 0 && extent == 4 * many, "MPI_Type_get_extent_c");
  MUST(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner));
  EXPECT_EQUAL(combiner, MPI_COMBINER_CONTIGUOUS, "combiner");
  EXPECT(integers == 0 && addresses == 0 && counts == 1 && types == 1,
      "envelope of MPI_Type_contiguous_c");
  MUST(MPI_Type_get_contents_c(type, 0, 0, 1, 1, none, nowhere, large, made));
  EXPECT_EQUAL(large[0], many, "count in the contents");
  EXPECT(made[0] == MPI_INT, "type in the contents");
  MUST(MPI_Type_free(&type));
  MUST(MPI_Type_create_resized_c(MPI_INT, -many, 2 * many, &type));
  MUST(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner));
  EXPECT(integers == 0 && addresses == 0 && counts == 2 && types == 1,
      "envelope of MPI_Type_create_resized_c");
  MUST(MPI_Type_free(&type));
}

// MPICH 4.0 and 4.1 gave another class: pmodels/mpich#6548.
CASE(large_envelope, legal, exactly(1),
    "MPI_Type_get_envelope of a type that a call ending in _c made is refused with MPI_ERR_TYPE",
    "the call is erroneous for a type with large counts, and gives an error of class MPI_ERR_TYPE",
    "5.1.13", 20, Special::none, "4.0") {
  int integers, addresses, types, combiner, kind = MPI_SUCCESS;
  MPI_Datatype type;
  MUST(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  MUST(MPI_Type_contiguous_c(3, MPI_INT, &type));
  STEP("MPI_Type_get_envelope of a type with large counts");
  const int code = MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (code != MPI_SUCCESS) MPI_Error_class(code, &kind);
  EXPECT_EQUAL(kind, MPI_ERR_TYPE, "class of the error");
  MUST(MPI_Type_free(&type));
}

FAMILY(large_counts, large_send, large_calls, large_types, large_envelope);
