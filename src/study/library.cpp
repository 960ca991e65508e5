// Settings of the MPI library, a launch for each figure. A launch is the unit of variance: what
// differs between launches (placement, connections, memory) is in the scatter of the figures.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>
#include <sstream>

#include "cases/input_files.h"
#include "cli/progress_line.h"
#include "cli/version.h"
#include "core/error.h"
#include "core/text.h"
#include "core/text_table.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "launcher/launch.h"
#include "mpi/environment.h"
#include "study/command.h"
#include "study/settings.h"
#include "timing/comparison.h"
#include "timing/statistics.h"

namespace febem::study {
namespace {

namespace fs = std::filesystem;
using io::Json;
using launcher::Ended;

constexpr double least_gain = 0.02;  ///< of a median, for a setting to be launched again

void show(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

/// A signal asked this process to end.
struct Interrupted {
  int signal;
};

/// The seconds of one launch: of each stage, and of all if there are several.
using Seconds = std::vector<double>;

/// A setting and its launches. The first one is the default.
struct Tried {
  Setting setting;
  Setting written = {};                                  ///< as the library's own file has it
  std::string left_out = {};                             ///< why; empty: it takes part
  std::vector<Seconds> screened = {}, confirmed = {};    ///< by round
  std::vector<timing::Comparison> against_default = {};  ///< by figure

  std::vector<double> values(bool confirm, std::size_t figure) const {
    std::vector<double> values;
    for (const auto& seconds : confirm ? confirmed : screened) values.push_back(seconds[figure]);
    return values;
  }
  double median(std::size_t figure) const {
    return timing::summarise(values(false, figure)).median;
  }
};

class LibraryStudy {
 public:
  /// Reads the settings. Throws core::InputError.
  explicit LibraryStudy(const Options& options)
      : options_(options), program_(fs::read_symlink("/proc/self/exe").string()),
        launcher_(options.launcher.empty() ? launcher::usual(program_) : options.launcher),
        folder_(options.json_file().parent_path()), random_(options.effort.seed) {
    is_file_ = !options.settings.empty() && options.settings != "auto";
    auto all = is_file_ ? read_settings(cases::read_file(options.settings), options.settings)
                        : shipped_settings();
    if (options.settings.empty()) all.clear();
    if (!all.empty()) names_ = std::string(rules_file) + ",";
    tried_.push_back({{"default"}});
    for (auto& one : all) {
      for (const auto& [name, value] : one.values) names_ += name + ",";
      tried_.push_back({std::move(one)});
    }
  }

  /// The first launch: which library it is, what it sends, and the values of its variables. Throws
  /// core::InputError if it knows no settings.
  void start() {
    plain_ = launch_default();
    version_ = plain_.at("mpi").at("library");
    library_ = &library_of(version_);
    show(core::text(version_, ", ", options_.ranks, " ranks, by ", launcher_, "\n"));
    if (plain_.at("network").at("emulated").is_object())
      throw core::InputError(options_.case_file,
          ": its network is emulated, with collectives that are not the library's");
    for (const auto& stage : plain_.at("stages")) {
      figures_.push_back(stage);
      const auto& messages = plain_.at("library").at("messages");
      if (messages.contains(figures_.back()))
        for (const auto& [kind, lengths] : messages.at(figures_.back()).items())
          for (const auto& [bytes, number] : lengths.items()) {
            const auto found = sent_.try_emplace(kind, std::stoll(bytes)).first;
            found->second = std::min<core::Count>(found->second, std::stoll(bytes));
          }
    }
    double all = 0;
    for (const auto& result : plain_.at("results"))
      all += result.at("median_seconds").get<double>();
    if (figures_.size() > 1) figures_.push_back("together");
    repeats_ = static_cast<int>(std::clamp(1 / all, 1.0, 20.0));  // for about a second
    limit_ = 30 + 5 * seconds_;  // slower than that no setting is of use
    const auto most = options_.effort.most;
    if (0.05 * std::ldexp(0.5, most) < (is_self_check() ? 1 : static_cast<double>(figures_.size())))
      throw core::InputError("option '--repeats': ", most, " confirming launches are too few for ",
          core::counted(figures_.size(), "comparison"), " at 95 %");
    if (!is_file_)
      std::erase_if(tried_, [&](const Tried& one) {
        return version_.find(one.setting.shipped_for) == std::string::npos;
      });
    for (auto& one : tried_)
      for (const auto& [name, value] : one.setting.values)
        if (read_back(plain_, name).is_null() && !cannot_be_read(name))
          refuse(one, "this library has no variable '" + name + "' here");
        else if (!is_file_ && is_unused(one.setting, sent_))
          refuse(one, "the stages call no such collective");
    if (tried_.size() == 1 && !is_self_check())
      throw core::InputError(
          "option '--library': no settings are shipped for ", version_, "; write a file");
  }

  void study() {
    rounds(pointers([](const Tried& one) { return one.left_out.empty(); }), options_.effort.fewest,
        false);
    print_screening();
    auto best = candidates();
    if (best.size() > 1) {
      const launcher::TemporaryDirectory scratch;
      for (auto* one : best) one->written = with_rules(one->setting, scratch.path());
      rounds(best, options_.effort.most, true);
      compare(best);
    }
    for (std::size_t figure = 0; figure < figures_.size(); ++figure) recommend(figure);
  }

  void check_itself() {
    tried_.push_back(tried_.front());
    std::vector<double> smallest;
    int different = 0;
    double worst = 1;
    for (int i = 0; i < options_.self_checks; ++i) {
      for (auto& one : tried_) one.confirmed.clear();
      rounds(pointers([](const Tried&) { return true; }), options_.effort.most, true);
      for (std::size_t figure = 0; figure < figures_.size(); ++figure) {
        const auto found =
            timing::compare(tried_[0].values(true, figure), tried_[1].values(true, figure));
        different += found.verdict() != timing::Comparison::Verdict::tie ? 1 : 0;
        smallest.push_back(std::sqrt(found.upper / found.lower) - 1);
        worst = std::max({worst, found.ratio, 1 / found.ratio});
        comparisons_.push_back(json_of(figure, "default", found));
      }
    }
    show(core::text("the default against itself: ", different, " of ", smallest.size(),
        " comparisons called different (at 95 % each, so 1 in 20 is due); the largest difference ",
        percent(worst - 1), "\n", options_.effort.most, " launches of each show a difference of ",
        percent(timing::summarise(smallest).median), " in every second comparison\n"));
  }

  void write() const {
    auto report = io::report_head("library", cli::version, cli::commit(), version_);
    Json settings = Json::array();
    for (const auto& one : tried_)
      settings.push_back(
          {{"name", one.setting.name}, {"values", one.setting.values}, {"left_out", one.left_out},
              {"screened_seconds", one.screened}, {"confirmed_seconds", one.confirmed}});
    report.update({{"launcher", launcher_}, {"ranks", options_.ranks}, {"figures", figures_},
        {"case", plain_.at("case")}, {"library", plain_.at("library")}, {"settings", settings},
        {"comparisons", comparisons_}, {"recommended", recommended_}});
    io::write_output(options_.json_file(), io::file_text(report, 1));
    show("report in " + core::printable(options_.json_file().string()) + "\n");
  }

 private:
  static std::string ratio_text(const timing::Comparison& one) {
    return core::formatted("%.3f (%.3f to %.3f)", one.ratio, one.lower, one.upper);
  }
  static std::string percent(double part) { return core::number(100 * part, "%.1f %%"); }

  bool is_self_check() const { return options_.self_checks > 0; }

  /// The line by which Intel MPI refuses a variable or a value of the last launch.
  std::string complaint() const {
    std::istringstream lines(output_);
    for (std::string line; std::getline(lines, line);)
      if (line.find("MPI startup(): ") != std::string::npos &&
          (line.ends_with("is not supported.") || line.ends_with("will be ignored")))
        return line;
    return {};
  }

  /// Intel MPI documents variables of its environment that MPI_T does not list.
  bool cannot_be_read(const std::string& name) const {
    return version_.find("Intel") != std::string::npos && name.starts_with("I_MPI_");
  }
  bool is_unchanged(const std::string& name, const Json& report) const {
    return name != use_rules && !cannot_be_read(name) &&
           read_back(report, name) == read_back(plain_, name);
  }

  static const Json& read_back(const Json& report, const std::string& name) {
    return report.at("library").at("settings").at(name);
  }

  Json json_of(std::size_t figure, const std::string& name, const timing::Comparison& one) const {
    return {{"stage", figures_[figure]}, {"setting", name}, {"rounds", one.rounds},
        {"ratio", one.ratio}, {"lower", one.lower}, {"upper", one.upper},
        {"confidence", one.confidence}};
  }

  /// A setting of a user must be right; a shipped one need not suit every library.
  void refuse(Tried& one, const std::string& why) const {
    if (is_file_) throw core::InputError(options_.settings, ": [", one.setting.name, "]: ", why);
    one.left_out = why;
  }

  std::vector<Tried*> pointers(auto&& which) {
    std::vector<Tried*> result;
    for (auto& one : tried_)
      if (which(one)) result.push_back(&one);
    return result;
  }

  /// The report of a launch with these variables; nothing and `why` if it failed.
  std::optional<Json> launch(const std::vector<std::string>& variables, std::string& why) {
    const launcher::TemporaryDirectory scratch;
    const auto report = (scratch.path() / "study.json").string();
    auto command = launcher::words(launcher_, options_.ranks);
    const auto add = [&](std::initializer_list<std::string> words) {
      command.insert(command.end(), words);
    };
    add({program_, "study", options_.case_file, "--json", report, "--repeats",
        std::to_string(repeats_), "--read-back", "," + names_});
    const auto& [routes, cuts, paces] = options_.words;
    add({"--route", routes.empty() ? "native" : routes.front()});
    if (!cuts.empty()) add({"--cut", cuts.front()});
    if (!paces.empty()) add({"--pace", paces.front()});
    for (const auto& stage : options_.stages) add({"--stage", stage});
    for (const auto& key : options_.keys.overrides())
      if (key.section.rfind("messages", 0) != 0) add({key.option + "=" + key.value});
    const auto ended = launcher::launch(command, limit_, scratch.path(), variables);
    seconds_ += ended.seconds;
    if (ended.how == Ended::How::interrupted) throw Interrupted{ended.status};
    output_ = ended.output;
    const auto text = core::file_text(report);
    if (ended.how == Ended::How::exited && ended.status == 0 && !text.empty())
      return Json::parse(text);
    why = ended.how == Ended::How::timed_out ? core::text("no end after ", limit_, " s")
          : ended.how == Ended::How::not_started
              ? "cannot start '" + command.front() + "'"
              : core::text("its launch ended with ",
                    ended.how == Ended::How::exited ? "status " : "signal ", ended.status);
    return std::nullopt;
  }

  Json launch_default(const std::vector<std::string>& variables = {}) {
    std::string why;
    if (auto report = launch(variables, why)) return *report;
    std::fputs(output_.c_str(), stderr);
    throw core::InputError("cannot study by '" + launcher_ + "': " + why);
  }

  /// Launches each in random order, `count` times; what fails takes no further part. No round
  /// begins that is likely to end after the time limit, of which screening may take half.
  void rounds(std::vector<Tried*> which, int count, bool confirm) {
    cli::ProgressLine progress(true);
    for (int round = 1; round <= count; ++round) {
      const double begin = seconds_;
      std::shuffle(which.begin(), which.end(), random_);
      for (std::size_t i = 0; i < which.size(); ++i) {
        progress.say(core::text(confirm ? "confirming" : "screening", "  round ", round, " of ",
            count, "  ", i + 1, " of ", which.size(), "  ", which[i]->setting.name));
        run(*which[i], confirm);
      }
      std::erase_if(which, [](const Tried* one) { return !one->left_out.empty(); });
      if (seconds_ + (seconds_ - begin) > (confirm ? 1 : 0.5) * options_.effort.seconds) return;
    }
  }

  void run(Tried& one, bool confirm) {
    std::string why;
    const auto& setting = confirm && !one.written.name.empty() ? one.written : one.setting;
    const auto report = launch(variables(setting, *library_), why);
    if (!report) {
      if (one.setting.values.empty()) throw core::RunError("the default: ", why, "\n", output_);
      one.left_out = why;
      return;
    }
    auto& list = confirm ? one.confirmed : one.screened;
    if (!confirm && list.empty()) {
      if (const auto said = complaint(); !said.empty()) return refuse(one, said);
      for (const auto& [name, value] : one.setting.values)
        if (is_unchanged(name, *report))
          return refuse(one,
              "'" + name + "' reads back unchanged: " + read_back(plain_, name).get<std::string>());
    }
    auto& seconds = list.emplace_back();
    double all = 0;
    for (const auto& result : report->at("results"))
      all += seconds.emplace_back(result.at("median_seconds").get<double>());
    if (seconds.size() < figures_.size()) seconds.push_back(all);
  }

  void print_screening() const {
    core::TextTable table({0});
    std::vector<std::string> head{"setting"};
    for (const auto& figure : figures_) head.push_back(figure + ", s");
    table.row(head);
    std::map<std::string, int> reasons;
    for (const auto& one : tried_) {
      if (!one.left_out.empty()) {
        ++reasons[one.left_out];
        continue;
      }
      std::vector<std::string> cells{one.setting.name};
      for (std::size_t figure = 0; figure < figures_.size(); ++figure)
        cells.push_back(core::number(one.median(figure)));
      table.row(cells);
    }
    auto text = core::text("\n", table.text(),
        "  Medians of launches: ", tried_.front().screened.size(), " of each.\n");
    for (const auto& [reason, number] : reasons)
      text += "  " + core::counted(number, "setting") + " left out: " + reason + "\n";
    show(text + "\n");
  }

  /// The default, and the two best of each stage that gain something: no more than the confirming
  /// launches can tell at 95 % for all.
  std::vector<Tried*> candidates() {
    std::vector<Tried*> result{&tried_.front()};
    const double most = 1 + std::floor(0.05 * std::ldexp(0.5, options_.effort.most) /
                                       static_cast<double>(figures_.size()));
    for (std::size_t place = 0; place < 2; ++place)
      for (std::size_t figure = 0; figure < figures_.size(); ++figure) {
        const double limit = (1 - least_gain) * tried_.front().median(figure);
        auto gaining = pointers(
            [&](const Tried& one) { return one.left_out.empty() && one.median(figure) < limit; });
        std::sort(gaining.begin(), gaining.end(),
            [&](const Tried* a, const Tried* b) { return a->median(figure) < b->median(figure); });
        if (place < gaining.size() && static_cast<double>(result.size()) < most &&
            std::find(result.begin(), result.end(), gaining[place]) == result.end())
          result.push_back(gaining[place]);
      }
    return result;
  }

  void compare(const std::vector<Tried*>& best) {
    const auto number = static_cast<double>((best.size() - 1) * figures_.size());
    core::TextTable table({0, 1});
    table.row({"stage", "setting", "time / default's", ""});
    for (std::size_t figure = 0; figure < figures_.size(); ++figure)
      for (auto* one : best) {
        if (one->setting.values.empty() || one->left_out.size() > 0) continue;
        const auto found = timing::compare(
            tried_.front().values(true, figure), one->values(true, figure), 1 - 0.05 / number);
        one->against_default.push_back(found);
        comparisons_.push_back(json_of(figure, one->setting.name, found));
        using enum timing::Comparison::Verdict;
        table.row({figures_[figure], one->setting.name, ratio_text(found),
            found.lower == 0            ? "too few launches"
            : found.verdict() == faster ? "faster"
            : found.verdict() == slower ? "slower"
                                        : "tie"});
      }
    show(table.text() + core::text("  ", tried_.front().confirmed.size(),
                            " fresh launches of each in random order; 95 % for all ", number,
                            " comparisons.\n\n"));
  }

  /// The setting with rules in place of forced algorithms, which it writes to a file in `folder`.
  Setting with_rules(Setting setting, const fs::path& folder) const {
    const auto file = fs::absolute(folder / ("library-" + setting.name + ".rules"));
    const auto rules = take_rules(setting, options_.ranks, sent_, file);
    if (!rules.empty()) io::write_output(file, rules);
    return setting;
  }

  void recommend(std::size_t figure) {
    const Tried* best = nullptr;
    for (const auto& one : tried_)
      if (!one.against_default.empty() &&
          one.against_default[figure].verdict() == timing::Comparison::Verdict::faster &&
          (best == nullptr ||
              one.against_default[figure].ratio < best->against_default[figure].ratio))
        best = &one;
    const bool too_few = std::any_of(tried_.begin(), tried_.end(), [&](const Tried& one) {
      return !one.against_default.empty() && one.against_default[figure].lower == 0;
    });
    if (best == nullptr)
      return show(figures_[figure] + (too_few ? ": too few launches to tell: give more --time\n"
                                              : ": the default is not beaten\n"));
    const auto& found = best->against_default[figure];
    const auto line = core::text(figures_[figure], ": ", best->setting.name, " takes ",
        ratio_text(found), " of the default's time");
    show(line + "\n" + files_of(*best, line));
    recommended_[figures_[figure]] = best->setting.name;
  }

  /// Writes the files by which the library takes a setting over, and looks whether it does. Returns
  /// how they are used. Throws core::RunError.
  std::string files_of(const Tried& one, const std::string& comment) {
    const auto setting = with_rules(one.setting, folder_);
    const auto file = fs::absolute(folder_ / ("library-" + setting.name + library_->ending));
    io::write_output(file, file_text(setting, *library_, comment));
    const auto ranks = std::to_string(options_.ranks);
    if (*library_->prefix == '\0')
      return "  use it: . " + file.string() + " && mpirun -n " + ranks + " PROGRAM\n";
    const auto loaded = launch_default({"OMPI_MCA_mca_base_envar_file_prefix=" + file.string()});
    for (const auto& [name, value] : setting.values)
      if (is_unchanged(name, loaded))
        throw core::RunError(
            file.string(), " is not taken over: '", name, "' reads back unchanged");
    return "  use it: mpirun --tune " + file.string() + " -n " + ranks + " PROGRAM\n";
  }

  const Options& options_;
  const std::string program_, launcher_;
  const fs::path folder_;
  std::mt19937_64 random_;
  bool is_file_ = false;
  std::string names_;         ///< of all variables, separated by commas
  std::vector<Tried> tried_;  ///< the default first
  std::vector<std::string> figures_;
  const Library* library_ = nullptr;
  Shortest sent_;
  std::string version_;  ///< of the library
  Json plain_;           ///< report of a launch without variables
  int repeats_ = 1;      ///< of a stage in a launch
  double limit_ = 600;   ///< s for a launch
  double seconds_ = 0;   ///< of all launches
  std::string output_;   ///< of the last launch
  Json comparisons_ = Json::array(), recommended_ = Json::object();
};

}  // namespace

int library_study(const Options& options) {
  try {
    if (mpi::launched().ranks > 1)
      throw core::InputError(
          "a study of the library starts its launches itself: start it without "
          "mpirun, and say how by --launcher and --ranks");
    cli::try_outputs({{"--json", options.json_file()}});
    const launcher::SignalGuard guard;
    LibraryStudy study(options);
    study.start();
    options.self_checks > 0 ? study.check_itself() : study.study();
    study.write();
    return 0;
  } catch (const Interrupted& by) {
    return 128 + by.signal;
  }
}

}  // namespace febem::study
