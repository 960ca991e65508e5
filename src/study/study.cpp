#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "cases/input_files.h"
#include "cases/libraries.h"
#include "cli/input_errors.h"
#include "cli/progress_line.h"
#include "cli/version.h"
#include "core/digest.h"
#include "core/text.h"
#include "core/text_table.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "io/run_lock.h"
#include "la/blas_library.h"
#include "mpi/machine.h"
#include "study/command.h"
#include "study/schedule.h"
#include "study/subject.h"
#include "timing/machine_rate.h"

namespace febem::study {
namespace {

namespace fs = std::filesystem;

// Shows the text at once, even where no terminal is.
void print_now(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// Digest of everything but the origin that changes the figures.
std::string identity(const Options& options, const Record& record, const std::string& network) {
  std::string all;
  const auto add = [&all](const std::string& item) { all.append("\n").append(item); };
  add(record.mpi_library);
  add(la::blas_library());
  add(std::to_string(record.ranks));
  add(io::json_of(record.network).dump());
  add(network);
  for (const auto& [name, title, model] : record.networks)
    add(io::Json{name, model.all.latency, model.all.overhead, model.all.bandwidth}.dump());
  add(options.network.outstanding ? "outstanding" : "");
  for (const auto stage : record.stages) add(core::name(stage));
  for (const auto& names : record.strategies) add(text(names));
  return core::digest_of(all);
}

// The case of a study: its text and the options that override keys.
std::string problem_text(const Options& options, std::string text) {
  for (const auto& override : options.keys.overrides())
    text += "\n" + override.option + " " + override.value;
  return text;
}

std::vector<NamedNetwork> networks_of(const Options& options, const std::string& text) {
  if (options.networks_file.empty()) return {};
  return read_networks(text, options.networks_file, options.network_names);
}

// Throws core::InputError if there is nothing to measure.
void check(const Options& options, const cases::Case& problem, int ranks) {
  strategies(options, problem.messages.of_run());
  if (options.sensitivity && ranks == 1)
    throw core::InputError(
        "option '--sensitivity': one rank alone sends nothing; start two or more");
  if (stages(options) == std::vector{Stage::merge} && !problem.structure)
    throw core::InputError(problem.file + ": there is no structure, so nothing to merge");
}

/// Counts what this rank sends, and the collectives that it takes part in, by section of the run,
/// kind (Message::words()) and bytes.
struct Calls final : comm::Decorator {
  using Decorator::Decorator;

  void enter(std::string_view name) override { below().enter(section = name); }
  std::uint64_t begins(const comm::Message& message) override {
    if (message.kind != comm::Message::Kind::receive)
      ++counts[section][message.words().name][std::to_string(message.data.size())];
    return 0;
  }

  std::string section;
  std::map<std::string, std::map<std::string, std::map<std::string, core::Count>>> counts;
};

/// The library's value of each of the names, which commas separate; null where there is none.
io::Json values_of(const std::string& names) {
  std::istringstream listed(names);
  std::vector<std::string> all;
  for (std::string name; std::getline(listed, name, ',');) all.push_back(name);
  const auto found = mpi::control_variables(all);
  io::Json values = io::Json::object();
  for (std::size_t i = 0; i < all.size(); ++i) values[all[i]] = io::json_of(found[i]);
  return values;
}

/// On the master.
class TimeLimit {
 public:
  explicit TimeLimit(double seconds) : seconds_(seconds) {}
  double elapsed() const { return mpi::wall_time() - start_; }
  double left() const { return seconds_ - elapsed(); }
  /// As long as there was `enough` time at every call.
  bool continues(bool enough) { return !(cut_short_ = cut_short_ || !enough); }
  bool cut_short() const { return cut_short_; }

 private:
  double seconds_, start_ = mpi::wall_time();
  bool cut_short_ = false;
};

/// The files of a study. On the master.
class StudyFiles {
 public:
  explicit StudyFiles(const Options& options)
      : json_(options.json_file()), csv_(options.csv_file()) {}

  /// Locks the report, unless it is a pipe or a device. Throws core::InputError.
  void lock() {
    if (!io::can_be_replaced(json_)) return;
    if (json_.has_parent_path()) io::make_directory(json_.parent_path());
    lock_.emplace(json_.string() + ".lock", json_);
  }

  /// Takes over the samples of an interrupted run of the same study.
  void resume(Record& record) {
    if (!lock_) return;
    const auto name = json_.string() + ": ";
    if (const auto& other = lock_->left_by(); !other.empty())
      print_now(name + "a study that was killed has left its lock (" + other + "); taken over\n");
    const auto found = look_at(core::file_text(json_), record);
    if (!found.interrupted) return;
    print_now(
        name + (found.unused.empty()
                       ? core::text("going on after ", found.samples.size(), " runs of stages\n")
                       : "an interrupted study, which is not gone on with: " + found.unused +
                             "; starting anew\n"));
    record.samples = found.samples;
    record.sensitivities = found.sensitivities;
    elapsed_before_ = found.elapsed_seconds;
  }

  /// Writes the files; a pipe or a device only at the end.
  void write(Record& record, double elapsed, bool at_the_end = false) const {
    record.elapsed_seconds = elapsed_before_ + elapsed;
    const auto write_files = [&] {
      if (!csv_.empty() && (at_the_end || io::can_be_replaced(csv_)))
        io::write_output(csv_, to_csv(record));
      if (at_the_end || lock_) io::write_output(json_, to_json(record));
    };
    lock_ ? lock_->write_to_place(write_files) : write_files();
  }

  std::string names() const {
    return (csv_.empty() ? "" : "\nrepeats in " + core::printable(csv_.string())) + "\nreport in " +
           core::printable(json_.string()) + "\n";
  }

 private:
  fs::path json_, csv_;
  std::optional<io::RunLock> lock_;  ///< nothing if the report is no file
  double elapsed_before_ = 0;
};

/// The items of a study, ready to run.
class Runner {
 public:
  /// Writes the usable strategies of `wanted` and the refused ones to `record`: equal on all ranks.
  /// Collective.
  Runner(Record& record, const std::vector<comm::StrategyNames>& wanted, network::Stack& network,
      Subject& subject)
      : record_(record), network_(network), subject_(subject) {
    for (const auto& names : wanted) {
      try {
        made_.push_back(comm::prepared_strategy(network.top(), names));
        record.strategies.push_back(names);
      } catch (const core::InputError& error) {
        record.refused.push_back({names, error.what()});
      }
    }
  }

  /// Runs a stage on the network `model`; between the runs nothing is emulated. Collective.
  Measured run(const Item& item, const network::NetworkModel& model) const {
    const auto stage = record_.stages[item.stage];
    network_.emulate(model);
    auto measured = subject_.run(stage, made_[item.strategy]);
    network_.emulate({});
    measured.metrics.most_outstanding_bytes = network_.take_most_outstanding(core::name(stage));
    return measured;
  }

 private:
  const Record& record_;
  network::Stack& network_;
  Subject& subject_;
  std::vector<comm::Strategy> made_;  ///< by strategy
};

/// Lines about the time left. On the master.
class TimeDisplay {
 public:
  TimeDisplay(const Record& record, const TimeLimit& limit, bool wanted, bool sensitivity)
      : record_(record), limit_(limit), progress_(wanted), sensitivity_(sensitivity),
        prepared_(limit.elapsed()) {}

  const TimeLeft& estimate() const { return time_left_; }

  void ran(const Item& item, double seconds, const Schedule& schedule) {
    constexpr double seconds_between_lines = 60;
    time_left_.took(item, seconds);
    print_duration(schedule);
    const auto position =
        schedule.name() + ": " + std::to_string(schedule.queue().size()) + " runs left";
    progress_.say(position + "  " + time_left_.text());
    // Launchers seldom pass a terminal on, and a round may take long.
    if (!schedule.queue().empty() && mpi::wall_time() - last_line_ >= seconds_between_lines)
      print(position);
  }

  void end_of_round(const Schedule& schedule) {
    time_left_.update(schedule, limit_.left());
    const auto total = items(record_).size();
    print(schedule.name() + ": " + std::to_string(total - schedule.remaining().size()) + " of " +
          std::to_string(total) + " have enough repeats");
  }

  void wipe() { progress_.wipe(); }

 private:
  void print(const std::string& text) {
    last_line_ = mpi::wall_time();
    progress_.wipe();
    const auto time = time_left_.text();
    print_now("  " + text + (time.empty() ? "" : ", ") + time + "\n");
  }

  /// Says once how long the study takes, as soon as each stage has run on each network.
  void print_duration(const Schedule& schedule) {
    const double round = time_left_.round(schedule), left = limit_.left();
    if (said_duration_ || std::isnan(round)) return;
    said_duration_ = true;
    time_left_.update(schedule, left);
    progress_.wipe();
    const auto rest = time_left_.rest(schedule);
    auto text = "  " + cli::duration_text(rest) + " to go" +
                (sensitivity_ ? ", without the sensitivities" : "");
    const double rounds = std::floor((left - time_left_.queue(schedule)) / round),
                 needed = prepared_ + 2 * round;
    if (rounds < 1)
      text += "; --time is too short for the warm-up and one round of repeats: " +
              cli::duration_text({needed, needed}) + " in all";
    else if (left < rest.most)
      text +=
          "; --time allows about " + core::counted(std::llround(rounds), "round") + " of repeats";
    print_now(text + "\n");
  }

  const Record& record_;
  const TimeLimit& limit_;
  cli::ProgressLine progress_;
  TimeLeft time_left_;
  bool sensitivity_, said_duration_ = false;
  double prepared_;  ///< seconds until the first run
  double last_line_ = mpi::wall_time();
};

std::string strategies_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " strategy" : " strategies");
}

void announce(const Record& record, const cases::Case& problem, const network::Stack& network) {
  const auto& effort = record.effort;
  const auto runs = items(record).size();
  auto text = core::text(problem.title.empty() ? problem.file : problem.title, " at ", record.hz,
      " Hz: ", strategies_text(record.strategies.size()), " in ",
      core::counted(record.stages.size(), "stage"), " on ", core::counted(record.ranks, "rank"),
      ", ", effort.fewest, " to ", effort.most, " repeats each\n  a round is ",
      core::counted(runs, "run"), " of a stage, and the first one warms up");
  if (std::isfinite(effort.seconds))
    text += core::text("; no round begins that would end after ", effort.seconds, " s (--time)");
  text += "\n" + la::blas_text();
  for (const auto& [name, title, model] : record.networks)
    if (!name.empty())
      text +=
          "  emulated network " + name + ": " + title + ": " + network::describe(model.all) + "\n";
  if (const auto& emulated = network.description();
      !emulated.empty() && record.networks.front().name.empty())
    text += "  " + emulated + "\n";
  std::map<std::string, std::size_t> reasons;
  for (const auto& refused : record.refused) ++reasons[refused.reason];
  for (const auto& [reason, count] : reasons)
    text += "  " + strategies_text(count) + " left out: " + reason + "\n";
  print_now(text);
}

/// Runs the items of the schedule until each has enough repeats or the time is over. Collective.
void measure(Record& record, const Runner& runner, const StudyFiles& files, TimeLimit& limit,
    TimeDisplay& display, const comm::Messenger& messages) {
  const bool is_master = messages.rank() == core::master;
  Schedule schedule(record);
  for (;;) {
    struct {
      std::uint64_t any;
      Item item;
    } next{0, {}};
    if (is_master && limit.continues(has_time(schedule, display.estimate(), limit.left())))
      if (const auto item = schedule.next()) next = {1, *item};
    messages.broadcast(next, core::master);
    if (next.any == 0) return;
    const double before = mpi::wall_time();
    const auto measured = runner.run(next.item, record.networks[next.item.network].model);
    if (!is_master) continue;
    const int order = static_cast<int>(record.samples.size()) + 1;
    record.samples.push_back({next.item, schedule.round(), schedule.warming_up(), order,
        measured.metrics, measured.digest});
    display.ran(next.item, mpi::wall_time() - before, schedule);
    if (!schedule.queue().empty()) continue;
    files.write(record, limit.elapsed());
    display.end_of_round(schedule);
  }
}

Sensitivity sensitivity(
    const Record& record, const Item& item, const Runner& runner, const comm::Messenger& messages) {
  const auto seconds = [&](const network::NetworkModel& model) {
    double result = runner.run(item, model).metrics.seconds;
    messages.broadcast(result, core::master);
    return result;
  };
  auto traffic = repeats(record, item).sent;
  messages.broadcast(traffic, core::master);
  const auto& effort = record.effort;
  auto result = measure_sensitivity({record.networks.front().model, seconds, traffic.messages,
      traffic.bytes, effort.fewest, effort.seed});
  result.stage = item.stage;
  result.strategy = item.strategy;
  return result;
}

/// Measures every stage with every strategy, except those that were taken over from an interrupted
/// run. Collective.
void measure_sensitivities(Record& record, const Runner& runner, const StudyFiles& files,
    TimeLimit& limit, const comm::Messenger& messages) {
  const bool is_master = messages.rank() == core::master;
  for (std::size_t stage = 0; stage < record.stages.size(); ++stage)
    for (std::size_t strategy = 0; strategy < record.strategies.size(); ++strategy) {
      const bool known = std::any_of(record.sensitivities.begin(), record.sensitivities.end(),
          [&](const auto& one) { return one.stage == stage && one.strategy == strategy; });
      char wanted = limit.continues(limit.left() > 0) && !known ? 1 : 0;
      messages.broadcast(wanted, core::master);
      if (!wanted) continue;
      if (is_master)
        print_now(core::text("  sensitivity ", record.sensitivities.size() + 1, " of ",
            items(record).size(), ": ", core::name(record.stages[stage]), ", ",
            text(record.strategies[strategy]), "\n"));
      auto found = sensitivity(record, {stage, strategy}, runner, messages);
      if (!is_master) continue;
      record.sensitivities.push_back(std::move(found));
      files.write(record, limit.elapsed());
    }
}

/// True if all results that must be equal are equal.
bool print_results(const Record& record, const StudyFiles& files) {
  auto all = "\n" + study_table(record);
  if (!record.sensitivities.empty()) all += "\n" + sensitivity_table(record);
  if (const auto use = cores(record)) all += "\n" + use->text();
  const bool repeated = std::any_of(record.samples.begin(), record.samples.end(),
      [](const auto& sample) { return !sample.warm_up; });
  if (!record.complete)
    all += std::string("\nended by its time limit") +
           (repeated ? "" : ", too short for a round of repeats") + "; started again it goes on\n";
  print_now(all + files.names());
  const auto differing = differing_digests(record);
  for (const auto& line : differing) cli::complain("results differ in stage " + line);
  return differing.empty();
}

}  // namespace

int study(const Options& options, const cases::CaseInput& input, network::Stack& network) {
  constexpr int bad_input = 2;
  comm::Ledger ledger(network.top());
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  const bool is_master = ledger.rank() == core::master;
  const auto& problem = input.problem;
  Record record;
  cases::Model model;
  const auto agreed = cli::validate_on_root(messages, [&]() -> std::vector<std::string> {
    check(options, problem, ledger.size());
    auto networks = options.networks_file.empty() ? "" : cases::read_file(options.networks_file);
    networks_of(options, networks);
    const auto folder = fs::path(options.case_file).parent_path();
    record.origin = cases::origin_of(
        problem, problem_text(options, input.text + cases::answer_text(problem)), folder);
    model = cases::build_model(problem, folder, ledger.size());
    return {std::move(networks)};
  });
  if (!agreed) return bad_input;
  if (!cli::validate_everywhere(is_master, [&] { cases::start_libraries(problem); }))
    return bad_input;

  Calls calls(network.top());
  const bool launched = !options.read_back.empty();
  Subject subject(
      problem, std::move(model), problem.frequencies().front(), launched ? calls : network.top());
  TimeLimit limit(options.effort.seconds);
  record.networks = networks_of(options, agreed->front());
  if (record.networks.empty())
    record.networks.push_back(
        {"", "", network.emulated() ? *network.emulated() : network::NetworkModel{}});
  record.version = cli::version;
  record.commit = cli::commit();
  record.mpi_library = mpi::library_version();
  record.ranks = ledger.size();
  record.case_title = problem.title;
  record.case_file = problem.file;
  record.hz = problem.frequencies().front();
  record.network = network.figures();
  record.effort = options.effort;
  for (const auto stage : stages(options))
    if (subject.has(stage)) record.stages.push_back(stage);
  record.structural_dofs = subject.model().structure ? subject.model().structure->dofs() : 0;
  record.acoustic_dofs = subject.model().space.size();
  const Runner runner(record, strategies(options, problem.messages.of_run()), network, subject);
  record.digest = identity(options, record, network.description());
  if (record.strategies.empty()) {
    if (is_master) cli::complain("no strategy can be used here: " + record.refused.front().reason);
    return bad_input;
  }
  StudyFiles files(options);
  if (!cli::check_on_root(messages, [&] { files.lock(); })) return bad_input;
  if (is_master) {
    announce(record, problem, network);
    files.resume(record);
  }

  network.emulate({});
  subject.prepare(record.stages);
  calls.counts.clear();
  network.take_high_water();  // discards the marks of the preparation
  record.zgemm_flops_per_second = timing::measure_machine(messages).zgemm_flops_per_second;
  record.crowded = mpi::ranks_outnumber_cores();
  TimeDisplay display(record, limit, is_master, options.sensitivity);
  measure(record, runner, files, limit, display, messages);
  display.wipe();
  if (launched)
    record.settings =
        io::Json{{"settings", values_of(options.read_back)}, {"messages", calls.counts}}.dump();
  if (options.sensitivity) measure_sensitivities(record, runner, files, limit, messages);
  char fine = 1;
  if (is_master) {
    record.complete = !limit.cut_short();
    files.write(record, limit.elapsed(), true);
    fine = print_results(record, files) ? 1 : 0;
  }
  messages.broadcast(fine, core::master);
  return fine ? 0 : 1;
}

}  // namespace febem::study
