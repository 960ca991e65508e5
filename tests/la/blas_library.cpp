// Which BLAS library computes, by which kernels, and whether that suits the processor.
#include "la/blas_library.h"

#include "support/catch.h"

using namespace febem;

TEST_CASE("kernels with narrower vectors than the processor has are named, with what mends it") {
  const auto old = la::kernels_warning("Prescott", 512);
  CHECK(old.find("Prescott, with vectors of 128 bits; this processor has 512") != std::string::npos);
  CHECK(old.find("OPENBLAS_CORETYPE=SkylakeX") != std::string::npos);
  CHECK(la::kernels_warning("Haswell", 512).find("OPENBLAS_CORETYPE=SkylakeX") != std::string::npos);
  CHECK(la::kernels_warning("Nehalem", 256).find("OPENBLAS_CORETYPE=Haswell") != std::string::npos);
  for (const auto* kernels : {"Haswell", "Zen", "SkylakeX", "Cooperlake", "SapphireRapids"}) CHECK(la::kernels_warning(kernels, 256).empty());
  for (const auto* kernels : {"SkylakeX", "Cooperlake", "SapphireRapids", "NEOVERSEN1", ""}) CHECK(la::kernels_warning(kernels, 512).empty());
  CHECK(la::kernels_warning("Prescott", 0).empty());
}

TEST_CASE("the library computes rightly and tells its name") {
  CHECK_NOTHROW(la::check_blas());
  CHECK_FALSE(la::blas_library().empty());
  CHECK(la::blas_library().find(la::blas_kernels()) != std::string::npos);
  CHECK(la::blas_text().find(la::blas_library()) != std::string::npos);
}
