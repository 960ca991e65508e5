#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_win_start_post(Probe& probe) {
  constexpr int count = 100;
  std::vector<int> memory(count, -1);
  MPI_Win window;
  MPI_Group all, other;
  mpi::check(MPI_Win_create(memory.data(), count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window),
             "MPI_Win_create");
  mpi::check(MPI_Comm_group(MPI_COMM_WORLD, &all), "MPI_Comm_group");
  const int neighbour = probe.other();
  mpi::check(MPI_Group_incl(all, 1, &neighbour, &other), "MPI_Group_incl");
  for (int round = 0; round < 20; ++round) {
    const std::vector<int> values(count, round);
    probe.step("post, start, complete, wait, round " + std::to_string(round));
    if (probe.is_first()) {
      mpi::check(MPI_Win_start(other, 0, window), "MPI_Win_start");
      mpi::check(MPI_Put(values.data(), count, MPI_INT, 1, 0, count, MPI_INT, window), "MPI_Put");
      mpi::check(MPI_Win_complete(window), "MPI_Win_complete");
    } else {
      mpi::check(MPI_Win_post(other, 0, window), "MPI_Win_post");
      mpi::check(MPI_Win_wait(window), "MPI_Win_wait");
      probe.expect(memory == values, "what was put in round " + std::to_string(round));
    }
  }
  mpi::check(MPI_Group_free(&other), "MPI_Group_free");
  mpi::check(MPI_Group_free(&all), "MPI_Group_free");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

}  // namespace

extern const Case win_start_post_case{
    .name = "win_start_post",
    .help = "twenty epochs of post, start, complete and wait",
    .standard = "MPI_Win_wait returns when all origins have completed, and their operations are visible (MPI 3.1, 11.5.2)",
    .run = run_win_start_post};

}  // namespace febem::check
