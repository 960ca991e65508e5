// minifebem: the program, from the command line to the exit status.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/command_line.h"
#include "cases/input_files.h"
#include "cli/input_errors.h"
#include "comm/messenger.h"
#include "comm/mpi_transport.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/text_table.h"
#include "core/types.h"
#include "la/blas_library.h"
#include "mpi/communicator.h"
#include "mpi/environment.h"

namespace {

using namespace febem;

// Ends every rank. When several fail together the lowest speaks first, and its abort silences the
// others.
[[noreturn]] void end_all(int rank, const std::exception& error) {
  std::this_thread::sleep_for(std::chrono::milliseconds(std::min(100 * rank, 2000)));
  cli::complain("rank " + std::to_string(rank) + ": " + core::message_of(error));
  mpi::abort_all(1);
}

// Whether everything the command is to write can be written, said by the master. Collective.
bool can_write(const app::Parsed& parsed, comm::Transport& transport) {
  return cli::check_on_root({transport, comm::make_strategy({})}, [&] {
    auto outputs = parsed.outputs;
    outputs.push_back({"--trace", parsed.network.trace});
    cli::try_outputs(outputs);
  });
}

// The command as a shell takes it.
std::string command_of(const std::vector<std::string>& arguments) {
  std::string text = "minifebem";
  for (auto argument : arguments) {
    constexpr const char* plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+@%-";
    if (argument.empty() || argument.find_first_not_of(plain) != std::string::npos) {
      for (auto at = argument.find('\''); at != std::string::npos; at = argument.find('\'', at + 4))
        argument.replace(at, 1, "'\\''");
      argument = "'" + argument + "'";
    }
    text += " " + argument;
  }
  return text;
}

// The case of the command, with the options applied; empty for a command without one. Nothing,
// after a line of the master, if the case is wrong. Collective; the same on every rank.
std::optional<cases::CaseInput> read_input(const app::Parsed& parsed,
    const std::vector<std::string>& arguments, comm::Transport& transport) {
  cases::CaseInput input;
  input.command = command_of(arguments);
  if (!parsed.case_file) return input;
  const auto read = [&](std::string text, const cases::TextOfFile& text_of) {
    input.problem = cases::read_case(text, *parsed.case_file, parsed.overrides, text_of);
    input.text = std::move(text);
  };
  const auto agreed = cli::validate_on_root(
      {transport, comm::make_strategy({})}, [&]() -> std::vector<std::string> {
        const std::filesystem::path file = *parsed.case_file;
        std::vector<std::string> texts{cases::read_case_file(file)};
        read(texts.front(), [&](const std::string& name) {
          return texts.emplace_back(cases::read_case_file(file.parent_path() / name));
        });
        return texts;
      });
  if (!agreed) return {};
  auto next = agreed->begin();
  if (transport.rank() != core::master) read(*next, [&](const std::string&) { return *++next; });
  return input;
}

// The network options of a command, with the network of its case unless an option emulates one.
network::Options network_options(const app::Parsed& parsed, const cases::Case& problem) {
  auto options = parsed.network;
  if (const auto& network = problem.network; network && !options.emulated)
    options.emulated.emplace().all = {network->latency, network->overhead, network->bandwidth};
  return options;
}

// Sets this rank's group, where the ranks are to be divided. Collective. Throws core::InputError,
// on every rank, if they cannot be.
void join_group(const app::Parsed& parsed, const comm::Transport& everyone,
    std::optional<comm::MpiTransport>& group) {
  const mpi::RankGroups groups{everyone.size(), parsed.groups};
  if (!groups.divided()) return;
  if (groups.count > groups.ranks)
    throw core::InputError("option '--groups': ", groups.count, " groups, but only ",
        core::counted(groups.ranks, "rank"));
  if (network::needs_all_ranks(parsed.network))
    throw core::InputError(
        "option '--groups': '--trace', '--outstanding', '--receive-buffer' and '--emulate-link' "
        "are of all ranks together");
  group.emplace(mpi::Communicator::world().split(groups.of(everyone.rank())), parsed.network.wait);
}

// Whether the launcher that started the process is of another library: then every rank believes
// that it is alone.
bool is_foreign(const mpi::Launched& launched, int ranks) {
  if (ranks > 1 || launched.ranks <= 1) return false;
  if (launched.rank == 0)
    cli::complain("started as " + std::to_string(launched.ranks) +
                  " ranks by the launcher of another MPI library, or over another protocol: each "
                  "is alone; use the launcher of " +
                  mpi::library_version());
  return true;
}

// The arguments as one text.
std::string joined(const std::vector<std::string>& arguments) {
  std::string text;
  for (const auto& argument : arguments) text += argument + '\0';
  return text;
}

// The status with which the process ends: an error if not everything that was printed could be
// written.
int after_printing(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  cli::complain(std::string("cannot write to standard output") +
                (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
  return status == 0 ? 1 : status;
}

// The status of a command that starts without MPI. What it throws becomes a line.
int status_of(const std::function<int()>& command) {
  try {
    return command();
  } catch (const core::InputError& error) {
    if (mpi::launched().rank != 0) return 0;  // only the rank that speaks fails
    cli::complain(error.what());
    return 2;
  } catch (const std::exception& error) {
    cli::complain(core::message_of(error));
    return 1;
  }
}

}  // namespace

// Status 0: done; 1: failed while running, or a check failed; 2: bad input. A failure on one rank
// prints one line with rank and cause and ends all ranks.
int main(int argc, char** argv) {
  // A file size limit is an error of the write, to be reported, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  la::prepare_blas();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto parsed = app::parse_command_line(arguments);
  if (parsed.run_without_mpi) return after_printing(status_of(parsed.run_without_mpi));
  const mpi::Environment environment(&argc, &argv);
  if (const int rank = mpi::first_that_differs(joined(arguments)); rank != 0) {
    if (mpi::Communicator::world().rank() == core::master)
      cli::complain(
          "rank " + std::to_string(rank) +
          " was started with another command line than rank 0; give all ranks the same arguments");
    return 2;
  }
  comm::MpiTransport transport(mpi::Communicator::world(), parsed.network.wait);
  const bool prints = transport.rank() == core::master;
  // Only the rank that speaks fails: a launcher ends all ranks as soon as one has failed.
  if (is_foreign(mpi::launched(), transport.size())) return mpi::launched().rank == 0 ? 2 : 0;
  if (!parsed.run) {
    if (!prints) return parsed.status;
    std::fputs(parsed.text.c_str(), parsed.status == 0 ? stdout : stderr);
    return after_printing(parsed.status);
  }
  try {
    la::check_blas();
    if (!can_write(parsed, transport)) return 2;
    const auto input = read_input(parsed, arguments, transport);
    if (!input) return 2;
    std::optional<comm::MpiTransport> group;
    std::optional<network::Stack> network;
    const auto set_up = [&] {
      join_group(parsed, transport, group);
      network.emplace(group ? *group : transport, network_options(parsed, input->problem));
    };
    if (!cli::validate_everywhere(prints, set_up)) return 2;
    const int status = parsed.run({*network, group ? transport : network->top(), *input});
    if (status != 2) network->finish();
    return after_printing(status);
  } catch (const std::exception& error) {
    end_all(transport.rank(), error);
  }
}
