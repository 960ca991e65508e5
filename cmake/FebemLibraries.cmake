# The libraries, each found once.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI 3.1 REQUIRED COMPONENTS CXX)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(PkgConfig REQUIRED)
pkg_check_modules(OPENBLAS REQUIRED IMPORTED_TARGET openblas)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
# The serial flavour: rank 0 alone writes, and it must link with every MPI.
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial)
find_package(Boost 1.74 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_path(CLI11_INCLUDE_DIR CLI/CLI.hpp REQUIRED)
add_library(febem_cli11 INTERFACE)
target_include_directories(febem_cli11 SYSTEM INTERFACE ${CLI11_INCLUDE_DIR})

if(FEBEM_PETSC)
  set(ENV{PKG_CONFIG_PATH} "/usr/lib/petscdir/petsc-complex/lib/pkgconfig:$ENV{PKG_CONFIG_PATH}")
  find_file(FEBEM_PETSC_PC NAMES petsc.pc PETSc.pc HINTS ENV PETSC_DIR
            PATHS /usr/lib/petscdir/petsc-complex /usr/lib/petscdir/petsc3.18/x86_64-linux-gnu-complex
            PATH_SUFFIXES lib/pkgconfig)
  pkg_check_modules(PETSC REQUIRED IMPORTED_TARGET PETSc)
endif()
