#include "pipeline/run.h"

#include <algorithm>

namespace febem::pipeline {
namespace {

void add(SectionReport& report, const SectionFigures& figures) {
  report.seconds = std::max(report.seconds, figures.seconds);
  report.communication_seconds = std::max(report.communication_seconds, figures.communication_seconds);
  report.hidden_seconds = std::max(report.hidden_seconds, figures.hidden_seconds);
  report.sent += figures.sent;
  report.flops += figures.flops;
  report.ranks.push_back(figures);
}

}  // namespace

void Run::add_seconds(const std::string& name, double seconds) {
  for (auto& [known, total] : seconds_)
    if (known == name) {
      total += seconds;
      return;
    }
  seconds_.emplace_back(name, seconds);
}

std::vector<SectionReport> Run::report() const {
  std::vector<SectionFigures> mine;
  for (const auto& [name, seconds] : seconds_) {
    const auto tally = ledger_->tally(name);
    mine.push_back({seconds, tally.seconds, tally.hidden_seconds, tally.sent, arithmetic_.work(name).flops});
  }
  ledger_->enter("report");
  const comm::Messenger messenger(*ledger_, comm::make_strategy({}));
  if (!is_master()) {
    messenger.send(std::span<const SectionFigures>(mine), master);
    return {};
  }
  std::vector<SectionReport> reports(mine.size());
  for (int rank = 0; rank < ranks(); ++rank) {
    std::vector<SectionFigures> theirs(mine.size());
    if (rank == master)
      theirs = mine;
    else
      messenger.receive(std::span(theirs), rank);
    for (std::size_t s = 0; s < reports.size(); ++s) add(reports[s], theirs[s]);
  }
  for (std::size_t s = 0; s < reports.size(); ++s) reports[s].name = seconds_[s].first;
  return reports;
}

}  // namespace febem::pipeline
