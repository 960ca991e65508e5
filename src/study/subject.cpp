#include "study/subject.h"

#include <algorithm>
#include <utility>

#include "core/digest.h"
#include "driver/structural_system.h"

namespace febem::study {
namespace {

using core::digest_of;

template <class Values>
std::string digest_of_values(const Values& values) {
  return digest_of(std::span(values.data(), static_cast<std::size_t>(values.size())));
}

std::string digest_of_factor(const common::Factor& factor) {
  std::string text;
  for (const auto& panel : factor.panels) text += digest_of_values(panel);
  return factor.opaque ? "" : digest_of(text);
}

// The digest of all ranks if it is one, else a digest of theirs. Collective; valid on the master.
std::string combined(const std::string& own, const comm::Messenger& messages) {
  std::string all;
  bool differ = false;
  for (const auto& other : messages.gather(own, core::master)) {
    differ = differ || !std::ranges::equal(other, own);
    all.append(other.begin(), other.end());
  }
  return differ ? digest_of(all) : own;
}

}  // namespace

Subject::Subject(
    const cases::Case& problem, cases::Model model, double hz, comm::Transport& transport)
    : problem_(problem), model_(std::move(model)), transport_(transport), hz_(hz) {}

bool Subject::has(Stage stage) const {
  return stage != Stage::merge || problem_.structure.has_value();
}

void Subject::prepare(const std::vector<Stage>& stages) {
  const auto wanted = [&](Stage stage) {
    return std::find(stages.begin(), stages.end(), stage) != stages.end();
  };
  const auto strategies = comm::prepared_strategies(transport_, problem_.messages.of_stages());
  comm::Ledger ledger(transport_);
  common::Run run(ledger, {});
  const comm::Messenger messages(ledger, strategies[Stage::distribute]);
  cases::share_structure(model_, messages);
  cases::share_surface(model_, problem_.formulation.order, messages);
  sweep_.emplace(problem_, model_, run);
  stages_.emplace(*sweep_, hz_, run);
  if (!wanted(Stage::reduce) && !wanted(Stage::eliminate)) return;
  if (model_.structure) factor_ = stages_->merge(run, strategies[Stage::merge]);
  if (factor_.report.singular) throw core::RunError("the structure is singular at this frequency");
  rows_ = stages_->form(run, strategies[Stage::form]);
  if (wanted(Stage::eliminate))
    reduced_ = stages_->reduce(run, strategies[Stage::reduce], rows_->h, rows_->b, factor_);
  if (wanted(Stage::reduce) || !std::holds_alternative<common::DenseSystem>(*reduced_))
    return;  // an operator refers to them
  rows_.reset();
  factor_ = {};
}

Measured Subject::run(Stage stage, const comm::Strategy& strategy) {
  comm::Ledger ledger(transport_);
  common::Run run(ledger, {});
  const auto digest = stage == Stage::merge    ? merge(run, strategy)
                      : stage == Stage::form   ? form(run, strategy)
                      : stage == Stage::reduce ? reduce(run, strategy)
                                               : eliminate(run, strategy);
  ledger.enter("digest");  // what is sent from here on is not the stage's
  const auto all = combined(digest, comm::Messenger(ledger, comm::make_strategy({})));
  const auto reports = run.report();
  return {run.is_master() ? core::Metrics(reports.front()) : core::Metrics{}, all};
}

// Only the master has the factor.
std::string Subject::merge(common::Run& run, const comm::Strategy& strategy) {
  return digest_of_factor(stages_->merge(run, strategy));
}

std::string Subject::form(common::Run& run, const comm::Strategy& strategy) {
  run.section(Stage::form, strategy, [&](const auto& context) {
    cases::share_surface(model_, problem_.formulation.order, context.messages);
  });
  const auto rows = stages_->form(run, strategy);
  return digest_of(digest_of_values(rows.h.values) + digest_of_values(rows.b.values));
}

std::string Subject::reduce(common::Run& run, const comm::Strategy& strategy) {
  auto h = rows_->h;
  const auto system = stages_->reduce(run, strategy, std::move(h), rows_->b, factor_);
  const auto digest_of_rows = [](const auto& values, const auto& rows) {
    return digest_of(digest_of_values(values) + digest_of_values(rows));
  };
  if (const auto* dense = std::get_if<common::DenseSystem>(&system))
    return digest_of_rows(dense->matrix.values, dense->right_hand_side);
  if (const auto* mixed = std::get_if<common::MixedSystem>(&system))
    return digest_of_rows(mixed->matrix.values, mixed->right_hand_side);
  return digest_of_rows(la::Matrix(), std::get<common::OperatorSystem>(system).right_hand_side);
}

std::string Subject::eliminate(common::Run& run, const comm::Strategy& strategy) {
  return digest_of_values(stages_->eliminate(run, strategy, *reduced_).solution);
}

}  // namespace febem::study
