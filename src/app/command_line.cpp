#include "app/command_line.h"

#include <algorithm>
#include <memory>

#include "app/help_topics.h"
#include "app/mesh_command.h"
#include "bench/check/command.h"
#include "benchmarks/command.h"
#include "cli/cli11.h"
#include "cli/help_page.h"
#include "cli/version.h"
#include "core/text.h"
#include "la/blas_library.h"
#include "mpi/environment.h"
#include "report/command.h"
#include "solve/benchmark.h"
#include "solve/command.h"
#include "study/command.h"
#include "verify/command.h"

namespace febem::app {
namespace {

constexpr const char* about =
    "Vibroacoustic FE/BE solver in four message-passing stages.\n"
    "Runs alone or under mpirun, mpiexec or srun; rank 0 prints and writes.\n\n"
    "  minifebem solve meshes/cases/sonobuoy.toml\n"
    "  mpirun -n 4 minifebem solve meshes/cases/sonobuoy.toml --frequency 1000 2000 --cut 4KiB "
    "--pace ack\n";

/// Lines on the program, its compiler, and the libraries it is linked with: MPI, BLAS, PETSc.
std::string version_text() {
  return cli::program_name() + "\ncompiler  " FEBEM_COMPILER "\nMPI       " +
         mpi::library_version() + "\nBLAS      " + la::blas_library() +
         "\nPETSc     " FEBEM_PETSC_TEXT "\n";
}

/// Help whose lines have at most 100 characters. An option shows its choices and its default, not
/// what it excludes: an error says that.
class HelpFormatter final : public CLI::Formatter {
  static constexpr std::size_t names_width = 30, text_width = 70;

  std::string make_option_opts(const CLI::Option* option) const override {
    return value_text(*option);
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return cli::wrapped(option->get_description(), text_width);
  }

 public:
  HelpFormatter() { column_width(names_width); }
};

/// A subcommand with the options of its folder. `chosen` gets the options if the user names the
/// command.
template <class Options>
void add_command(CLI::App& app, const char* name, const char* help,
    std::function<void(std::shared_ptr<const Options>)> chosen) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand(name, help);
  add_options(*command, *options);
  command->final_callback([options, chosen] { chosen(options); });
}

// The innermost subcommand that was named.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

// The argument that the parser could not place: an option if there is one, since its value is then
// misplaced too.
std::string stray_word(const CLI::App& app) {
  const auto words = app.remaining(true);
  const auto option =
      std::find_if(words.begin(), words.end(), [](const auto& word) { return word[0] == '-'; });
  if (option != words.end()) return option->substr(0, option->find('='));
  return words.empty() ? "" : words.front();
}

std::string explain(const CLI::ParseError& error, const CLI::App& app) {
  if (const auto word = stray_word(app); !word.empty()) {
    const auto near = core::nearest(word, known_words(innermost(app)));
    return "unexpected '" + word + "'" +
           (near.empty() ? "; see --help" : "; did you mean '" + near + "'?");
  }
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text + "; see --help";
}

}  // namespace

Parsed parse_command_line(const std::vector<std::string>& arguments) {
  Parsed result;
  CLI::App app(about, "minifebem");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", version_text);
  app.require_subcommand(1);
  const auto takes_case = [&](const auto& options) {
    result.network = options.network;
    result.outputs = options.outputs();
    result.case_file = options.case_file;
    result.overrides = options.keys.overrides();
  };
  add_command<solve::Options>(app, "solve", "solve a case", [&](auto options) {
    takes_case(*options);
    result.groups = options->groups;
    result.run = [options](const Session& session) {
      return solve::solve(*options, session.input, session.group, session.everyone);
    };
  });
  add_command<study::Options>(
      app, "study", "time the stages of a case with many strategies", [&](auto options) {
        if (options->makes_launches()) {
          result.run_without_mpi = [options] { return study::library_study(*options); };
          return;
        }
        takes_case(*options);
        result.run = [options](const Session& session) {
          return study::study(*options, session.input, session.group);
        };
      });
  add_command<verify::Options>(
      app, "verify", "compare with exact solutions; status 1 if any fails", [&](auto options) {
        result.outputs = options->outputs();
        result.run = [options](const Session& session) {
          return verify::verify(*options, session.group);
        };
      });
  add_command<benchmarks::Options>(
      app, "bench", "time patterns of messages, or arithmetic", [&](auto options) {
        result.network = options->network;
        result.outputs = options->outputs();
        result.run = [options](const Session& session) {
          return benchmarks::bench(*options, session.group);
        };
      });
  add_command<solve::BenchmarkOptions>(
      app, "benchmark", "a figure of merit of this machine by a named problem", [&](auto options) {
        result.network = options->network;
        result.outputs = options->outputs();
        result.run = [options](const Session& session) {
          return solve::benchmark(*options, session.group);
        };
      });
  add_command<check::Options>(app, check::command_name,
      "is this MPI library fit for codes like this one?",
      [&](auto options) { result.run_without_mpi = [options] { return check::check(*options); }; });
  add_command<report::Options>(
      app, "report", "make a page to look at of what a command wrote", [&](auto options) {
        result.run_without_mpi = [options] {
          report::report(*options);
          return 0;
        };
      });
  add_command<MeshOptions>(app, "mesh", "mesh generators and mesh files", [&](auto options) {
    result.run = [options](
                     const Session& session) { return mesh_command(*options, session.group); };
  });
  std::string topic;
  bool markdown = false;
  auto* help = app.add_subcommand("help", "explain a topic; without one, list the topics");
  help->add_option("TOPIC", topic, "what to explain; without it the topics are listed");
  help->add_flag("--markdown", markdown, "as a page of docs/reference");
  help->final_callback([&] { result.text = help_topic(topic, markdown, app); });
  const auto refuse = [&](const std::string& why) {
    result.text = "minifebem: " + core::printable(why) + "\n";
    result.status = 2;
  };
  if (arguments.empty()) {
    result.text = app.help();
    return result;
  }
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    result.text = app.help();
  } catch (const CLI::CallForVersion& call) {
    result.text = call.what();
  } catch (const CLI::ParseError& error) {
    refuse(explain(error, app));
  } catch (const core::InputError& error) {
    refuse(error.what());
  }
  return result;
}

}  // namespace febem::app
