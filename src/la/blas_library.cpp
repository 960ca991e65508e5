#include "la/blas_library.h"

#include <dlfcn.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>

#include "core/error.h"
#include "core/processor.h"
#include "la/blas.h"

namespace febem::la {
namespace {

/// A function that only one vendor's library has, or null: looked up at run time, since the BLAS of
/// a built program may be exchanged.
template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// The file that a loaded function is in.
std::string file_of(const char* name) {
  Dl_info info{};
  void* function = dlsym(RTLD_DEFAULT, name);
  return function && dladdr(function, &info) != 0 ? info.dli_fname : "unknown";
}

/// Whether a function is of the library that zgemm is called from: PETSc may load another BLAS.
bool is_of_blas(const char* name) { return file_of(name) == file_of("zgemm_"); }

/// Entries between -1 and 1 that are the same on every machine.
double entry(Index i, Index j) {
  return static_cast<double>((7 * i + 11 * j + i * j) % 31 - 15) / 15;
}

template <class T>
MatrixOf<T> known(Index n, Index shift) {
  return MatrixOf<T>::NullaryExpr(n, n, [shift](Index i, Index j) {
    if constexpr (std::is_same_v<T, double>)
      return entry(i + shift, j);
    else
      return T(entry(i + shift, j), entry(j, i + 2 * shift));
  });
}

/// Bits of the vectors of a set of OpenBLAS's kernels; 0 for an unknown set.
int vector_bits(const std::string& kernels) {
  // Sets for processors that OpenBLAS does not know, and those that it chooses by the vectors of a
  // processor.
  static const std::map<std::string, int> bits{{"Prescott", 128}, {"Core2", 128}, {"Nehalem", 128},
      {"Barcelona", 128}, {"Sandybridge", 256}, {"Haswell", 256}, {"Zen", 256}, {"SkylakeX", 512},
      {"Cooperlake", 512}, {"SapphireRapids", 512}};
  const auto found = bits.find(kernels);
  return found == bits.end() ? 0 : found->second;
}

/// Largest error of -A B times a vector of ones.
template <class T>
double product_error(Index n) {
  const MatrixOf<T> a = known<T>(n, 1), b = known<T>(n, 2);
  MatrixOf<T> c = MatrixOf<T>::Zero(n, n);
  subtract_product(c, a, b);
  const auto expected = (a * b.rowwise().sum()).eval();
  return (c.rowwise().sum() + expected).norm();
}

/// Largest error of L U times a vector of ones against the rows of A in the order of the pivots.
double factor_error(Index n) {
  Matrix a = known<Complex>(n, 3) + static_cast<double>(n) / 4 * Matrix::Identity(n, n), factor = a;
  const auto pivots = factor_lu(factor);
  interchange_rows(a, pivots);
  const Vector u = factor.triangularView<Eigen::Upper>() * Vector::Ones(n);
  const Vector product = factor.triangularView<Eigen::UnitLower>() * u;
  return (product - a.rowwise().sum()).norm() / static_cast<double>(n);
}

/// Has OpenBLAS choose its kernels anew, as when it was loaded: those of OPENBLAS_CORETYPE, or by
/// itself. Returns whether it can.
bool choose_again(const char* core_type) {
  auto* forget = find<void()>("gotoblas_dynamic_quit");
  auto* choose = find<void()>("gotoblas_dynamic_init");
  if (!forget || !choose || !is_of_blas("gotoblas_dynamic_init")) return false;
  if (core_type) setenv("OPENBLAS_CORETYPE", core_type, 1);
  forget();
  choose();
  unsetenv("OPENBLAS_CORETYPE");  // a process that this one starts may run on another processor
  return true;
}

/// The routine whose result is wrong by more than rounding, or null.
const char* wrong_routine() {
  constexpr double rounding = 1e-10;  // of sums of some hundred products
  constexpr Index n = 120;            // beyond the sizes that have kernels of their own
  if (!(product_error<Complex>(n) <= rounding)) return "zgemm";
  if (!(product_error<double>(n) <= rounding)) return "dgemm";
  if (!(factor_error(n) <= rounding)) return "zgetrf";
  return nullptr;
}

/// Replaces kernels whose vectors are shorter than the processor's, unless the user asked for them.
/// Returns the set that was replaced, or nothing. An OpenBLAS that does not know a processor takes
/// kernels that suit every processor.
std::string replace_kernels() {
  if (std::getenv("OPENBLAS_CORETYPE")) return "";
  const auto own = blas_kernels();
  const auto wider = wider_kernels(own, core::vector_bits());
  for (const auto& kernels : wider)
    if (choose_again(kernels.c_str()) && blas_kernels() == kernels && !wrong_routine()) return own;
  if (!wider.empty()) choose_again(nullptr);
  return "";
}

/// The set of kernels that this process replaced, or nothing; replaces them at the first call.
const std::string& replaced_kernels() {
  static const std::string replaced = replace_kernels();
  return replaced;
}

}  // namespace

void prepare_blas() {
  if (auto* openblas = find<void(int)>("openblas_set_num_threads")) openblas(1);
  if (auto* mkl = find<void(int)>("MKL_Set_Num_Threads")) mkl(1);
  if (auto* blis = find<void(std::int64_t)>("bli_thread_set_num_threads")) blis(1);
  replaced_kernels();
}

std::string blas_library() {
  if (auto* openblas = find<char*()>("openblas_get_config");
      openblas && is_of_blas("openblas_get_config")) {
    std::istringstream words(openblas());  // name, version, and how it was built
    std::string name, version;
    words >> name >> version;
    const auto& replaced = replaced_kernels();
    const auto kernels = blas_kernels();
    const auto named = [](const std::string& set) {
      return set + " (" + std::to_string(vector_bits(set)) + "-bit vectors)";
    };
    return name + " " + version + ", kernels for " +
           (replaced.empty() ? kernels : named(kernels) + " in place of " + named(replaced));
  }
  if (auto* mkl = find<void(char*, int)>("MKL_Get_Version_String");
      mkl && is_of_blas("MKL_Get_Version_String")) {
    char text[200] = {};
    mkl(text, sizeof text - 1);
    return text;
  }
  if (auto* blis = find<const char*()>("bli_info_get_version_str");
      blis && is_of_blas("bli_info_get_version_str"))
    return std::string("BLIS ") + blis();
  return file_of("zgemm_");
}

std::string blas_kernels() {
  auto* openblas = find<char*()>("openblas_get_corename");
  return openblas && is_of_blas("openblas_get_corename") ? openblas() : "";
}

std::vector<std::string> wider_kernels(const std::string& kernels, int processor_bits) {
  std::vector<std::string> wider;
  if (vector_bits(kernels) == 0) return wider;
  for (const auto* set : {"SkylakeX", "Haswell"})
    if (vector_bits(set) > vector_bits(kernels) && vector_bits(set) <= processor_bits)
      wider.emplace_back(set);
  return wider;
}

std::string kernels_warning(const std::string& kernels, int processor_bits) {
  const int bits = vector_bits(kernels);
  if (bits == 0 || bits >= processor_bits) return "";
  return "OpenBLAS computes by its kernels for " + kernels + ", with vectors of " +
         std::to_string(bits) + " bits; this processor has " + std::to_string(processor_bits) +
         ". " +
         (std::getenv("OPENBLAS_CORETYPE")
                 ? "Unset OPENBLAS_CORETYPE, which asks for them."
                 : "Install an OpenBLAS that has kernels for this processor.");
}

std::string blas_text() {
  const auto warning = kernels_warning(blas_kernels(), core::vector_bits());
  return "  " + blas_library() + "\n" + (warning.empty() ? "" : "  ! Warning: " + warning + "\n");
}

void check_blas() {
  if (const char* routine = wrong_routine())
    throw core::RunError(std::string(routine) + " of " + blas_library() +
                         " gives wrong numbers: its kernels may not suit this processor; set "
                         "OPENBLAS_CORETYPE to another one, such as Haswell, or use "
                         "another BLAS");
}

}  // namespace febem::la
