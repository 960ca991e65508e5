#include "app/command_line.h"

#include "app/mesh_command.h"
#include "core/error.h"
#include "core/stage.h"
#include "solve/command.h"
#include "support/catch.h"
#include "support/parsed.h"
#include "verify/command.h"

using app::parse_command_line;
using Solve = solve::Options;
using Verify = verify::Options;
using Mesh = app::MeshOptions;

TEST_CASE("without arguments the program says what it can do") {
  const auto parsed = parse_command_line({});
  CHECK(parsed.status == 0);
  CHECK(parsed.text == parse_command_line({"--help"}).text);
  CHECK_THAT(parsed.text, Contains("verify"));
}

TEST_CASE("help shows how a command is called, and what its options take") {
  const auto text = parse_command_line({"solve", "--help"}).text;
  CHECK_THAT(text, Contains("Usage: minifebem solve [OPTIONS] CASE"));
  CHECK_THAT(text, Contains("--groups G [1]"));
  CHECK_THAT(parse_command_line({"mesh", "generate", "--help"}).text,
      Contains("Usage: minifebem mesh generate"));
}

TEST_CASE("solve takes a case, a directory, a report and options that take the place of keys") {
  const auto options = parsed<Solve>({"c.toml", "--out", "o", "--json", "j", "--route", "star",
      "--merge.pace", "ack", "--merge.block", "1", "--frequency", "100", "2 kHz"});
  CHECK(options.case_file == "c.toml");
  CHECK(options.out == "o");
  CHECK(options.json == "j");
  const auto overrides = options.keys.overrides();
  REQUIRE(overrides.size() == 4);
  const auto& frequency = overrides[0];
  CHECK(frequency.section == "frequency");
  CHECK(frequency.value == "[\"100\", \"2 kHz\"]");
  const auto& block = overrides[1];
  CHECK(block.section == "merge");
  CHECK(block.key == "block");
  CHECK(block.option == "--merge.block");
  CHECK(block.value == "1");
}

TEST_CASE("verify takes a case, a report, a factor on the tolerances and options of the stages") {
  const auto options =
      parsed<Verify>({"power", "--json", "j", "--tolerance-factor", "0.5", "--pace", "ack"});
  CHECK(options.name == "power");
  CHECK(options.json == "j");
  CHECK(options.tolerance_factor == 0.5);
  CHECK(options.keys.overrides().size() == 1);
  CHECK(parsed<Verify>({"--list"}).list);
  CHECK(parse_command_line({"verify", "--tolerance-factor", "-1"}).status == 2);
}

TEST_CASE("mesh repair takes a file, another to write and a tolerance") {
  const auto options = parsed<Mesh>({"repair", "a.h5", "--out", "b.h5", "--tolerance", "0.1 mm"});
  CHECK(options.action == app::MeshAction::repair);
  CHECK(options.target == "a.h5");
  CHECK(options.out == "b.h5");
  CHECK(options.tolerance == "0.1 mm");
  CHECK(parse_command_line({"mesh", "repair", "a.h5"}).status == 2);
}

TEST_CASE("a network is emulated only if asked for, for all links and some") {
  CHECK_FALSE(parse_command_line({"solve", "c.toml"}).network.emulated);
  const auto parsed =
      parse_command_line({"solve", "c.toml", "--emulate-latency", "200us", "--emulate-bandwidth",
          "100Mbit", "--emulate-link", "0-1:1 ms,10Mbit", "--emulate-link", "1-0:2ms,1GB/s,3us"});
  REQUIRE(parsed.run);
  REQUIRE(parsed.network.emulated);
  const auto& model = *parsed.network.emulated;
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
  for (const auto each : core::four_stages)
    for (const std::string axis : {"route", "cut", "pace"}) {
      const auto stage = core::name(each);
      const auto overrides =
          parsed<Solve>({"c.toml", "--" + stage + "." + axis, "x"}).keys.overrides();
      REQUIRE(overrides.size() == 1);
      CHECK(overrides[0].section == "messages." + stage);
      CHECK(overrides[0].key == axis);
    }
}

TEST_CASE("a bad command line is one line and status 2") {
  struct Bad {
    Texts arguments;
    std::string message;
  };
  const std::vector<Bad> cases{
      {{"solve", "c.toml", "--paec", "ack"},
          "minifebem: unexpected '--paec'; did you mean '--pace'?\n"},
      {{"slove", "c.toml"}, "minifebem: unexpected 'slove'; did you mean 'solve'?\n"},
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
  for (const Texts& arguments :
      {Texts{"--help"}, {"solve", "--help"}, {"mesh", "generate", "--help"}, {"--version"}}) {
    const auto parsed = parse_command_line(arguments);
    CHECK_FALSE(parsed.run);
    CHECK(parsed.status == 0);
    CHECK_FALSE(parsed.text.empty());
  }
  CHECK(
      parse_command_line({"solve", "--help"}).text.find("--eliminate.panel") != std::string::npos);
}

TEST_CASE("no line of help is longer than 100 characters, and every option says what it does") {
  for (const auto& command : std::vector<Texts>{{}, {"solve"}, {"study"}, {"verify"}, {"bench"},
           {"check"}, {"mesh"}, {"mesh", "list"}, {"mesh", "generate"}, {"mesh", "inspect"},
           {"mesh", "repair"}, {"help"}}) {
    auto arguments = command;
    arguments.emplace_back("--help");
    std::istringstream text(parse_command_line(arguments).text);
    bool alone = false;  // an option with a long name: what it does stands below
    for (std::string line; std::getline(text, line);) {
      INFO(line);
      CHECK(line.size() <= 100);
      if (alone) CHECK(line.rfind(std::string(30, ' '), 0) == 0);
      alone = line.rfind("  --", 0) == 0 && (line.size() <= 30 || line[29] != ' ');
    }
  }
}

TEST_CASE("the help of a key's option has its choices and its default") {
  const auto text = parse_command_line({"solve", "--help"}).text;
  for (const auto* line :
      {"--eliminate.panel NUMBER [0]", "--reduce.method {rows,columns,matrix-free,auto} [auto]",
          "--precision {double,mixed} [double]", "--route {star,binomial,",
          "--cut {whole,SIZE,grow:SIZE} [whole]", ",window,",
          "--arithmetic {computed,modelled,free} [computed]"})
    CHECK_THAT(text, Contains(line));
  CHECK_THAT(text,
      !Contains("--merge.route"));  // one line says that there are such options
  CHECK_THAT(text, Contains("--STAGE.route"));
  CHECK(parse_command_line({"solve", "a.toml", "--merge.route", "ring"}).status == 0);
}

TEST_CASE("the help of messages lists every plug-in") {
  const auto text = parse_command_line({"help", "messages"}).text;
  for (const auto* name :
      {"star", "binomial", "native", "whole", "blocking", "sync", "ack", "window"})
    CHECK(text.find(name) != std::string::npos);
}

TEST_CASE(
    "every topic of help is listed, is printed in lines of at most 100 characters, and has a "
    "page") {
  const auto listed = parse_command_line({"help"});
  CHECK(listed.status == 0);
  for (const auto* topic : {"case", "stages", "messages", "generators", "networks", "files",
           "units", "report", "options", "checks", "exit"}) {
    INFO(topic);
    CHECK_THAT(listed.text, Contains("\n  " + std::string(topic) + " "));
    const auto parsed = parse_command_line({"help", topic});
    CHECK(parsed.status == 0);
    CHECK_FALSE(parsed.run);
    std::istringstream lines(parsed.text);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      INFO(line);
      const bool fits = line.size() <= 100 || line.find(' ', line.find_first_not_of(' ')) ==
                                                  std::string::npos;  // one long word
      CHECK(fits);
      CHECK((line.empty() || line.back() != ' '));
    }
    CHECK(count > 4);
    CHECK(parse_command_line({"help", topic, "--markdown"}).text.rfind("# ", 0) == 0);
  }
  const auto unknown = parse_command_line({"help", "mesages"});
  CHECK(unknown.status == 2);
  CHECK(unknown.text == "minifebem: unknown topic 'mesages'; did you mean 'messages'?\n");
}

TEST_CASE("the options of help are those of every command, with choices and defaults") {
  const auto text = parse_command_line({"help", "options", "--markdown"}).text;
  for (const auto* line :
      {"## solve\n", "## solve: Messages (of one stage: --STAGE.route, --STAGE.cut, ...)\n",
          "## mesh inspect\n", "## check\n",
          "| `--reduce.method {rows,columns,matrix-free,auto} [auto]` |",
          "| `--wait {spin,yield}` |", "| `--unbuffered` |"})
    CHECK_THAT(text, Contains(line));
}

TEST_CASE("a command tells the case that it needs, and what overrides its keys") {
  const auto solve = parse_command_line({"solve", "c.toml", "--frequency", "5", "--pace", "ack"});
  CHECK(solve.case_file == "c.toml");
  REQUIRE(solve.overrides.size() == 2);
  CHECK(solve.overrides[0].option == "--frequency");
  CHECK(solve.overrides[1].option == "--pace");
  CHECK(parse_command_line({"study", "c.toml", "--pace", "ack"}).case_file == "c.toml");
  CHECK_FALSE(parse_command_line({"bench", "pingpong"}).case_file);
  const auto listed = parse_command_line({"study", "c.toml", "--network", "n.toml"});
  REQUIRE(listed.network.emulated);
  CHECK(listed.network.emulated->all == network::Link{});
}

TEST_CASE("every command is carried out by its own folder, with the files it is to write") {
  struct Command {
    Texts arguments;
    Texts outputs;
  };
  for (const auto& [arguments, outputs] :
      std::vector<Command>{{{"solve", "c.toml", "--out", "o"}, {"", "o"}},
          {{"study", "c.toml", "--json", "j.json"}, {"j.json", "j.csv"}},
          {{"verify", "--json", "j"}, {"j"}},
          {{"bench", "compute", "--csv", "c", "--profile", "p.json"}, {"", "c", "p.json"}},
          {{"mesh", "list"}, {}}}) {
    const auto parsed = parse_command_line(arguments);
    CHECK(parsed.run);
    Texts files;
    for (const auto& output : parsed.outputs) files.push_back(output.path.string());
    CHECK(files == outputs);
  }
}
