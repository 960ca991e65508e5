#include <algorithm>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int messages_of_each = 500;

void receive_from_any(Probe& probe) {
  std::vector<int> next(static_cast<std::size_t>(probe.size()));
  int last = -1, in_a_row = 0, longest = 0;
  for (int i = 0; i < messages_of_each * (probe.size() - 1); ++i) {
    int value = -1;
    MPI_Status status;
    mpi::check(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status), "MPI_Recv");
    auto& wanted = next.at(static_cast<std::size_t>(status.MPI_SOURCE));
    probe.expect_equal(value, wanted, "message of rank " + std::to_string(status.MPI_SOURCE));
    probe.expect_equal(status.MPI_TAG, value % 50, "its tag");
    ++wanted;
    in_a_row = status.MPI_SOURCE == last ? in_a_row + 1 : 1;
    longest = std::max(longest, in_a_row);
    last = status.MPI_SOURCE;
  }
  probe.note("at most " + std::to_string(longest) + " messages in a row from one rank");
}

void run_any_source(Probe& probe) {
  probe.step("receives from any rank with any tag");
  if (probe.is_first()) return receive_from_any(probe);
  for (int i = 0; i < messages_of_each; ++i) mpi::check(MPI_Send(&i, 1, MPI_INT, 0, i % 50, MPI_COMM_WORLD), "MPI_Send");
}

}  // namespace

extern const Case any_source_case{.name = "any_source",
                                  .ranks = 3,
                                  .takes_more = true,
                                  .help = "wildcards keep the order of each sender, and all messages arrive",
                                  .standard =
                                      "messages of one sender are not overtaking, also with wildcards; between senders "
                                      "there is no fairness (MPI 3.1, 3.5)",
                                  .run = run_any_source,
                                  .time_limit = 40};

}  // namespace febem::check
