#include "cli/network_options.h"

#include <cmath>

#include "cli/cli11.h"
#include "comm/cut.h"
#include "core/error.h"
#include "core/units.h"

namespace febem::cli {
namespace {

network::NetworkModel& model(network::Options& options) {
  if (!options.emulated) options.emulated.emplace();
  return *options.emulated;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// "0-1:300us,10Mbit" or "0-1:300us,10Mbit,5us".
network::NetworkModel::Exception read_link(const std::string& text) {
  const std::string option = "--emulate-link";
  const auto colon = text.find(':');
  const auto ranks = split(text.substr(0, colon), '-');
  const auto figures = split(colon == std::string::npos ? "" : text.substr(colon + 1), ',');
  const auto from = core::parse_count(ranks.front()), to = core::parse_count(ranks.back());
  if (ranks.size() != 2 || !from || !to || from == to || figures.size() < 2 || figures.size() > 3)
    throw CLI::ValidationError(
        option, "'" + text + "' is not FROM-TO:LATENCY,BANDWIDTH[,OVERHEAD]");
  network::Link link;
  link.latency = quantity(option, figures[0], "s", true);
  link.bandwidth = quantity(option, figures[1], "B/s", false);
  if (figures.size() == 3) link.overhead = quantity(option, figures[2], "s", true);
  return {*from, *to, link};
}

}  // namespace

double quantity(
    const std::string& option, const std::string& text, const std::string& unit, bool may_be_zero) {
  try {
    const double value = core::parse_quantity(text, unit);
    if (std::isfinite(value) && (value > 0 || (may_be_zero && value == 0))) return value;
  } catch (const core::InputError& error) {
    throw CLI::ValidationError(option, "'" + text + "' " + error.what());
  }
  throw CLI::ValidationError(option, "'" + text + "' must be " + (may_be_zero ? ">= 0" : "> 0"));
}

std::size_t size(const std::string& option, const std::string& text, const char* example) {
  if (const auto bytes = comm::parse_size(text)) return *bytes;
  throw CLI::ValidationError(option, "'" + text + "' is not a size such as " + example);
}

void add_network_options(CLI::App& command, network::Options& options) {
  using Texts = std::vector<std::string>;
  const auto in_group = [](CLI::Option* option, const char* type) {
    return option->type_name(type)->group("Network");
  };
  const auto add = [&](const std::string& name, const char* type, const char* help, auto set) {
    in_group(command.add_option_function<Texts>(
                 name, [set](const Texts& texts) { set(texts.back()); }, help),
        type)
        ->expected(1)
        ->take_last();
  };
  const auto add_figure = [&](const std::string& name, const char* type, const char* unit,
                              const char* help, double network::Link::*figure) {
    add(name, type, help, [&options, name, unit, figure](const std::string& text) {
      model(options).all.*figure = quantity(name, text, unit, figure != &network::Link::bandwidth);
    });
  };
  add("--wait", "{spin,yield}",
      "how a rank waits for a message. spin: lowest latency, uses the whole core. yield: gives the "
      "core to other ranks, and after 5 ms sleeps 0.1 ms at a time [yield where the ranks of a "
      "machine outnumber its cores]",
      [&options](const std::string& text) {
        if (text != "spin" && text != "yield")
          throw CLI::ValidationError("--wait", "'" + text + "' is neither spin nor yield");
        options.wait = text == "spin" ? mpi::Wait::spin : mpi::Wait::yield;
      });
  add("--stall-limit", "TIME",
      "abort the run when no rank has made progress for this time, such as 60s, and print where "
      "each rank is. It must be longer than a step of a stage takes a rank, and than writing the "
      "results [never]",
      [&options](
          const std::string& text) { options.stall_limit = quantity("--stall-limit", text, "s"); });
  add_figure("--emulate-latency", "TIME", "s",
      "add this to the time of every message, such as 200us [0]", &network::Link::latency);
  add_figure("--emulate-bandwidth", "RATE", "B/s",
      "limit what leaves, and what reaches, each rank, such as 100Mbit or 12.5MB/s [no limit]",
      &network::Link::bandwidth);
  add_figure("--emulate-overhead", "TIME", "s",
      "occupy sender and receiver for this time with each message, such as 5us [0]",
      &network::Link::overhead);
  in_group(command.add_option_function<Texts>(
               "--emulate-link",
               [&options](const Texts& texts) {
                 for (const auto& text : texts)
                   model(options).exceptions.push_back(read_link(text));
               },
               "other figures from one rank to another, such as 0-1:1ms,10Mbit; may be repeated"),
      "FROM-TO:LATENCY,BANDWIDTH[,OVERHEAD]")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add("--receive-buffer", "SIZE",
      "fail if more than this, such as 64KiB, is in flight to a rank in stage 1, 3 or 4 [no limit]",
      [&options](const std::string& text) {
        options.receive_buffer = size("--receive-buffer", text, "64KiB");
      });
  add("--trace", "FILE", "write what every rank did to a file for ui.perfetto.dev",
      [&options](const std::string& text) { options.trace = text == "-" ? "/dev/stdout" : text; });
  in_group(command.add_option("--trace-events", options.trace_events,
               "at most this many events in that file, of all ranks together, 48 bytes of memory "
               "each; later events are left out"),
      "N")
      ->check(CLI::PositiveNumber)
      ->take_last()
      ->capture_default_str();
  const auto add_flag = [&](const char* name, bool& flag, const char* help) {
    command.add_flag(name, flag, help)->group("Network");
  };
  add_flag("--unbuffered", options.unbuffered,
      "make every send wait for its receiver, as with an eager limit of 0 (not the native "
      "collectives)");
  add_flag("--outstanding", options.outstanding,
      "report the most bytes in flight to each rank, by stage, strategy or length; slows short "
      "messages");
}

}  // namespace febem::cli
