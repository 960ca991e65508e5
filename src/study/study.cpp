#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "cases/input_files.h"
#include "cases/libraries.h"
#include "cli/input_errors.h"
#include "cli/progress_line.h"
#include "cli/version.h"
#include "core/digest.h"
#include "core/text.h"
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

// Digest of everything but the origin that changes the figures.
std::string identity(const Options& options, const Record& record, const std::string& network) {
  std::string all;
  const auto add = [&all](const std::string& item) { all.append("\n").append(item); };
  add(record.mpi_library);
  add(la::blas_library());
  add(std::to_string(record.ranks));
  add(io::json_of(record.network).dump());
  add(network);
  for (const auto& [name, title, model] : record.networks) add(io::Json{name, model.all.latency, model.all.overhead, model.all.bandwidth}.dump());
  add(options.network.outstanding ? "outstanding" : "");
  for (const auto stage : record.stages) add(core::name(stage));
  for (const auto& names : record.strategies) add(text(names));
  return core::digest(std::as_bytes(std::span(all)));
}

// The case of a study: its text and the options that override keys.
std::string problem_text(const Options& options, const std::string& case_text) {
  std::string all = case_text;
  for (const auto& override : options.keys.overrides()) all += "\n" + override.option + " " + override.value;
  return all;
}

// Throws core::InputError.
std::vector<network::NamedNetwork> networks_of(const Options& options, const std::string& text) {
  if (options.networks_file.empty()) return {};
  return network::read_networks(text, options.networks_file, options.network_names);
}

// Throws core::InputError if there is nothing to measure.
void check(const Options& options, const cases::Case& problem, int ranks) {
  strategies(options, problem.messages.of_run());
  if (options.sensitivity && ranks == 1) throw core::InputError("option '--sensitivity': one rank alone sends nothing; start two or more");
  if (stages(options) == std::vector{Stage::merge} && !problem.structure)
    throw core::InputError(problem.file + ": there is no structure, so nothing to merge");
}

constexpr double seconds_between_lines = 60;

// One study; the master holds its record.
class StudyRun {
 public:
  StudyRun(const Options& options, cases::Case problem, io::Origin origin, cases::Model model, std::vector<network::NamedNetwork> networks,
           network::Stack& network)
      : json_(options.json_file()), csv_(options.csv_file()), problem_(std::move(problem)), network_(network),
        subject_(problem_, std::move(model), problem_.frequencies().front(), network.top()), ledger_(network.top()),
        messages_(ledger_, comm::make_strategy({})), progress_(is_master()), start_(mpi::wall_time()), sensitivity_(options.sensitivity) {
    record_.origin = std::move(origin);
    record_.networks = std::move(networks);
    if (record_.networks.empty()) record_.networks.push_back({"", "", network.emulated() ? *network.emulated() : network::NetworkModel{}});
    describe(options);
  }

  /// Whether no strategy is left; equal on every rank.
  bool all_refused() const { return record_.strategies.empty(); }
  const std::vector<cli::Refused>& refused() const { return record_.refused; }

  /// Locks the report, on the master. Throws core::InputError if another study holds it.
  void lock() {
    if (!io::can_be_replaced(json_)) return;
    if (json_.has_parent_path()) io::make_directory(json_.parent_path());
    lock_.emplace(json_.string() + ".lock", json_);
  }

  /// Runs the study. True if all results that must be equal are. Collective.
  bool run() {
    if (is_master()) {
      announce();
      resume();
    }
    network_.emulate({});
    subject_.prepare(record_.stages);
    network_.take_high_water();  // discards the marks of the preparation
    record_.zgemm_flops_per_second = timing::measure_machine(messages_).zgemm_flops_per_second;
    record_.crowded = mpi::ranks_outnumber_cores();
    prepared_ = elapsed();
    measure();
    if (sensitivity_) measure_sensitivities();
    return is_master() ? finish() : true;
  }

  const comm::Messenger& messages() const { return messages_; }

 private:
  bool is_master() const { return ledger_.rank() == core::master; }
  double elapsed() const { return mpi::wall_time() - start_; }

  // What the time limit leaves, s; on the master.
  double left() const { return record_.effort.seconds - elapsed(); }

  // Whether to go on, on the master.
  bool in_time(bool enough) {
    if (!enough) cut_short_ = true;
    return !cut_short_;
  }

  void describe(const Options& options) {
    record_.version = cli::version;
    record_.commit = cli::commit();
    record_.mpi_library = mpi::library_version();
    record_.ranks = ledger_.size();
    record_.case_title = problem_.title;
    record_.case_file = problem_.file;
    record_.hz = problem_.frequencies().front();
    record_.network = network_.figures();
    record_.effort = options.effort;
    for (const auto stage : stages(options))
      if (subject_.has(stage)) record_.stages.push_back(stage);
    make_strategies(strategies(options, problem_.messages.of_run()));
    record_.structural_dofs = subject_.model().structure ? subject_.model().structure->dofs() : 0;
    record_.acoustic_dofs = subject_.model().wet.surface.size();
    record_.digest = identity(options, record_, network_.description());
  }

  // Keeps those that can be used here, which is the same on every network and rank. "auto" measures each network. Collective.
  void make_strategies(const std::vector<comm::StrategyNames>& wanted) {
    for (const auto& network : record_.networks) {
      network_.emulate(network.model);
      auto& strategies = *strategies_.emplace_back(std::make_unique<tuning::Strategies>(network_.top()));
      auto& made = made_.emplace_back();
      const bool first = made_.size() == 1;
      for (const auto& names : wanted) {
        try {
          made.push_back(strategies.find(names));
          if (first) record_.strategies.push_back(names);
        } catch (const core::InputError& error) {
          if (first) record_.refused.push_back({names, error.what()});
        }
      }
    }
  }

  void announce() {
    const auto& effort = record_.effort;
    std::printf("%s at %.6g Hz: %zu strateg%s in %zu stage%s on %d rank%s, %d to %d repeats each\n",
                problem_.title.empty() ? problem_.file.c_str() : problem_.title.c_str(), record_.hz, record_.strategies.size(),
                record_.strategies.size() == 1 ? "y" : "ies", record_.stages.size(), record_.stages.size() == 1 ? "" : "s", record_.ranks,
                record_.ranks == 1 ? "" : "s", effort.fewest, effort.most);
    std::printf("  a round is %zu run%s of a stage, and the first one warms up", items(record_).size(), items(record_).size() == 1 ? "" : "s");
    if (std::isfinite(effort.seconds)) std::printf("; no round begins that would end after %g s (--time)", effort.seconds);
    std::printf("\n%s", la::blas_text().c_str());
    for (const auto& [name, title, model] : record_.networks)
      if (!name.empty()) std::printf("  emulated network %s: %s: %s\n", name.c_str(), title.c_str(), network::describe(model.all).c_str());
    if (const auto& text = network_.description(); !text.empty() && record_.networks.front().name.empty()) std::printf("  %s\n", text.c_str());
    std::map<std::string, int> reasons;
    for (const auto& refused : record_.refused) ++reasons[refused.reason];
    for (const auto& [reason, count] : reasons) std::printf("  %d strateg%s left out: %s\n", count, count == 1 ? "y" : "ies", reason.c_str());
    std::fflush(stdout);
  }

  // Takes over the samples of an interrupted run of the same study.
  void resume() {
    if (!lock_) return;
    if (const auto& other = lock_->left_by(); !other.empty())
      std::printf("%s: a study that was killed has left its lock (%s); taken over\n", json_.c_str(), other.c_str());
    std::ifstream in(json_, std::ios::binary);
    if (!in) return;
    const auto found = look_at({std::istreambuf_iterator<char>(in), {}}, record_);
    if (!found.interrupted) return;
    if (!found.unused.empty())
      std::printf("%s: an interrupted study, which is not gone on with: %s; starting anew\n", json_.c_str(), found.unused.c_str());
    else
      std::printf("%s: going on after %zu runs of stages\n", json_.c_str(), found.samples.size());
    std::fflush(stdout);
    record_.samples = found.samples;
    record_.sensitivities = found.sensitivities;
    elapsed_before_ = found.elapsed_seconds;
  }

  // The master's next item, on every rank; nothing at the end. Collective.
  std::optional<Item> agreed_next(Schedule& schedule) {
    struct {
      std::uint64_t any;
      Item item;
    } wanted{0, {}};
    if (is_master()) {
      if (const auto item = in_time(has_time(schedule, time_left_, left())) ? schedule.next() : std::nullopt) wanted = {1, *item};
    }
    messages_.broadcast(wanted, core::master);
    return wanted.any != 0 ? std::optional(wanted.item) : std::nullopt;
  }

  static std::string position(const Schedule& schedule) { return schedule.name() + ": " + std::to_string(schedule.queue().size()) + " runs left"; }

  // A line of its own, with the time left.
  void print(const std::string& text) {
    last_line_ = mpi::wall_time();
    progress_.wipe();
    const auto time = time_left_.text();
    std::printf("  %s%s%s\n", text.c_str(), time.empty() ? "" : ", ", time.c_str());
    std::fflush(stdout);
  }

  // Says how long the study takes, as soon as each stage has run on each network.
  void estimate_duration(const Schedule& schedule) {
    if (said_duration_) return;
    const double round = time_left_.round(schedule);
    if (std::isnan(round)) return;
    said_duration_ = true;
    time_left_.update(schedule, left());
    progress_.wipe();
    const auto rest = time_left_.rest(schedule);
    std::printf("  %s to go%s", duration_text(rest).c_str(), sensitivity_ ? ", without the sensitivities" : "");
    const double rounds = std::floor((left() - time_left_.queue(schedule)) / round), needed = prepared_ + 2 * round;
    if (rounds < 1)
      std::printf("; --time is too short for the warm-up and one round of repeats: %s in all", duration_text({needed, needed}).c_str());
    else if (left() < rest.most)
      std::printf("; --time allows about %.0f round%s of repeats", rounds, rounds == 1 ? "" : "s");
    std::printf("\n");
    std::fflush(stdout);
  }

  // One run of a stage, on its own network or another. Collective.
  Measured run(const Item& item, const network::NetworkModel& model) {
    network_.emulate(model);
    auto measured = subject_.run(record_.stages[item.stage], made_[item.network][item.strategy]);
    network_.emulate({});
    measured.metrics.most_outstanding_bytes = network_.take_most_outstanding(core::name(record_.stages[item.stage]));
    return measured;
  }

  void measure() {
    Schedule schedule(record_);
    while (const auto item = agreed_next(schedule)) {
      const double before = mpi::wall_time();
      const auto measured = run(*item, record_.networks[item->network].model);
      if (!is_master()) continue;
      record_.samples.push_back(
          {*item, schedule.round(), schedule.warming_up(), static_cast<int>(record_.samples.size()) + 1, measured.metrics, measured.digest});
      time_left_.took(*item, mpi::wall_time() - before);
      estimate_duration(schedule);
      progress_.say(position(schedule) + "  " + time_left_.text());
      if (!schedule.queue().empty()) {
        // Launchers seldom pass a terminal on, and a round may take long.
        if (mpi::wall_time() - last_line_ >= seconds_between_lines) print(position(schedule));
        continue;
      }
      time_left_.update(schedule, left());
      write();
      const auto total = items(record_).size();
      print(schedule.name() + ": " + std::to_string(total - schedule.remaining().size()) + " of " + std::to_string(total) + " have enough repeats");
    }
    progress_.wipe();
  }

  Sensitivity sensitivity(const Item& item) {
    const auto seconds = [&](const network::NetworkModel& model) {
      double result = run(item, model).metrics.seconds;
      messages_.broadcast(result, core::master);
      return result;
    };
    auto traffic = repeats(record_, item).sent;
    messages_.broadcast(traffic, core::master);
    const auto& effort = record_.effort;
    auto result = measure_sensitivity({record_.networks.front().model, seconds, traffic.messages, traffic.bytes, effort.fewest, effort.seed});
    result.stage = item.stage;
    result.strategy = item.strategy;
    return result;
  }

  void sensitivity_begins(const Item& item) {
    std::printf("  sensitivity %zu of %zu: %s, %s\n", record_.sensitivities.size() + 1, items(record_).size(),
                core::name(record_.stages[item.stage]).c_str(), text(record_.strategies[item.strategy]).c_str());
    std::fflush(stdout);
  }

  // Measures every stage with every strategy, except those taken over from an interrupted run.
  void measure_sensitivities() {
    for (std::size_t stage = 0; stage < record_.stages.size(); ++stage)
      for (std::size_t strategy = 0; strategy < record_.strategies.size(); ++strategy) {
        char wanted = in_time(left() > 0) ? 1 : 0;
        for (const auto& known : record_.sensitivities)
          if (known.stage == stage && known.strategy == strategy) wanted = 0;
        messages_.broadcast(wanted, core::master);
        if (!wanted) continue;
        if (is_master()) sensitivity_begins({stage, strategy});
        auto found = sensitivity({stage, strategy});
        if (!is_master()) continue;
        record_.sensitivities.push_back(std::move(found));
        write();
      }
    progress_.wipe();
  }

  // Writes files after each round; a pipe or a device only once, at the end.
  void write(bool at_the_end = false) {
    record_.elapsed_seconds = elapsed_before_ + elapsed();
    lock_ ? lock_->write_to_place([&] { write_files(at_the_end); }) : write_files(at_the_end);
  }

  void write_files(bool at_the_end) {
    if (!csv_.empty() && (at_the_end || io::can_be_replaced(csv_))) io::write_output(csv_, to_csv(record_));
    if (at_the_end || lock_) io::write_output(json_, to_json(record_));
  }

  bool finish() {
    record_.complete = !cut_short_;
    write(true);
    const auto differing = differing_digests(record_);
    std::printf("\n%s", study_table(record_).c_str());
    if (!record_.sensitivities.empty()) std::printf("\n%s", sensitivity_table(record_).c_str());
    if (const auto use = cores(record_)) std::printf("\n%s", use->text().c_str());
    const bool repeated = std::any_of(record_.samples.begin(), record_.samples.end(), [](const auto& sample) { return !sample.warm_up; });
    if (!record_.complete)
      std::printf("\nended by its time limit%s; started again it goes on\n", repeated ? "" : ", too short for a round of repeats");
    if (!csv_.empty()) std::printf("\nrepeats in %s", core::printable(csv_.string()).c_str());
    std::printf("\nreport in %s\n", core::printable(json_.string()).c_str());
    std::fflush(stdout);
    for (const auto& line : differing) cli::complain("results differ in stage " + line);
    return differing.empty();
  }

  fs::path json_, csv_;
  std::optional<io::RunLock> lock_;  ///< of the report, on the master; nothing if that is no file
  cases::Case problem_;
  network::Stack& network_;  ///< emulates while a stage is timed; in between it is as fast as it can be
  Subject subject_;
  comm::Ledger ledger_;
  comm::Messenger messages_;
  cli::ProgressLine progress_;
  double start_, last_line_ = start_, elapsed_before_ = 0;
  Record record_;
  std::vector<std::unique_ptr<tuning::Strategies>> strategies_;  ///< a network each
  std::vector<std::vector<comm::Strategy>> made_;                ///< by network and strategy
  TimeLeft time_left_;
  double prepared_ = 0;  ///< seconds until the first run
  bool sensitivity_;
  bool said_duration_ = false;
  bool cut_short_ = false;
};

}  // namespace

int study(const Options& options, network::Stack& network) {
  auto& transport = network.top();
  comm::Ledger ledger(transport);
  cases::Model model;
  io::Origin origin;
  const auto agreed = cli::validate_on_root({ledger, comm::make_strategy({})}, [&]() -> std::vector<std::string> {
    auto text = cases::read_case_file(options.case_file);
    const cases::Case problem = cases::read_case(text, options.case_file, options.keys.overrides());
    check(options, problem, transport.size());
    auto networks = options.networks_file.empty() ? "" : cases::read_file(options.networks_file);
    networks_of(options, networks);
    const auto folder = fs::path(options.case_file).parent_path();
    origin = cases::origin_of(problem, problem_text(options, text), folder);
    model = cases::build_model(problem, folder, transport.size());
    return {std::move(text), std::move(networks)};
  });
  if (!agreed) return 2;
  auto problem = cases::read_case(agreed->front(), options.case_file, options.keys.overrides());
  if (!cli::validate_everywhere(transport.rank() == core::master, [&] { cases::start_libraries(problem); })) return 2;
  StudyRun run(options, std::move(problem), std::move(origin), std::move(model), networks_of(options, agreed->back()), network);
  if (run.all_refused()) {
    if (transport.rank() == core::master) cli::complain("no strategy can be used here: " + run.refused().front().reason);
    return 2;
  }
  const auto lock = [&]() -> std::vector<std::string> {
    run.lock();
    return {};
  };
  if (!cli::validate_on_root(run.messages(), lock)) return 2;
  char fine = run.run() ? 1 : 0;
  run.messages().broadcast(fine, core::master);
  return fine ? 0 : 1;
}

}  // namespace febem::study
