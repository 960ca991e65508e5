// What is made of records and ends, and how it is reported.
#include "bench/check/outcome.h"

#include <boost/property_tree/xml_parser.hpp>
#include <regex>
#include <sstream>

#include "bench/check/probe.h"
#include "bench/check/report.h"
#include "core/error.h"
#include "io/json.h"
#include "support/catch.h"

using namespace febem;
using check::Case;
using check::Ended;
using check::Legality;
using check::Observation;
using check::RankRecord;
using How = Ended::How;

namespace {

using Records = std::vector<std::optional<RankRecord>>;

const RankRecord passed{Observation::pass, "fine", {}},
    in_send{Observation::unfinished, "MPI_Send", {}},
    wrong{Observation::wrong_answer, "3, must be 4", {}};

Case a_case(Legality legality = Legality::legal) {
  Case one;
  one.name = "one";
  one.legality = legality;
  return one;
}

Ended ended(How how, int status, std::string output = "", int left_behind = 0) {
  return {how, status, 1.0, std::move(output), left_behind};
}

Observation judged(const Case& one, const Ended& ended, const Records& records) {
  return check::judge(one, ended, records).observation;
}

check::CheckRecord sample() {
  check::CheckRecord record{"An MPI", "3.1", "mpirun -n {n}", {}, {}};
  record.outcomes = {{"good", Legality::legal, 2, 0.5, Observation::pass, ""},
      {"bad", Legality::legal, 2, 1.5, Observation::hang, "rank 0 in <MPI_Send> & \x1b[2J"},
      {"none", Legality::legal, 2, 0.25, Observation::unsupported, "no such call", "4.0"},
      {"head", Legality::unsafe, 2, 1, Observation::hang, ""},
      {"slip", Legality::erroneous, 1, 1, Observation::accepted, "returns MPI_SUCCESS"}};
  record.facts = {{"threshold", std::int64_t{4040}, "bytes", false}, {"cost", 2e-8, "s", true},
      {"level", std::string("x"), "", false}};
  return record;
}

}  // namespace

TEST_CASE("a case passes when all its processes say so and end well") {
  const auto one = a_case();
  CHECK(judged(one, ended(How::exited, 0), {passed, passed}) == Observation::pass);
  CHECK(check::judge(one, ended(How::exited, 0), {passed, passed}).detail == "fine");
  CHECK(judged(one, ended(How::exited, 0), {passed, wrong}) == Observation::wrong_answer);
  CHECK(judged(one, ended(How::exited, 1), {passed, passed}) == Observation::crash);
  CHECK(judged(one, ended(How::signalled, 9), {passed, passed}) == Observation::crash);
  CHECK(judged(one, ended(How::timed_out, 0), {passed, passed}) == Observation::hang);
  CHECK(judged(one, ended(How::exited, 0, "", 2), {passed, passed}) == Observation::leak);
}

TEST_CASE("processes that do not come to their end hang or crash, unless another saw why") {
  const auto one = a_case();
  const auto hang = check::judge(one, ended(How::timed_out, 0), {in_send, std::nullopt});
  CHECK(hang.observation == Observation::hang);
  CHECK(hang.detail == "rank 1 before MPI was initialised; rank 0 in MPI_Send");
  CHECK(check::judge(one, ended(How::timed_out, 0), {in_send, in_send}).detail ==
        "ranks 0, 1 in MPI_Send");
  const auto crash = check::judge(one,
      ended(How::exited, 139, "----\nrank 1 exited on signal 11 (Segmentation fault)\nbye\n"),
      {passed, in_send});
  CHECK(crash.observation == Observation::crash);
  CHECK(crash.detail == "rank 1 in MPI_Send: rank 1 exited on signal 11 (Segmentation fault)");
  CHECK(judged(one, ended(How::exited, 1), {in_send, wrong}) == Observation::wrong_answer);
  CHECK(judged(one, ended(How::exited, 0, "Deadlock detected"), {in_send, in_send}) ==
        Observation::hang);
  CHECK(judged(one, ended(How::exited, 0), {in_send, in_send}) == Observation::crash);
  CHECK(judged(one, ended(How::exited, 134, "Not yet implemented: PMPI_Comm_idup\nAborted"),
            {in_send, in_send}) == Observation::unsupported);
  CHECK(judged(one, ended(How::not_started, 2), {std::nullopt}) == Observation::crash);
}

TEST_CASE("of an erroneous case it counts what was seen, not how MPI ends after it") {
  const auto one = a_case(Legality::erroneous);
  const RankRecord raised{Observation::error_raised, "MPI_Send:\ninvalid", {}};
  const auto outcome = check::judge(one, ended(How::timed_out, 0), {passed, raised});
  CHECK(outcome.observation == Observation::error_raised);
  CHECK(outcome.detail == "MPI_Send:; invalid");
  CHECK_FALSE(outcome.is_fault());
}

TEST_CASE("how MPI ends after a case is held against a legal one only, but it must end") {
  for (const auto legality : {Legality::unsafe, Legality::erroneous}) {
    const auto one = a_case(legality);
    CHECK(judged(one, ended(How::exited, 0), {passed, passed}) == Observation::pass);
    CHECK(judged(one, ended(How::exited, 1), {passed, passed}) == Observation::pass);
    CHECK(judged(one, ended(How::signalled, 11), {passed, passed}) == Observation::pass);
    CHECK(judged(one, ended(How::timed_out, 0), {passed, passed}) == Observation::hang);
    CHECK(judged(one, ended(How::exited, 0, "", 1), {passed, passed}) == Observation::leak);
    CHECK(judged(one, ended(How::exited, 1), {passed, wrong}) == Observation::wrong_answer);
  }
}

TEST_CASE(
    "a process that hangs or crashes counts, whatever became of an erroneous call on another") {
  const auto one = a_case(Legality::erroneous);
  for (const auto observation : {Observation::accepted, Observation::error_raised}) {
    const RankRecord seen{observation, "MPI_Send", {}};
    CHECK(judged(one, ended(How::timed_out, 0), {in_send, seen}) == Observation::hang);
    CHECK(judged(one, ended(How::exited, 139), {in_send, seen}) == Observation::crash);
    CHECK(judged(one, ended(How::exited, 1), {passed, seen}) == observation);
  }
}

TEST_CASE("only a hang of an unsafe case is what one expects") {
  const auto lines = sample().outcomes;
  const auto says_expected = [](const check::Outcome& outcome) {
    return check::case_line(outcome).find("expected") != std::string::npos;
  };
  std::vector<bool> expected;
  for (const auto& outcome : lines) expected.push_back(says_expected(outcome));
  CHECK(expected == std::vector<bool>{false, false, false, true, false});
  auto passes = lines[3], hangs = lines[4];
  passes.observation = Observation::pass;
  hangs.observation = Observation::hang;
  CHECK_FALSE(says_expected(passes));
  CHECK_FALSE(says_expected(hangs));
  CHECK(check::case_line(lines[1]).find("FAULT") != std::string::npos);
  CHECK(check::case_line(lines[3]).find("FAULT") == std::string::npos);
}

TEST_CASE("a case that aborts passes when the launcher ends with all its processes") {
  auto one = a_case();
  one.special = check::Special::abort;
  CHECK(judged(one, ended(How::exited, 7), {passed, passed}) == Observation::pass);
  CHECK(judged(one, ended(How::timed_out, 0), {passed, passed}) == Observation::hang);
  CHECK(judged(one, ended(How::exited, 7, "", 1), {passed, passed}) == Observation::leak);
}

TEST_CASE("only a legal case is the library's fault, and not if it is unsupported") {
  std::vector<bool> faults;
  for (const auto& outcome : sample().outcomes) faults.push_back(outcome.is_fault());
  CHECK(faults == std::vector<bool>{false, true, false, false, false});
  CHECK(check::summary(sample()) ==
        "  MPI 2.2: 1 of 2\n  MPI 4.0: 0 of 1, 1 unsupported\n"
        "1 of 3 legal cases pass, 1 unsupported, 1 the library's fault: bad (hang)\n");
}

TEST_CASE("a probe keeps the worst it sees, with the first detail, and what it notes") {
  std::vector<std::string> steps;
  check::Probe probe(1, 2, [&](const RankRecord& record) { steps.push_back(record.detail); });
  CHECK(probe.other() == 0);
  probe.step("MPI_Send");
  probe.note("1 us");
  CHECK(probe.finished().observation == Observation::pass);
  CHECK(probe.finished().detail == "1 us");
  probe.expect_equal(3, 4, "sum");
  probe.expect_equal(5, 6, "another");
  probe.observe(Observation::accepted, "less");
  CHECK(probe.finished().observation == Observation::wrong_answer);
  CHECK(probe.finished().detail == "sum: 3, must be 4; 1 us");
  CHECK(steps == std::vector<std::string>{"MPI_Send"});
}

TEST_CASE("a report as JSON reads back, and what is none is refused") {
  const auto text = check::json_of(sample()).dump();
  const auto read = check::check_record_from(text, "file");
  CHECK(check::json_of(read).dump() == text);
  const auto versions = febem::io::Json::parse(text).at("versions");
  CHECK(versions.at("2.2").at("legal") == 2);
  CHECK(versions.at("2.2").at("faults") == 1);
  CHECK(versions.at("4.0").at("unsupported") == 1);
  CHECK(read.outcomes.at(2).introduced == "4.0");
  CHECK(read.outcomes.at(1).observation == Observation::hang);
  CHECK(std::get<std::int64_t>(read.facts.at(0).value) == 4040);
  for (const std::string bad : {"", "{}", R"({"kind": "solve"})", "[1]"})
    CHECK_THROWS_AS(check::check_record_from(bad, "f"), core::InputError);
  const auto record =
      febem::io::Json(RankRecord{Observation::leak, "x", sample().facts}).get<RankRecord>();
  CHECK(record.observation == Observation::leak);
  CHECK(record.facts.size() == 3);
}

TEST_CASE("JUnit holds every case: faults fail, the unsupported are skipped") {
  std::istringstream in(check::junit_text(sample()));
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(in, tree);
  const auto& suite = tree.get_child("testsuites.testsuite");
  CHECK(suite.get<int>("<xmlattr>.tests") == 5);
  CHECK(suite.get<int>("<xmlattr>.failures") == 1);
  CHECK(suite.get<int>("<xmlattr>.skipped") == 1);
  CHECK(suite.count("testcase") == 5);
  const auto& version = suite.get_child("properties").back().second;
  CHECK(version.get<std::string>("<xmlattr>.name") == "MPI 4.0");
  CHECK(version.get<std::string>("<xmlattr>.value") == "0 of 1, 1 unsupported");
  for (const auto& [tag, element] : suite) {
    if (tag != "testcase") continue;
    const auto name = element.get<std::string>("<xmlattr>.name");
    INFO(name);
    CHECK(element.count("failure") == (name == "bad" ? 1U : 0U));
    CHECK(element.count("skipped") == (name == "none" ? 1U : 0U));
  }
}

TEST_CASE("beside an earlier check only what differs is shown") {
  const auto earlier = sample();
  CHECK(check::differences(earlier, earlier) == "Nothing differs.\n");
  auto now = sample();
  now.mpi_library = "Another MPI";
  now.outcomes[0].observation = Observation::crash;
  now.outcomes[0].detail = "signal 11";
  now.facts[0].value = std::int64_t{65536};
  now.facts[1].value = 3e-8;  // measured: less than twice as much
  now.outcomes.push_back(now.outcomes[2]);
  now.outcomes.back().name = "new";
  const auto text = check::differences(earlier, now);
  CHECK(text.find("Another MPI") != std::string::npos);
  CHECK(text.find("good") != std::string::npos);
  CHECK(text.find("signal 11") != std::string::npos);
  CHECK(text.find("65536 bytes") != std::string::npos);
  CHECK(text.find("bad") == std::string::npos);
  CHECK(text.find("cost") == std::string::npos);
  CHECK(std::regex_search(text, std::regex("new +not run +")));
  // Fewer cases now are no difference.
  now = earlier;
  now.outcomes.resize(2);
  CHECK(check::differences(earlier, now) == "Nothing differs.\n");
}
