// Whether objects give their memory back when they are freed.
#include "check/case.h"
#include "check/memory_growth.h"

namespace febem::check {
namespace {

void make_and_free_communicators() {
  MPI_Comm dup, cart;
  MPI_Group group;
  const int size = 2, periodic = 1;
  mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &dup), "MPI_Comm_dup");
  mpi::check(MPI_Cart_create(dup, 1, &size, &periodic, 0, &cart), "MPI_Cart_create");
  mpi::check(MPI_Comm_group(cart, &group), "MPI_Comm_group");
  mpi::check(MPI_Group_free(&group), "MPI_Group_free");
  mpi::check(MPI_Comm_free(&cart), "MPI_Comm_free");
  mpi::check(MPI_Comm_free(&dup), "MPI_Comm_free");
}

void run_communicator_leak(Probe& probe) {
  probe.step("communicators, grids and groups made and freed");
  expect_no_growth(probe, "communicator, grid and group", 1500, make_and_free_communicators);
}

void make_and_free_types(Probe& probe) {
  double out[200] = {}, in[200] = {};
  MPI_Datatype column, resized;
  mpi::check(MPI_Type_vector(10, 2, 20, MPI_DOUBLE, &column), "MPI_Type_vector");
  mpi::check(MPI_Type_create_resized(column, 0, sizeof(double), &resized), "MPI_Type_create_resized");
  mpi::check(MPI_Type_commit(&resized), "MPI_Type_commit");
  mpi::check(MPI_Sendrecv(out, 1, resized, probe.rank(), 1, in, 1, resized, probe.rank(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Sendrecv");
  mpi::check(MPI_Type_free(&resized), "MPI_Type_free");
  mpi::check(MPI_Type_free(&column), "MPI_Type_free");
}

void run_datatype_leak(Probe& probe) {
  probe.step("types made, used and freed");
  expect_no_growth(probe, "pair of types", 20000, [&] { make_and_free_types(probe); });
}

void make_and_free_requests(Probe& probe) {
  double out[4] = {}, in[4] = {};
  MPI_Request requests[2];
  mpi::check(MPI_Send_init(out, 4, MPI_DOUBLE, probe.rank(), 1, MPI_COMM_WORLD, &requests[0]), "MPI_Send_init");
  mpi::check(MPI_Recv_init(in, 4, MPI_DOUBLE, probe.rank(), 1, MPI_COMM_WORLD, &requests[1]), "MPI_Recv_init");
  mpi::check(MPI_Startall(2, requests), "MPI_Startall");
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

void run_request_leak(Probe& probe) {
  probe.step("persistent requests made, used and freed");
  expect_no_growth(probe, "pair of persistent requests", 20000, [&] { make_and_free_requests(probe); });
}

void make_and_free_window() {
  void* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window), "MPI_Win_allocate");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_window_leak(Probe& probe) {
  probe.step("windows made and freed");
  expect_no_growth(probe, "window", 400, make_and_free_window);
}

}  // namespace

// MPICH kept memory of groups of communicators: pmodels/mpich#2080.
extern const Case communicator_leak_case{.name = "communicator_leak",
                                         .help = "memory that 1500 communicators, grids and groups leave behind when freed",
                                         .standard = "MPI_Comm_free and MPI_Group_free mark an object for deallocation (MPI 3.1, 6.3.3 and 6.4.3)",
                                         .run = run_communicator_leak,
                                         .time_limit = 40};

extern const Case datatype_leak_case{.name = "datatype_leak",
                                     .ranks = 1,
                                     .help = "memory that 20 000 derived types leave behind when freed",
                                     .standard = "MPI_Type_free marks a type for deallocation; what uses it completes normally (MPI 3.1, 4.1.9)",
                                     .run = run_datatype_leak};

extern const Case request_leak_case{.name = "request_leak",
                                    .ranks = 1,
                                    .help = "memory that 20 000 persistent requests leave behind when freed",
                                    .standard = "MPI_Request_free deallocates an inactive persistent request (MPI 3.1, 3.9)",
                                    .run = run_request_leak};

extern const Case window_leak_case{
    .name = "window_leak",
    .help = "memory that 400 windows leave behind when freed",
    .standard = "MPI_Win_free frees the window, and the memory that MPI_Win_allocate gave (MPI 3.1, 11.2.2 and 11.2.5)",
    .run = run_window_leak,
    .time_limit = 40};

}  // namespace febem::check
