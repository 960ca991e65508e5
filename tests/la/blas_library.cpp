// Which BLAS library computes, by which kernels, and whether that suits the processor.
#include "la/blas_library.h"

#include "support/catch.h"

TEST_CASE(
    "kernels with narrower vectors than the processor has are replaced by the widest, or named") {
  using Sets = Texts;
  for (const auto* kernels : {"Prescott", "Core2", "Nehalem", "Barcelona"}) {
    CHECK(la::wider_kernels(kernels, 512) == Sets{"SkylakeX", "Haswell"});
    CHECK(la::wider_kernels(kernels, 256) == Sets{"Haswell"});
    CHECK(la::wider_kernels(kernels, 128).empty());
    CHECK_THAT(la::kernels_warning(kernels, 512),
        Contains(std::string(kernels) + ", with vectors of 128 bits; this processor has 512. "));
  }
  for (const auto* kernels : {"Sandybridge", "Haswell", "Zen"}) {
    CHECK(la::wider_kernels(kernels, 512) == Sets{"SkylakeX"});
    CHECK_THAT(la::kernels_warning(kernels, 512), Contains("vectors of 256 bits"));
    CHECK(la::wider_kernels(kernels, 256).empty());
    CHECK(la::kernels_warning(kernels, 256).empty());
  }
  for (const auto* kernels : {"SkylakeX", "Cooperlake", "SapphireRapids", "NEOVERSEN1", ""}) {
    CHECK(la::wider_kernels(kernels, 512).empty());
    CHECK(la::kernels_warning(kernels, 512).empty());
  }
  CHECK(la::wider_kernels("Prescott", 0).empty());
  CHECK(la::kernels_warning("Prescott", 0).empty());
}

TEST_CASE("the library computes rightly and tells its name") {
  CHECK_NOTHROW(la::check_blas());
  CHECK_FALSE(la::blas_library().empty());
  CHECK(la::blas_library().find(la::blas_kernels()) != std::string::npos);
  CHECK(la::blas_text().find(la::blas_library()) != std::string::npos);
}
