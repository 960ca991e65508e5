// mumps: the library's own merge and reduction, as a reference. Its messages do not go through the message layer.
#include "reference/mumps.h"

#include <limits>

#include "reference/petsc.h"
#include "stages/merge/merge.h"

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

pipeline::Factor run_mumps(const pipeline::ElementSystem& system, const Options&, const execution::StageContext& context) {
  auto opaque = std::make_unique<MumpsFactor>(system.size);
  auto& library = opaque->library();
  for (Index e = context.rank(); e < system.elements(); e += context.ranks())
    context.arithmetic.charge({timing::element_matrix(system.matrix_flops(e))}, [&] { library.add(system.dofs[e], system.matrix(e)); });
  pipeline::Factor factor;
  factor.size = system.size;
  context.arithmetic.charge({timing::in_library(0)}, [&] { factor.report.singular = !library.factor(); });
  factor.report.entries = library.factor_entries();
  factor.report.growth = factor.report.smallest_pivot = std::numeric_limits<double>::quiet_NaN();
  factor.opaque = std::move(opaque);
  return factor;
}

}  // namespace

extern const Method mumps_method{"mumps", "MUMPS through PETSc, as a reference; its messages are its own", run_mumps, true, true,
                                 nullptr, reference::start_petsc};

}  // namespace febem::merge
