# PETSc in complex arithmetic with MUMPS, by pkg-config: in PETSC_DIR (with PETSC_ARCH) if given, else in PKG_CONFIG_PATH, in the
# folder of Debian's complex flavour or where pkg-config looks by itself. Defines PkgConfig::PETSC.
find_package(PkgConfig QUIET)
foreach(NAME PETSC_DIR PETSC_ARCH)
  if(NOT DEFINED ${NAME})
    set(${NAME} "$ENV{${NAME}}")
  endif()
endforeach()
set(PETSC_GIVEN_PATH "$ENV{PKG_CONFIG_PATH}")
if(PETSC_DIR)
  set(ENV{PKG_CONFIG_PATH} "${PETSC_DIR}/${PETSC_ARCH}/lib/pkgconfig:${PETSC_DIR}/lib/pkgconfig:${PETSC_GIVEN_PATH}")
else()
  set(ENV{PKG_CONFIG_PATH} "${PETSC_GIVEN_PATH}:/usr/lib/petscdir/petsc-complex/lib/pkgconfig")
endif()
pkg_search_module(PETSC QUIET IMPORTED_TARGET PETSc>=${PETSc_FIND_VERSION} petsc>=${PETSc_FIND_VERSION})
set(ENV{PKG_CONFIG_PATH} "${PETSC_GIVEN_PATH}")

if(PETSC_FOUND)
  # How Debian compiled its package, which its pkg-config file tells all who use it, is not for them.
  get_property(PETSC_OPTIONS TARGET PkgConfig::PETSC PROPERTY INTERFACE_COMPILE_OPTIONS)
  list(FILTER PETSC_OPTIONS EXCLUDE REGEX "^(-Wdate-time|-D_FORTIFY_SOURCE=.*)$")
  set_target_properties(PkgConfig::PETSC PROPERTIES INTERFACE_COMPILE_OPTIONS "${PETSC_OPTIONS}")
  # PETSc's header refuses the header of an MPI library that it was not built for.
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES PkgConfig::PETSC MPI::MPI_CXX)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("#include <petscsys.h>
    #if !defined(PETSC_USE_COMPLEX) || !defined(PETSC_HAVE_MUMPS)
    #error
    #endif
    int main() { return PetscInitializeNoArguments(); }" PETSC_FITS)
  unset(CMAKE_REQUIRED_LIBRARIES)
  unset(CMAKE_REQUIRED_QUIET)
  set(PETSC_REASON "the one in ${PETSC_PREFIX} has no complex scalars, no MUMPS or another MPI library")
else()
  set(PETSC_REASON "pkg-config knows none; set PKG_CONFIG_PATH, or PETSC_DIR and PETSC_ARCH")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PETSc REQUIRED_VARS PETSC_LINK_LIBRARIES PETSC_FITS VERSION_VAR PETSC_VERSION
                                  REASON_FAILURE_MESSAGE "${PETSC_REASON}")
if(NOT PETSc_FOUND)
  unset(PETSC_FITS CACHE)
  unset(PETSC_FOUND CACHE)
endif()
