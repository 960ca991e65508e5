#include "bench/check/probe.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "bench/check/case.h"
#include "bench/check/command.h"
#include "core/memory.h"
#include "core/registry.h"
#include "core/text_table.h"
#include "io/atomic_file.h"
#include "io/json.h"

namespace febem::check {
namespace {

/// Lets this process leave no core file, and end after `seconds` even if nobody is left to end it;
/// 0: no limit.
void limit_process(int seconds) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  if (seconds > 0) ::alarm(static_cast<unsigned>(seconds));
}

RankRecord observed(const Case& one, Probe& probe) {
  try {
    one.run();
  } catch (const Unsupported& reason) {
    probe.observe(Observation::unsupported, reason.what());
  } catch (const std::exception& error) {
    probe.observe(Observation::fail, core::message_of(error));
  }
  return probe.finished();
}

}  // namespace

void Probe::observe(Observation observation, const std::string& detail) {
  if (observation <= worst_) return;
  worst_ = observation;
  detail_ = detail;
}

void Probe::observe_code(int code, const std::string& call) {
  if (code == MPI_SUCCESS) return observe(Observation::accepted, call + " returns MPI_SUCCESS");
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  observe(Observation::error_raised, call + ": " + text);
}

RankRecord Probe::finished() const {
  if (worst_ == Observation::pass) return {worst_, notes_, facts_};
  return {worst_, detail_ + (notes_.empty() ? "" : "; " + notes_), facts_};
}

double resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmRSS:" && status >> kilobytes) return 1024 * kilobytes;
  }
  throw Unsupported("the system does not tell the memory of a process (/proc/self/status)");
}

void expect_no_growth(
    Probe& probe, const std::string& what, int repetitions, const std::function<void()>& once) {
  constexpr double few = 16, store = 256 * 1024;
  constexpr int parts = 4;
  const int in_part = repetitions / parts;
  for (int i = 0; i < in_part; ++i) once();
  double least = std::numeric_limits<double>::infinity();
  for (int part = 0; part < parts; ++part) {
    const double before = resident_bytes();
    for (int i = 0; i < in_part; ++i) once();
    least = std::min(least, std::max(0.0, resident_bytes() - before));
  }
  const double each = least / in_part;
  const auto text = core::number(each, "%.3g") + " bytes kept by each " + what + ", " +
                    std::to_string(repetitions) + " of them";
  if (each > few && parts * least > store)
    probe.observe(Observation::leak, text);
  else
    probe.note(text);
}

Probe& here(Probe* first) {
  static Probe* const only = first;
  int begun = 0, over = 0, there = 0;
  MPI_Initialized(&begun);
  MPI_Finalized(&over);
  if (begun == 0 || over != 0) return *only;
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &made, nullptr);
    return made;
  }();
  if (first != nullptr) MPI_Comm_set_attr(MPI_COMM_SELF, key, first);
  Probe* mine = nullptr;
  MPI_Comm_get_attr(MPI_COMM_SELF, key, &mine, &there);
  return there != 0 ? *mine : *only;
}

void must(int code, const char* call, std::source_location place) {
  const std::string text(call);
  if (code != MPI_SUCCESS) mpi::fail(code, text.substr(0, text.find('(')).c_str(), place);
}

std::string record_file(const std::string& records, int rank) {
  return records + "/" + std::to_string(rank) + ".json";
}

int run_case(const Options& options) {
  const Case& one = core::find(cases(), options.run_case, "case");
  limit_process(options.alarm);
  int granted = MPI_THREAD_SINGLE, rank = 0, size = 1;
  mpi::check(
      MPI_Init_thread(nullptr, nullptr,
          one.special == Special::threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &granted),
      "MPI_Init_thread");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const auto keep = [&](const RankRecord& record) {
    io::write_atomically(record_file(options.records, rank), io::Json(record).dump());
  };
  Probe probe(rank, size, keep);
  here(&probe).step("the case");
  int level = -1;
  MPI_Query_thread(&level);
  probe.expect_equal(level, granted, "MPI_Query_thread");
  const auto record = observed(one, probe);
  keep(record);
  // The others may wait for this one for ever.
  if (record.observation == Observation::fail || record.observation == Observation::unsupported)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}

}  // namespace febem::check
