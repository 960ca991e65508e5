// matrix-free: only the right-hand side. The matrix stays an operator for stage 4 to iterate with.
// The algebra, the messages and their cost are in ../README.md.
#include "stages/reduce/matrix_free/coupled_operator.h"
#include "stages/reduce/solve.h"

namespace febem::reduce {

using common::StageContext;
using la::Index;

CoupledOperator::CoupledOperator(
    la::OwnedRows h, const la::OwnedRows& b, const SurfaceCondition& surface, int rank)
    : h_(std::move(h)), b_(b), rank_(rank), admittance_(surface.admittance),
      factor_(surface.factor), analysis_(surface.analysis) {
  if (factor_ == nullptr) return;
  scale_ = Eigen::Map<const la::RealVector>(surface.mass.data(), std::ssize(surface.mass))
               .cwiseInverse()
               .cast<Complex>();
  scale_ *= surface.omega_squared_rho;
}

Vector CoupledOperator::apply(const Vector& own, const StageContext& context) {
  const Vector p = common::all_entries(h_.map, own, context.messages);
  Vector q = Vector::Zero(p.size());
  if (admittance_.size() != 0) q = admittance_.cwiseProduct(p);
  if (factor_ != nullptr) q -= structure(p, context);
  auto& m = context.arithmetic;
  Vector result;
  m.multiply(result, h_.values.transpose(), p);
  if (needs_b()) m.gemv(result, b_.values.transpose(), -q);
  return result;
}

/// omega^2 rho C A_s^{-1} T p on every rank.
Vector CoupledOperator::structure(const Vector& p, const StageContext& context) const {
  return factor_->subdomains ? by_subdomains(p, context) : on_master(p, context);
}

/// Every rank has p, and so T p: nothing is sent but x on shared nodes, and what each rank finds on
/// its own panels.
Vector CoupledOperator::by_subdomains(const Vector& p, const StageContext& context) const {
  const auto& coupling = analysis_->coupling;
  const auto& tree = *analysis_->surface;
  Vector x;
  context.arithmetic.spmv(x, coupling, p);
  solve_own_part(*factor_, x, context);
  const auto own = tree.subdomain[rank_];
  Vector found(own.size());
  for (Index at = own.begin; at < own.end; ++at) {
    const Index panel = tree.panels[at];
    Complex sum = 0;
    for (fem::SparseMatrix::InnerIterator entry(coupling, panel); entry; ++entry)
      sum += entry.value() * x[entry.row()];
    found[at - own.begin] = scale_[panel] * sum;
  }
  const auto by_place = common::all_gather(found, panels_of_ranks(), context.messages);
  Vector q(p.size());
  for (std::size_t at = 0; at < by_place.size(); ++at) q[tree.panels[at]] = by_place[at];
  return q;
}

/// With a factor that the master has, or a library.
Vector CoupledOperator::on_master(const Vector& p, const StageContext& context) const {
  const auto& coupling = analysis_->coupling;
  auto& m = context.arithmetic;
  Vector x, q;
  if (context.is_master()) m.spmv(x, coupling, p);
  solve(*factor_, x, context);
  if (context.is_master()) {
    m.spmv(q, coupling.transpose(), x);
    q = scale_.cwiseProduct(q);
  }
  return shared(std::move(q), p.size(), 1, context);
}

Vector CoupledOperator::diagonal() const {
  Vector result(h_.map.local_rows(rank_));
  for (Index j = 0; j < result.size(); ++j) {
    const Index row = h_.map.global(rank_, j);
    result[j] = h_.values(row, j);
    if (admittance_.size() != 0) result[j] += admittance_[row] * b_.values(row, j);
  }
  return result;
}

std::vector<std::size_t> CoupledOperator::panels_of_ranks() const {
  std::vector<std::size_t> counts;
  for (const auto& range : analysis_->surface->subdomain)
    counts.push_back(static_cast<std::size_t>(range.size()));
  return counts;
}

namespace {

void run_matrix_free(const la::OwnedRows& b, const SurfaceCondition& surface, la::OwnedRows&,
    Matrix& right_hand_side, const StageContext& context) {
  subtract_force(b, surface, surface.analysis->coupling, right_hand_side, context);
}

}  // namespace

extern const Method matrix_free_method{.name = "matrix-free",
    .help = "the right-hand side alone; stage 4 iterates with products",
    .run = run_matrix_free,
    .forms_matrix = false};

}  // namespace febem::reduce
