#include "app/command_line.h"

#include "core/error.h"
#include "support/catch.h"

using febem::app::Action;
using febem::app::parse_command_line;

TEST_CASE("solve takes a case, a directory, a report and options that take the place of keys") {
  const auto parsed =
      parse_command_line({"solve", "c.toml", "--out", "o", "--json", "j", "--route", "star", "--merge.pace",
                          "ack", "--merge.block", "1", "--frequency", "100", "2 kHz"});
  REQUIRE(parsed.run);
  CHECK(parsed.command.action == Action::solve);
  CHECK(parsed.command.target == "c.toml");
  CHECK(parsed.command.out == "o");
  CHECK(parsed.command.json == "j");
  REQUIRE(parsed.command.overrides.size() == 4);
  const auto& frequency = parsed.command.overrides[0];
  CHECK(frequency.section == "frequency");
  CHECK(frequency.value == "[\"100\", \"2 kHz\"]");
  const auto& block = parsed.command.overrides[1];
  CHECK(block.section == "merge");
  CHECK(block.key == "block");
  CHECK(block.option == "--merge.block");
  CHECK(block.value == "1");
}

TEST_CASE("verify takes a rung, a report, a factor on the tolerances and options of the stages") {
  const auto parsed =
      parse_command_line({"verify", "power", "--json", "j", "--tolerance-factor", "0.5", "--pace", "ack"});
  REQUIRE(parsed.run);
  CHECK(parsed.command.action == Action::verify);
  CHECK(parsed.command.target == "power");
  CHECK(parsed.command.json == "j");
  CHECK(parsed.command.tolerance_factor == 0.5);
  CHECK(parsed.command.overrides.size() == 1);
  CHECK(parse_command_line({"verify", "--list"}).command.list);
  CHECK(parse_command_line({"verify", "--tolerance-factor", "-1"}).status == 2);
}

TEST_CASE("mesh repair takes a file, another to write and a tolerance") {
  const auto parsed = parse_command_line({"mesh", "repair", "a.h5", "--out", "b.h5", "--tolerance", "0.1 mm"});
  REQUIRE(parsed.run);
  CHECK(parsed.command.action == Action::mesh_repair);
  CHECK(parsed.command.target == "a.h5");
  CHECK(parsed.command.out == "b.h5");
  CHECK(parsed.command.tolerance == "0.1 mm");
  CHECK(parse_command_line({"mesh", "repair", "a.h5"}).status == 2);
}

TEST_CASE("a network is emulated only if asked for, for all links and some") {
  CHECK_FALSE(parse_command_line({"solve", "c.toml"}).command.network.emulated);
  const auto parsed =
      parse_command_line({"solve", "c.toml", "--emulate-latency", "200us", "--emulate-bandwidth", "100Mbit",
                          "--emulate-link", "0-1:1 ms,10Mbit", "--emulate-link", "1-0:2ms,1GB/s,3us"});
  REQUIRE(parsed.run);
  REQUIRE(parsed.command.network.emulated);
  const auto& model = *parsed.command.network.emulated;
  CHECK(model.all.latency == Approx(200e-6));
  CHECK(model.all.overhead == 0);
  CHECK(model.all.bandwidth == Approx(12.5e6));
  CHECK(model.link(0, 1).latency == Approx(1e-3));
  CHECK(model.link(0, 1).bandwidth == Approx(1.25e6));
  CHECK(model.link(1, 0).overhead == Approx(3e-6));
  CHECK(model.link(1, 0).bandwidth == Approx(1e9));
  CHECK(model.link(1, 2) == model.all);
}

TEST_CASE("every stage has its own route, cut and pace") {
  for (const auto each : febem::core::four_stages)
    for (const std::string axis : {"route", "cut", "pace"}) {
      const auto stage = febem::core::name(each);
      const auto parsed = parse_command_line({"solve", "c.toml", "--" + stage + "." + axis, "x"});
      REQUIRE(parsed.run);
      REQUIRE(parsed.command.overrides.size() == 1);
      CHECK(parsed.command.overrides[0].section == "messages." + stage);
      CHECK(parsed.command.overrides[0].key == axis);
    }
}

TEST_CASE("a bad command line is one line and status 2") {
  struct Bad {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::vector<Bad> cases{
      {{"solve", "c.toml", "--paec", "ack"}, "minifebem: unexpected '--paec'; did you mean '--pace'?\n"},
      {{"slove", "c.toml"}, "minifebem: unexpected 'slove'; did you mean 'solve'?\n"},
      {{}, "minifebem: A subcommand is required; see --help\n"},
      {{"solve"}, "minifebem: CASE is required; see --help\n"},
      {{"solve", "a", "b"}, "minifebem: unexpected 'b'; see --help\n"},
      {{"mesh"}, "minifebem: A subcommand is required; see --help\n"},
  };
  for (const auto& bad : cases) {
    const auto parsed = parse_command_line(bad.arguments);
    CHECK_FALSE(parsed.run);
    CHECK(parsed.status == 2);
    CHECK(parsed.text == bad.message);
  }
}

TEST_CASE("help and version are not errors") {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                    {"solve", "--help"},
                                                    {"mesh", "generate", "--help"},
                                                    {"--version"}}) {
    const auto parsed = parse_command_line(arguments);
    CHECK_FALSE(parsed.run);
    CHECK(parsed.status == 0);
    CHECK_FALSE(parsed.text.empty());
  }
  CHECK(parse_command_line({"solve", "--help"}).text.find("--eliminate.panel") != std::string::npos);
}

TEST_CASE("the help of messages lists every plug-in") {
  const auto text = febem::app::help_topic("messages");
  for (const auto* name : {"star", "binomial", "native", "whole", "blocking", "sync", "ack", "window"})
    CHECK(text.find(name) != std::string::npos);
  CHECK_THROWS_AS(febem::app::help_topic("mesages"), febem::core::InputError);
}
