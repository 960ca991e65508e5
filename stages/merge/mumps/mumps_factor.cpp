#include "stages/merge/mumps/mumps_factor.h"

#include <limits>

#include "reference/mumps.h"

namespace febem::merge {
namespace {

class MumpsFactor final : public pipeline::OpaqueFactor {
 public:
  explicit MumpsFactor(Index size) : mumps_(size) {}
  void solve(la::Matrix& x) override { mumps_.solve(x); }
  la::Matrix condensed(const fem::SparseMatrix& t) override { return mumps_.condensed(t); }
  reference::Mumps& library() { return mumps_; }

 private:
  reference::Mumps mumps_;
};

}  // namespace

pipeline::Factor mumps_factor(const pipeline::ElementSystem& system, const execution::StageContext& context, bool border) {
  auto opaque = std::make_unique<MumpsFactor>(system.size);
  auto& library = opaque->library();
  for (Index e = context.rank(); e < system.elements(); e += context.ranks())
    context.arithmetic.charge({timing::element_matrix(system.matrix_flops(e))}, [&] { library.add(system.dofs[e], system.matrix(e)); });
  if (border && system.coupling != nullptr) library.border(fem::forces_on_unknowns(system.motions, *system.coupling));
  pipeline::Factor factor;
  factor.size = system.size;
  context.arithmetic.charge({timing::in_library(0)}, [&] { factor.report.singular = !library.factor(); });
  factor.report.entries = library.factor_entries();
  factor.report.growth = factor.report.smallest_pivot = std::numeric_limits<double>::quiet_NaN();
  factor.opaque = std::move(opaque);
  return factor;
}

}  // namespace febem::merge
