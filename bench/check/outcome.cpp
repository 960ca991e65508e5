#include "bench/check/outcome.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>

#include "bench/check/command.h"
#include "cli/version.h"
#include "core/error.h"
#include "core/text.h"
#include "io/json.h"

namespace febem::check {
namespace {

using Records = std::vector<std::optional<RankRecord>>;

bool is_over(const std::optional<RankRecord>& record) {
  return record && record->observation != Observation::unfinished;
}

/// The worst of what the processes saw that came to an end; null if none did.
const RankRecord* worst(const Records& records) {
  const RankRecord* result = nullptr;
  for (const auto& record : records)
    if (is_over(record) && (result == nullptr || record->observation > result->observation))
      result = &*record;
  return result;
}

std::string how_it_ended(const Ended& ended) {
  if (ended.how == Ended::How::signalled)
    return "the launcher ended by signal " + std::to_string(ended.status);
  return "exit status " + std::to_string(ended.status);
}

/// "rank 0 in MPI_Send; ranks 1, 2 in MPI_Recv", for those that did not come to an end.
std::string where(const Records& records) {
  std::map<std::string, std::vector<std::size_t>> ranks_at;
  for (std::size_t rank = 0; rank < records.size(); ++rank)
    if (!is_over(records[rank]))
      ranks_at[records[rank] ? "in " + records[rank]->detail : "before MPI was initialised"]
          .push_back(rank);
  std::string text;
  for (const auto& [place, ranks] : ranks_at) {
    text += (text.empty() ? "rank" : "; rank") + std::string(ranks.size() > 1 ? "s" : "");
    for (std::size_t i = 0; i < ranks.size(); ++i)
      text += (i == 0 ? " " : ", ") + std::to_string(ranks[i]);
    text += " " + place;
  }
  return text;
}

/// Libraries explain errors on many lines.
std::string on_one_line(std::string text) {
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n'))
    text.replace(end, 1, "; ");
  return text;
}

bool says(const Ended& ended, const char* words) {
  return ended.output.find(words) != std::string::npos;
}

struct Verdict {
  Observation observation;
  std::string detail;
};

/// The verdict on a case in which some process did not come to its end.
Verdict judge_unfinished(const Ended& ended, const Records& records) {
  if (const auto* seen = worst(records);
      seen != nullptr && seen->observation > Observation::error_raised)
    return {seen->observation, seen->detail};
  if (ended.how == Ended::How::timed_out) return {Observation::hang, where(records)};
  if (says(ended, "Deadlock detected"))
    return {Observation::hang, where(records) + " (deadlock, says the simulator)"};
  const auto line = telling_line(ended.output);
  if (says(ended, "Not yet implemented")) return {Observation::unsupported, line};
  return {Observation::crash, where(records) + ": " + (line.empty() ? how_it_ended(ended) : line)};
}

/// The verdict on a case whose processes have all told what they saw: do they end as they should?
Verdict judge_end(const Case& one, const Ended& ended, const Records& records) {
  const auto& seen = *worst(records);
  const Verdict verdict{seen.observation,
      records.front()->observation == seen.observation ? records.front()->detail : seen.detail};
  const bool ended_by_itself =
      ended.how == Ended::How::exited || ended.how == Ended::How::signalled;
  if (ended.left_behind > 0)
    return {
        Observation::leak, std::to_string(ended.left_behind) + " processes outlive the launcher"};
  if (one.special == Special::abort) {
    if (!ended_by_itself) return {Observation::hang, "after MPI_Abort"};
    return {verdict.observation, how_it_ended(ended)};
  }
  if (verdict.observation != Observation::pass) return verdict;
  if (!ended_by_itself) return {Observation::hang, "in MPI_Finalize"};
  if (one.legality == legal && (ended.how == Ended::How::signalled || ended.status != 0))
    return {Observation::crash, "in MPI_Finalize: " + telling_line(ended.output)};
  return verdict;
}

Legality legality_from(const std::string& text) {
  for (const auto legality : {legal, unsafe, erroneous})
    if (name(legality) == text) return legality;
  throw core::InputError("unknown class '" + text + "'");
}

}  // namespace

void to_json(io::Json& json, const Outcome& outcome) {
  json = {{"name", outcome.name}, {"class", name(outcome.legality)}, {"ranks", outcome.ranks},
      {"seconds", outcome.seconds}, {"observation", name(outcome.observation)},
      {"detail", outcome.detail}, {"fault", outcome.is_fault()},
      {"introduced", outcome.introduced}};
}

void from_json(const io::Json& json, Outcome& outcome) {
  outcome = {json.at("name"), legality_from(json.at("class")), json.at("ranks"), json.at("seconds"),
      observation_from(json.at("observation").get<std::string>()), json.at("detail"),
      json.value("introduced", "2.2")};
}

void Counts::add(const Outcome& outcome) {
  legal += outcome.legality == Legality::legal;
  passed += outcome.legality == Legality::legal && outcome.observation == Observation::pass;
  unsupported += outcome.observation == Observation::unsupported;
  faults += outcome.is_fault();
}

std::map<std::string, Counts> counts_by_version(const CheckRecord& record) {
  std::map<std::string, Counts> result;
  for (const auto& outcome : record.outcomes) result[outcome.introduced].add(outcome);
  return result;
}

std::string telling_line(const std::string& output) {
  constexpr std::array words{"Not yet implemented", "signal 11", "Segmentation", "signal 6",
      "ssertion", "Fatal error", "BAD TERMINATION", "exited on signal", "EXIT STRING", "rror",
      "not enough slots", "cannot", "Cannot", "signal"};
  std::string line, last;
  std::size_t best = words.size();
  std::istringstream in(output);
  std::string found;
  while (std::getline(in, line)) {
    line.erase(0, line.find_first_not_of(" =\t"));
    if (line.find_first_not_of("-=*_ \t\r") == std::string::npos) continue;
    last = line;
    const auto rank =
        static_cast<std::size_t>(std::find_if(words.begin(), words.end(), [&](const char* word) {
          return line.find(word) != std::string::npos;
        }) - words.begin());
    if (rank < best) {
      best = rank;
      found = line;
    }
  }
  return core::printable(found.empty() ? last : found, 200);
}

Outcome judge(const Case& one, const Ended& ended, const Records& records) {
  const auto verdict =
      ended.how == Ended::How::not_started
          ? Verdict{Observation::crash,
                std::string("the launcher cannot be started: ") + std::strerror(ended.status)}
      : std::all_of(records.begin(), records.end(), is_over) ? judge_end(one, ended, records)
                                                             : judge_unfinished(ended, records);
  return {std::string(one.name), one.legality, static_cast<int>(records.size()), ended.seconds,
      verdict.observation, on_one_line(verdict.detail), std::string(one.introduced())};
}

io::Json json_of(const CheckRecord& record) {
  auto json = io::report_head(command_name, cli::version, cli::commit(), record.mpi_library);
  json["mpi"]["standard"] = record.standard;
  json["launcher"] = record.launcher;
  json["cases"] = record.outcomes;
  for (const auto& [version, counts] : counts_by_version(record))
    json["versions"][version] = {{"legal", counts.legal}, {"passed", counts.passed},
        {"unsupported", counts.unsupported}, {"faults", counts.faults}};
  json["facts"] = record.facts;
  return json;
}

CheckRecord check_record_from(const std::string& text, const std::string& name) {
  try {
    const auto json = io::Json::parse(text);
    if (json.at("kind") != command_name)
      throw core::InputError("its kind is " + json.at("kind").dump());
    const auto& mpi = json.at("mpi");
    return {mpi.at("library"), mpi.at("standard"), json.at("launcher"),
        json.at("cases").get<std::vector<Outcome>>(), json.at("facts").get<std::vector<Fact>>()};
  } catch (const std::exception& error) {
    throw core::InputError("'" + name + "' is no report of a check: " + error.what());
  }
}

}  // namespace febem::check
