#include "stages/reference/ksp.h"

#include <petscksp.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <limits>

#include "core/error.h"
#include "core/text.h"
#include "core/unwinding.h"
#include "stages/reference/petsc.h"

namespace febem::reference {
namespace {

using core::Complex;

/// A handle of PETSc's, destroyed with this unless by an exception: the processes that share the
/// object do it together.
template <class T, PetscErrorCode (*destroy)(T*)>
struct Owned {
  T handle = nullptr;

  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (!unwinding_) destroy(&handle);
  }
  operator T() const { return handle; }

 private:
  core::Unwinding unwinding_;
};

/// The words of a text as PETSc splits it: at spaces, but not within quotes.
std::vector<std::string> words_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isspace(c) != 0; }, ' ');
  int count = 0;
  char** words = nullptr;
  check(PetscStrToArray(text.c_str(), ' ', &count, &words), "PetscStrToArray");
  const std::vector<std::string> result(words, words + count);
  check(PetscStrToArrayDestroy(count, words), "PetscStrToArrayDestroy");
  return result;
}

bool is_key(const std::string& word) {
  PetscBool valid = PETSC_FALSE;
  check(PetscOptionsValidKey(word.c_str(), &valid), "PetscOptionsValidKey");
  return valid == PETSC_TRUE;
}

/// What PETSc takes as of the whole run, and not of an object: files that every process would read,
/// a help of its own.
bool is_of_the_run(const std::string& key) {
  return key.starts_with("-options_") || key.starts_with("-prefix_") || key == "-help" ||
         key == "-h";
}

std::string in_quotes(const std::string& word) {
  return std::string("'").append(core::printable(word, 200)).append("'");
}

/// PETSc's options while this lives: what its objects, those within others included, read by
/// themselves. Neither PETSC_OPTIONS nor what another solution was given reaches them.
class ScopedOptions {
 public:
  explicit ScopedOptions(const std::string& text) : words_(words_of(text)) {
    check(PetscOptionsCreate(&options_.handle), "PetscOptionsCreate");
    bool after_key = false;  // PETSc passes over what stands elsewhere
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const bool key = is_key(words_[i]);
      if (!key && !after_key)
        throw core::InputError(
            in_quotes(words_[i]) + " is neither an option of PETSc's nor the value of one");
      after_key = key;
      if (!key) continue;
      if (is_of_the_run(words_[i]))
        throw core::InputError(in_quotes(words_[i]) + " is not an option of a KSP");
      const bool has_value = i + 1 < words_.size() && !is_key(words_[i + 1]);
      check(PetscOptionsSetValue(
                options_, words_[i].c_str(), has_value ? words_[i + 1].c_str() : nullptr),
          "PetscOptionsSetValue");
    }
    check(PetscOptionsPush(options_), "PetscOptionsPush");
  }
  ScopedOptions(const ScopedOptions&) = delete;
  ScopedOptions& operator=(const ScopedOptions&) = delete;
  ~ScopedOptions() { PetscOptionsPop(); }

  /// Does not make it a used one.
  bool has(const std::string& key) const {
    return std::find(words_.begin(), words_.end(), key) != words_.end();
  }

  void take_out(const char* key) const {
    check(PetscOptionsClearValue(options_, key), "PetscOptionsClearValue");
  }

  /// Throws core::InputError if no object has asked for some option.
  void require_used() const {
    PetscInt count = 0;
    char **names = nullptr, **values = nullptr;
    check(PetscOptionsLeftGet(options_, &count, &names, &values), "PetscOptionsLeftGet");
    const std::vector<std::string> left(names, names + count);
    check(PetscOptionsLeftRestore(options_, &count, &names, &values), "PetscOptionsLeftRestore");
    if (left.empty()) return;
    std::string all;
    for (const auto& name : left) all += (all.empty() ? "" : ", ") + in_quotes("-" + name);
    throw core::InputError("PETSc does not know " + all + ", or does not use " +
                           (left.size() == 1 ? "it" : "them") + " beside the other options");
  }

 private:
  std::vector<std::string> words_;
  Owned<PetscOptions, PetscOptionsDestroy> options_;
};

/// What PETSc calls back with.
struct Callbacks {
  const KspMatrix& matrix;
  const std::function<void(double)>& progress;
  std::vector<double> norms = {};        ///< of the residual, by iteration
  std::exception_ptr exception = {};     ///< must not pass through PETSc
  PetscLogDouble flops_of_products = 0;  ///< as PETSc counts them, if a product uses it

  template <class Work>
  PetscErrorCode carry_out(Work&& work) {
    try {
      work();
      return {};
    } catch (...) {
      exception = std::current_exception();
      return PETSC_ERR_USER;
    }
  }
};

PetscErrorCode multiply(Mat matrix, Vec x, Vec y) {
  Callbacks* callbacks = nullptr;
  PetscInt size = 0;
  const Complex* from = nullptr;
  Complex* to = nullptr;
  PetscCall(MatShellGetContext(matrix, &callbacks));
  PetscCall(VecGetLocalSize(x, &size));
  PetscCall(VecGetArrayRead(x, &from));
  PetscCall(VecGetArrayWrite(y, &to));
  PetscLogDouble before = 0, after = 0;
  PetscCall(PetscGetFlops(&before));
  const PetscErrorCode code = callbacks->carry_out([&] {
    Eigen::Map<la::Vector>(to, size) =
        callbacks->matrix.product(Eigen::Map<const la::Vector>(from, size));
  });
  PetscCall(PetscGetFlops(&after));
  callbacks->flops_of_products += after - before;
  PetscCall(VecRestoreArrayWrite(y, &to));
  PetscCall(VecRestoreArrayRead(x, &from));
  return code;
}

PetscErrorCode get_diagonal(Mat matrix, Vec diagonal) {
  Callbacks* callbacks = nullptr;
  Complex* to = nullptr;
  PetscCall(MatShellGetContext(matrix, &callbacks));
  PetscCall(VecGetArrayWrite(diagonal, &to));
  const auto& own = callbacks->matrix.diagonal;
  std::copy(own.begin(), own.end(), to);
  return VecRestoreArrayWrite(diagonal, &to);
}

/// Methods may skip an iteration, and after a restart GMRES tells of one again.
PetscErrorCode note_norm(KSP, PetscInt iteration, PetscReal norm, void* context) {
  auto& callbacks = *static_cast<Callbacks*>(context);
  return callbacks.carry_out([&] {
    auto& norms = callbacks.norms;
    norms.resize(std::max(norms.size(), static_cast<std::size_t>(iteration) + 1), norm);
    norms[static_cast<std::size_t>(iteration)] = norm;
    callbacks.progress(norm / norms.front());
  });
}

/// GMRES has found everything after as many iterations as there are rows, and PETSc makes room for
/// all of a cycle at once.
PetscInt restart_of(const KspSettings& settings, la::Index rows) {
  const la::Index wanted = settings.restart > 0 ? settings.restart : settings.iterations;
  return static_cast<PetscInt>(std::clamp<la::Index>(rows, 1, wanted));
}

/// A KSP with its matrix, ready to solve.
class Solver {
 public:
  /// Collective over `communicator`.
  Solver(MPI_Comm communicator, Callbacks& callbacks, const KspSettings& settings,
      const ScopedOptions& options)
      : callbacks_(callbacks), tolerance_(settings.tolerance) {
    const auto own = static_cast<PetscInt>(callbacks.matrix.diagonal.size());
    const auto rows = static_cast<PetscInt>(callbacks.matrix.rows);
    check(MatCreateShell(communicator, own, own, rows, rows, &callbacks, &matrix_.handle),
        "MatCreateShell");
    check(MatShellSetOperation(matrix_, MATOP_MULT, reinterpret_cast<void (*)()>(multiply)),
        "MatShellSetOperation");
    check(MatShellSetOperation(
              matrix_, MATOP_GET_DIAGONAL, reinterpret_cast<void (*)()>(get_diagonal)),
        "MatShellSetOperation");
    check(MatCreateVecs(matrix_, &x_.handle, &b_.handle), "MatCreateVecs");
    check(KSPCreate(communicator, &ksp_.handle), "KSPCreate");
    check(KSPSetOperators(ksp_, matrix_, matrix_), "KSPSetOperators");
    set_defaults(settings);
    // PETSc takes the side of the method that goes with the norm of b - A x itself; a user who
    // names one leaves the other to PETSc.
    if (!options.has("-ksp_pc_side"))
      check(KSPSetNormType(ksp_, KSP_NORM_UNPRECONDITIONED), "KSPSetNormType");
    check(KSPSetFromOptions(ksp_), "KSPSetFromOptions");
    // PETSc forgets these when the type changes; of other types than GMRES they are not looked at.
    if (!options.has("-ksp_gmres_restart"))
      check(KSPGMRESSetRestart(ksp_, restart_of(settings, rows)), "KSPGMRESSetRestart");
    if (!options.has("-ksp_gmres_cgs_refinement_type"))
      check(KSPGMRESSetCGSRefinementType(ksp_, KSP_GMRES_CGS_REFINE_ALWAYS),
          "KSPGMRESSetCGSRefinementType");
    check(KSPMonitorSet(ksp_, note_norm, &callbacks, nullptr), "KSPMonitorSet");
    finish(KSPSetUp(ksp_), "KSPSetUp");
  }

  /// Solves, whether it converges or not, and prints nothing, whatever the options say.
  void try_out(const la::Vector& b) {
    check(KSPMonitorCancel(ksp_), "KSPMonitorCancel");
    check(KSPResetViewers(ksp_), "KSPResetViewers");
    check(KSPSetErrorIfNotConverged(ksp_, PETSC_FALSE), "KSPSetErrorIfNotConverged");
    solve_for(b);
  }

  KspResult solve(const la::Vector& b) {
    PetscLogDouble before = 0, after = 0;
    check(PetscGetFlops(&before), "PetscGetFlops");
    solve_for(b);
    KspResult result = judged();
    check(PetscGetFlops(&after), "PetscGetFlops");
    result.flops = static_cast<core::Count>(after - before - callbacks_.flops_of_products);
    const Complex* found = nullptr;
    check(VecGetArrayRead(x_, &found), "VecGetArrayRead");
    result.solution = Eigen::Map<const la::Vector>(found, b.size());
    check(VecRestoreArrayRead(x_, &found), "VecRestoreArrayRead");
    return result;
  }

 private:
  void set_defaults(const KspSettings& settings) {
    PC preconditioner = nullptr;  // the KSP's
    check(KSPSetType(ksp_, KSPGMRES), "KSPSetType");
    check(KSPSetTolerances(ksp_, settings.tolerance, PETSC_DEFAULT, PETSC_DEFAULT,
              static_cast<PetscInt>(settings.iterations)),
        "KSPSetTolerances");
    check(KSPGetPC(ksp_, &preconditioner), "KSPGetPC");
    check(PCSetType(preconditioner, PCJACOBI), "PCSetType");
  }

  void solve_for(const la::Vector& b) {
    Complex* own = nullptr;
    check(VecGetArrayWrite(b_, &own), "VecGetArrayWrite");
    std::copy(b.begin(), b.end(), own);
    check(VecRestoreArrayWrite(b_, &own), "VecRestoreArrayWrite");
    finish(KSPSolve(ksp_, b_, x_), "KSPSolve");
  }

  /// Throws what the callback of a PETSc call threw, or PETSc's error.
  void finish(PetscErrorCode code, const char* call) {
    if (callbacks_.exception) std::rethrow_exception(callbacks_.exception);
    check(code, call);
  }

  /// How it went; the solution itself is left out.
  KspResult judged() {
    Owned<Vec, VecDestroy> residual;
    PetscReal left = 0, whole = 0, relative = 0, absolute = 0;
    PetscInt iterations = 0;
    KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
    check(VecDuplicate(b_, &residual.handle), "VecDuplicate");
    finish(MatMult(matrix_, x_, residual), "MatMult");
    check(VecAYPX(residual, -1, b_), "VecAYPX");
    check(VecNorm(residual, NORM_2, &left), "VecNorm");
    check(VecNorm(b_, NORM_2, &whole), "VecNorm");
    check(KSPGetIterationNumber(ksp_, &iterations), "KSPGetIterationNumber");
    check(KSPGetConvergedReason(ksp_, &reason), "KSPGetConvergedReason");
    check(KSPGetTolerances(ksp_, &relative, &absolute, nullptr, nullptr), "KSPGetTolerances");
    KspResult result;
    result.residuals = relative_norms(static_cast<std::size_t>(iterations));
    result.residuals.back() = left / whole;
    constexpr double drift = 10;  // of the residual that a method updates from the one of its x
    result.converged =
        reason > 0 && left <= drift * std::max(std::max(relative, tolerance_) * whole, absolute);
    return result;
  }

  std::vector<double> relative_norms(std::size_t iterations) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    auto norms = callbacks_.norms;
    norms.resize(iterations + 1, none);
    const double first = norms.front();
    for (auto& norm : norms) norm = first > 0 ? norm / first : none;
    norms.front() = 1;
    return norms;
  }

  Callbacks& callbacks_;
  double tolerance_;
  Owned<Mat, MatDestroy> matrix_;
  Owned<Vec, VecDestroy> x_, b_;
  Owned<KSP, KSPDestroy> ksp_;
};

}  // namespace

void validate(const KspSettings& settings) {
  start_petsc();
  constexpr la::Index rows = 4;
  const KspMatrix twice{
      rows, la::Vector::Constant(rows, 2), [](const la::Vector& x) { return la::Vector(2 * x); }};
  const std::function<void(double)> unseen = [](double) {};
  Callbacks callbacks{twice, unseen};
  try {
    const ScopedOptions options(settings.options);
    for (const char* key : {"-ksp_converged_reason", "-ksp_converged_rate"})
      options.take_out(key);  // the trial would print, too
    Solver solver(PETSC_COMM_SELF, callbacks, settings, options);
    options.require_used();
    solver.try_out(la::Vector::Ones(rows));
  } catch (const core::RunError& error) {
    throw core::InputError(std::string("PETSc: ") + error.what());
  }
}

KspResult solve_by_ksp(const KspMatrix& matrix, const la::Vector& b, const KspSettings& settings,
    const std::function<void(double residual)>& progress) {
  start_petsc();
  const ScopedOptions options(settings.options);
  Callbacks callbacks{matrix, progress};
  return Solver(PETSC_COMM_WORLD, callbacks, settings, options).solve(b);
}

}  // namespace febem::reference
