#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "bench/check/command.h"
#include "bench/check/export.h"
#include "bench/check/outcome.h"
#include "bench/check/probe.h"
#include "bench/check/report.h"
#include "cli/progress_line.h"
#include "core/error.h"
#include "core/registry.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "launcher/launch.h"
#include "mpi/environment.h"

namespace febem::check {
namespace {

namespace fs = std::filesystem;

int list_cases() {
  for (const auto& one : cases())
    std::printf("%-24s %-9s  %s\n%36s%s\n", std::string(one.name).c_str(),
        std::string(name(one.legality)).c_str(), std::string(one.help).c_str(), "",
        one.standard().c_str());
  return 0;
}

/// Writes the cases into the present folder, and prints how to compile and run each.
int export_cases(const std::vector<std::string>& names) {
  std::map<std::string, std::string> texts;
  std::vector<cli::Output> outputs;
  for (const auto& name : names) {
    const auto file = name + ".c";
    texts[file] = c_program(core::find(cases(), name, "case"));
    outputs.push_back({"--export", file});
  }
  cli::try_outputs(outputs);
  for (const auto& [file, text] : texts) io::write_output(file, text);
  for (const auto& name : names)
    std::printf("%s\n", commands_of(core::find(cases(), name, "case")).c_str());
  return 0;
}

/// The cases asked for, in the order of the list. Throws core::InputError for an unknown name.
std::vector<Case> chosen(const std::vector<std::string>& only) {
  for (const auto& name : only) core::find(cases(), name, "case");
  std::vector<Case> result;
  for (const auto& one : cases())
    if (only.empty() || std::find(only.begin(), only.end(), one.name) != only.end())
      result.push_back(one);
  return result;
}

std::vector<std::optional<RankRecord>> read_records(const fs::path& folder, int ranks) {
  std::vector<std::optional<RankRecord>> records;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto text = core::file_text(record_file(folder.string(), rank));
    records.push_back(
        text.empty() ? std::nullopt : std::optional(io::Json::parse(text).get<RankRecord>()));
  }
  return records;
}

/// Starts cases one after the other and collects what comes of them.
class Checker {
 public:
  explicit Checker(const Options& options) : options_(options), program_(options.program) {
    if (program_.empty()) program_ = fs::read_symlink("/proc/self/exe").string();
    record_.launcher = options.launcher.empty() ? launcher::usual(program_) : options.launcher;
  }

  /// Returns how the launcher ended.
  Ended run(const Case& one) {
    const int ranks = one.processes.takes_more ? std::max(one.processes.least, options_.ranks)
                                               : one.processes.least;
    const double limit = options_.time_limit > 0 ? options_.time_limit : one.time_limit;
    const launcher::TemporaryDirectory folder;
    auto command = launcher::words(record_.launcher, ranks);
    const std::vector<std::string> arguments{program_, command_name, "--run-case",
        std::string(one.name), "--records", folder.path(), "--alarm",
        std::to_string(static_cast<int>(limit) + 15)};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto ended = launcher::launch(command, limit, folder.path());
    const auto records = read_records(folder.path(), ranks);
    last_ = judge(one, ended, records);
    if (records.front()) facts_ = records.front()->facts;
    return ended;
  }

  /// Keeps what the last case showed.
  void keep() {
    record_.outcomes.push_back(last_);
    record_.facts.insert(record_.facts.end(), facts_.begin(), facts_.end());
  }

  /// Whether the library can start anything at all; what it says of itself is known then. Returns
  /// how the launcher ended.
  Ended start() {
    auto ended = run(core::find(cases(), first_case, "case"));
    for (const auto& fact : facts_) {
      if (fact.name == "library") record_.mpi_library = fact.text();
      if (fact.name == "standard") record_.standard = fact.text();
    }
    return ended;
  }

  const Outcome& last() const { return last_; }
  const CheckRecord& record() const { return record_; }

 private:
  const Options& options_;
  std::string program_;
  Outcome last_;
  std::vector<Fact> facts_;
  CheckRecord record_;
};

void print_head(const CheckRecord& record) {
  std::printf("%s, MPI %s, by %s\n\n%s", record.mpi_library.c_str(), record.standard.c_str(),
      record.launcher.c_str(), case_head().c_str());
  std::fflush(stdout);
}

void print_end(const CheckRecord& record) {
  if (!record.facts.empty())
    std::printf("\nWhat this library does\n%s", fact_table(record.facts).c_str());
  std::printf("\n%s", summary(record).c_str());
}

void write_files(const Options& options, const CheckRecord& record) {
  if (!options.json.empty()) io::write_output(options.json, io::file_text(json_of(record), 2));
  if (!options.junit.empty()) io::write_output(options.junit, junit_text(record));
}

int interrupted(const Ended& ended) { return 128 + ended.status; }

int run_all(const Options& options, const std::vector<Case>& all,
    const std::optional<CheckRecord>& earlier) {
  const launcher::SignalGuard guard;
  cli::ProgressLine progress(true);
  Checker checker(options);
  progress.say("check  starting");
  const auto started = checker.start();
  progress.wipe();
  if (started.how == Ended::How::interrupted) return interrupted(started);
  if (checker.last().observation != Observation::pass) {
    std::fputs(started.output.c_str(), stderr);
    throw core::InputError("cannot start MPI programs by '" + checker.record().launcher +
                           "': " + checker.last().detail);
  }
  const bool prints_cases = !earlier;
  if (prints_cases) print_head(checker.record());
  for (std::size_t i = 0; i < all.size(); ++i) {
    progress.say("check  " + std::string(all[i].name) + "  " + std::to_string(i + 1) + " of " +
                 std::to_string(all.size()));
    const auto ended = checker.run(all[i]);
    progress.wipe();
    if (ended.how == Ended::How::interrupted) return interrupted(ended);
    checker.keep();
    if (prints_cases) std::fputs(case_line(checker.last()).c_str(), stdout);
    std::fflush(stdout);
  }
  if (earlier)
    std::fputs(differences(*earlier, checker.record()).c_str(), stdout);
  else
    print_end(checker.record());
  write_files(options, checker.record());
  const auto& outcomes = checker.record().outcomes;
  return std::any_of(outcomes.begin(), outcomes.end(),
             [](const Outcome& outcome) { return outcome.is_fault(); })
             ? 1
             : 0;
}

int check_all(const Options& options) {
  if (options.list) return list_cases();
  if (!options.exported.empty()) return export_cases(options.exported);
  if (mpi::launched().ranks > 1)
    throw core::InputError(
        "check starts the processes of each case itself: start it without mpirun, and say how by "
        "--launcher");
  const auto all = chosen(options.only);
  cli::try_outputs(options.outputs());
  std::optional<CheckRecord> earlier;
  if (!options.against.empty())
    earlier = check_record_from(core::file_text(options.against), options.against);
  return run_all(options, all, earlier);
}

}  // namespace

int check(const Options& options) {
  return options.run_case.empty() ? check_all(options) : run_case(options);
}

}  // namespace febem::check
