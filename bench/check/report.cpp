#include "bench/check/report.h"

#include <algorithm>
#include <array>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <tuple>

#include "bench/check/command.h"
#include "bench/check/probe.h"
#include "core/text_table.h"

namespace febem::check {
namespace {

using Tree = boost::property_tree::ptree;

constexpr const char* layout = "  %-24s  %-9s  %5s  %7s  %-12s  %-8s  %s";

/// The meaning of the observation for a case of its class.
std::string meaning(const Outcome& outcome) {
  if (outcome.is_fault()) return "FAULT";
  if (outcome.legality == Legality::unsafe && outcome.observation == Observation::hang)
    return "expected";
  return "";
}

std::string line(const std::array<std::string, 7>& cells) {
  char text[600];
  std::apply(
      [&](const auto&... cell) { std::snprintf(text, sizeof text, layout, cell.c_str()...); },
      cells);
  const std::string result(text);
  return result.substr(0, result.find_last_not_of(' ') + 1) + "\n";
}

template <class T>
const T* find(const std::vector<T>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const T& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

bool same(const Fact& one, const Fact& other) {
  const auto *a = std::get_if<double>(&one.value), *b = std::get_if<double>(&other.value);
  if (!one.measured || a == nullptr || b == nullptr) return one.value == other.value;
  return *a == *b || (*a > 0 && *b > 0 && std::max(*a, *b) < 2 * std::min(*a, *b));
}

std::string said(const Outcome& outcome) { return std::string(name(outcome.observation)); }

/// Text of a command's output, as XML may hold it.
std::string printable_xml(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 32 && c != '\n' && c != '\t'; },
      '?');
  return text;
}

Tree test_case(const Outcome& outcome) {
  Tree tree;
  const auto set = [](Tree& element, const char* key, const std::string& value) {
    element.put(std::string("<xmlattr>.") + key, value);
  };
  set(tree, "classname", command_name + ("." + std::string(name(outcome.legality))));
  set(tree, "name", outcome.name);
  set(tree, "time", core::number(outcome.seconds, "%.3f"));
  const auto text = printable_xml(outcome.detail), seen = said(outcome);
  if (outcome.is_fault() || outcome.observation == Observation::unsupported) {
    Tree& why = tree.add_child(outcome.is_fault() ? "failure" : "skipped", {});
    if (outcome.is_fault()) set(why, "type", seen);
    set(why, "message", text);
  } else {
    tree.add("system-out", seen + (text.empty() ? "" : ": " + text));
  }
  return tree;
}

Counts counts_of(const CheckRecord& record) {
  Counts counts;
  for (const auto& outcome : record.outcomes) counts.add(outcome);
  return counts;
}

/// "19 of 21", and how many of the others are unsupported.
std::string passed(const Counts& counts) {
  return text(counts.passed, " of ", counts.legal) +
         (counts.unsupported > 0 ? text(", ", counts.unsupported, " unsupported") : "");
}

}  // namespace

std::string case_head() { return line({"case", "class", "ranks", "seconds", "observed"}); }

std::string case_line(const Outcome& outcome) {
  return line({outcome.name, std::string(name(outcome.legality)), std::to_string(outcome.ranks),
      core::number(outcome.seconds, "%.1f"), said(outcome), meaning(outcome), outcome.detail});
}

std::string fact_table(const std::vector<Fact>& facts) {
  core::TextTable table({0, 1});
  for (const auto& fact : facts) table.row({fact.name, fact.text()});
  return table.text();
}

std::string summary(const CheckRecord& record) {
  const auto counts = counts_of(record);
  std::string result;
  for (const auto& [version, of] : counts_by_version(record))
    result += text("  MPI ", version, ": ", passed(of), "\n");
  result += text(counts.passed, " of ", counts.legal, " legal cases pass, ", counts.unsupported,
      " unsupported, ", counts.faults, " the library's fault");
  std::string separator = ": ";
  for (const auto& outcome : record.outcomes)
    if (outcome.is_fault()) {
      result += separator + outcome.name + " (" + said(outcome) + ")";
      separator = ", ";
    }
  return result + "\n";
}

std::string junit_text(const CheckRecord& record) {
  Tree document;
  Tree& suites = document.add_child("testsuites", {});
  Tree& suite = suites.add_child("testsuite", {});
  const auto counts = counts_of(record);
  double seconds = 0;
  for (const auto& outcome : record.outcomes) seconds += outcome.seconds;
  suite.put("<xmlattr>.name", "minifebem check: " + record.mpi_library);
  suite.put("<xmlattr>.tests", record.outcomes.size());
  suite.put("<xmlattr>.failures", counts.faults);
  suite.put("<xmlattr>.skipped", counts.unsupported);
  suite.put("<xmlattr>.time", core::number(seconds, "%.3f"));
  Tree& properties = suite.add_child("properties", {});
  for (const auto& [version, of] : counts_by_version(record)) {
    Tree& property = properties.add_child("property", {});
    property.put("<xmlattr>.name", "MPI " + version);
    property.put("<xmlattr>.value", passed(of));
  }
  for (const auto& outcome : record.outcomes) suite.add_child("testcase", test_case(outcome));
  std::ostringstream out;
  boost::property_tree::write_xml(
      out, document, boost::property_tree::xml_writer_make_settings<std::string>(' ', 1));
  return out.str();
}

std::string differences(const CheckRecord& earlier, const CheckRecord& now) {
  core::TextTable table({0, 1, 2, 3});
  table.row({"", "earlier", "now", "detail"});
  table.row({"library", earlier.mpi_library.substr(0, 40), now.mpi_library.substr(0, 40)});
  table.row({"launcher", earlier.launcher, now.launcher});
  std::size_t found = 0;
  const auto row = [&](std::vector<std::string> cells) {
    ++found;
    table.row(std::move(cells));
  };
  for (const auto& outcome : now.outcomes) {
    const auto* before = find(earlier.outcomes, outcome.name);
    if (before == nullptr)
      row({outcome.name, "not run", said(outcome), outcome.detail});
    else if (before->observation != outcome.observation)
      row({outcome.name, said(*before), said(outcome),
          meaning(outcome).empty() ? before->detail : outcome.detail});
  }
  for (const auto& fact : now.facts) {
    const auto* before = find(earlier.facts, fact.name);
    if (before != nullptr && !same(*before, fact)) row({fact.name, before->text(), fact.text()});
  }
  return found == 0 ? "Nothing differs.\n" : table.text();
}

}  // namespace febem::check
