// mumps: the library's own merge and reduction, as a reference. Its messages do not go through the
// message layer. schur: as mumps, but of [A_s T; T^T 0], with the Schur complement of A_s, which
// makes stage 3 a product alone.
#include "stages/reference/mumps.h"

#include <limits>

#include "stages/merge/merge.h"
#include "stages/reference/petsc.h"

namespace febem::merge {
namespace {

class MumpsFactor final : public common::OpaqueFactor {
 public:
  explicit MumpsFactor(Index size) : mumps_(size) {}
  void solve(la::Matrix& x) override { mumps_.solve(x); }
  la::Matrix condensed(const fem::SparseMatrix& t) override { return mumps_.condensed(t); }
  reference::Mumps& library() { return mumps_; }

 private:
  reference::Mumps mumps_;
};

/// With `border`, and where the system has its coupling, MUMPS forms the Schur complement on the
/// surface beside the factor, and has it at hand for stage 3. Collective.
template <bool border>
common::Factor run_mumps(
    const common::ElementSystem& system, const Options&, const common::StageContext& context) {
  auto opaque = std::make_unique<MumpsFactor>(system.size);
  auto& library = opaque->library();
  for (Index e = context.rank(); e < system.elements(); e += context.ranks())
    if (context.arithmetic.charge(timing::element_matrix(system.matrix_flops(e))))
      library.add(system.dofs[e], system.matrix(e));
  if (border && system.coupling != nullptr)
    library.border(fem::forces_on_unknowns(system.motions, *system.coupling));
  common::Factor factor;
  factor.size = system.size;
  context.arithmetic.in_library(0, [&] { factor.report.singular = !library.factor(); });
  factor.report.entries = library.factor_entries();
  factor.report.growth = factor.report.smallest_pivot = std::numeric_limits<double>::quiet_NaN();
  factor.opaque = std::move(opaque);
  return factor;
}

}  // namespace

extern const Method mumps_method{.name = "mumps",
    .help = "MUMPS through PETSc, as a reference; its messages are its own",
    .run = run_mumps<false>,
    .is_library = true,
    .sparse_columns = true,
    .start = reference::start_petsc};
extern const Method schur_method{.name = "schur",
    .help = "MUMPS through PETSc, which forms C A_s^{-1} T while it factors, in place of stage 3",
    .run = run_mumps<true>,
    .is_library = true,
    .sparse_columns = true,
    .start = reference::start_petsc};

}  // namespace febem::merge
