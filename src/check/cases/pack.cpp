#include <cstddef>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

struct Mixed {
  char letter;
  double number;
  int whole[3];
};

MPI_Datatype mixed_type() {
  const int lengths[3] = {1, 1, 3};
  const MPI_Aint places[3] = {offsetof(Mixed, letter), offsetof(Mixed, number), offsetof(Mixed, whole)};
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
    out[static_cast<std::size_t>(i)] = {static_cast<char>('a' + i % 26), 0.5 * i, {i, 2 * i, 3 * i}};
  auto type = mixed_type();
  int size = 0, used = 0, read = 0;
  mpi::check(MPI_Pack_size(count, type, MPI_COMM_WORLD, &size), "MPI_Pack_size");
  std::vector<char> packed(static_cast<std::size_t>(size)), got(packed);
  probe.step("structures packed, sent and unpacked");
  mpi::check(MPI_Pack(out.data(), count, type, packed.data(), size, &used, MPI_COMM_WORLD), "MPI_Pack");
  mpi::check(MPI_Sendrecv(packed.data(), used, MPI_PACKED, probe.other(), 1, got.data(), size, MPI_PACKED, probe.other(), 1,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  mpi::check(MPI_Unpack(got.data(), used, &read, in.data(), count, type, MPI_COMM_WORLD), "MPI_Unpack");
  probe.expect_equal(read, used, "bytes unpacked");
  for (std::size_t i = 0; i < count; ++i)
    probe.expect(in[i].letter == out[i].letter && in[i].number == out[i].number && in[i].whole[2] == out[i].whole[2],
                 "structure " + std::to_string(i) + " is not what was packed");
  mpi::check(MPI_Type_free(&type), "MPI_Type_free");
}

}  // namespace

extern const Case pack_case{
    .name = "pack",
    .help = "structures of a character, a double and three integers, packed, sent as MPI_PACKED and unpacked",
    .standard = "a packed buffer is sent as MPI_PACKED and unpacked with the types it was packed with (MPI 3.1, 4.2)",
    .run = run_pack};

}  // namespace febem::check
