#include <mpi.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "comm/wire.h"

namespace febem::test::wire {
namespace {

/// State of this rank: under a simulator every rank has its own.
struct State {
  bool records = false;
  std::vector<Call> calls;
  std::string failing;
  bool returns_error = true;
  std::function<void()> before;
  std::size_t cores = 0;  ///< 0: those of the real machine
};
State state;

void note(const char* name, int peer, int tag, long long count, bool in_place = false) {
  if (state.records) state.calls.push_back({name, peer, tag, count, in_place});
}

/// What to do instead of the call, if it is to fail.
bool fails(const char* name) { return state.failing == name; }
int outcome() { return state.returns_error ? MPI_ERR_OTHER : MPI_SUCCESS; }

}  // namespace

Recording::Recording() {
  state.calls.clear();
  state.records = true;
}
Recording::~Recording() { state.records = false; }
const std::vector<Call>& Recording::calls() const { return state.calls; }
std::vector<std::string> Recording::names() const {
  std::vector<std::string> result;
  for (const auto& call : state.calls) result.push_back(call.name);
  return result;
}
long Recording::count(const std::string& name, int tag) const {
  return std::count_if(state.calls.begin(), state.calls.end(),
      [&](const Call& call) { return call.name == name && (tag < 0 || call.tag == tag); });
}

Failing::Failing(const std::string& name, bool returns_error) {
  state.failing = name;
  state.returns_error = returns_error;
}
Failing::~Failing() { state.failing.clear(); }

Cores::Cores(std::size_t number) { state.cores = number; }
Cores::~Cores() { state.cores = 0; }

Before::Before(std::function<void()> action) { state.before = std::move(action); }
Before::~Before() { state.before = nullptr; }

}  // namespace febem::test::wire

using namespace febem::test::wire;

extern "C" {

int sched_getaffinity(pid_t process, std::size_t size, cpu_set_t* set) noexcept {
  CPU_ZERO_S(size, set);
  if (state.cores == 0) return syscall(SYS_sched_getaffinity, process, size, set) < 0 ? -1 : 0;
  if (8 * size < state.cores) {
    errno = EINVAL;
    return -1;
  }
  for (std::size_t core = 0; core < state.cores; ++core) CPU_SET_S(core, size, set);
  return 0;
}

// MPI_NAME with these parameters: it notes the call, then does what the library does.
#define RECORDED(name, parameters, arguments, ...) \
  int MPI_##name parameters {                      \
    note(#name, __VA_ARGS__);                      \
    return PMPI_##name arguments;                  \
  }
#define SEND(name)                                                                        \
  RECORDED(name,                                                                          \
      (const void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm), \
      (data, count, type, peer, tag, comm), peer, tag, count)
#define BEGIN(name, pointer)                                                         \
  RECORDED(name,                                                                     \
      (pointer data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, \
          MPI_Request* request),                                                     \
      (data, count, type, peer, tag, comm, request), peer, tag, count)
#define ONE(name, type) RECORDED(name, (type handle), (handle), -1, -1, -1)
// Where the call fails, memory is allocated all the same.
#define ALLOCATE(name)                                                                        \
  int MPI_##name(                                                                             \
      MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* memory, MPI_Win* window) { \
    note(#name, -1, -1, size);                                                                \
    const int code = PMPI_##name(size, unit, info, comm, memory, window);                     \
    return fails(#name) ? outcome() : code;                                                   \
  }

SEND(Send)
SEND(Ssend)
BEGIN(Isend, const void*)
BEGIN(Issend, const void*)
BEGIN(Send_init, const void*)
BEGIN(Ssend_init, const void*)
BEGIN(Irecv, void*)
BEGIN(Recv_init, void*)
RECORDED(Recv,
    (void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
        MPI_Status* status),
    (data, count, type, peer, tag, comm, status), peer, tag, count)
ONE(Start, MPI_Request*)
ONE(Comm_free, MPI_Comm*)
ONE(Win_unlock_all, MPI_Win)
ONE(Win_free, MPI_Win*)
ONE(Win_sync, MPI_Win)
RECORDED(Win_flush, (int rank, MPI_Win window), (rank, window), rank, -1, -1)
RECORDED(Bcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm),
    (data, count, type, root, comm), root, -1, count)
RECORDED(Ibcast,
    (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request),
    (data, count, type, root, comm, request), root, -1, count)
RECORDED(Reduce,
    (const void* terms, void* sum, int count, MPI_Datatype type, MPI_Op op, int root,
        MPI_Comm comm),
    (terms, sum, count, type, op, root, comm), root, -1, count, terms == MPI_IN_PLACE)
RECORDED(Ireduce,
    (const void* terms, void* sum, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
        MPI_Request* request),
    (terms, sum, count, type, op, root, comm, request), root, -1, count, terms == MPI_IN_PLACE)
ALLOCATE(Win_allocate)
ALLOCATE(Win_allocate_shared)
int MPI_Win_lock_all(int assertion, MPI_Win window) {
  note("Win_lock_all", -1, -1, -1);
  return fails("Win_lock_all") ? outcome() : PMPI_Win_lock_all(assertion, window);
}
int MPI_Put(const void* data, int count, MPI_Datatype type, int target, MPI_Aint offset,
    int target_count, MPI_Datatype target_type, MPI_Win window) {
  note("Put", target, -1, count);
  if (fails("Put")) return outcome();
  return PMPI_Put(data, count, type, target, offset, target_count, target_type, window);
}
int MPI_Fetch_and_op(const void* value, void* before, MPI_Datatype type, int target,
    MPI_Aint offset, MPI_Op op, MPI_Win window) {
  note("Fetch_and_op", target, -1, -1);
  if (state.before) state.before();
  return PMPI_Fetch_and_op(value, before, type, target, offset, op, window);
}

}  // extern "C"
