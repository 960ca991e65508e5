# MPI, and the launcher that belongs to it.
option(FEBEM_MPI_ABI "Build one program for all MPI libraries with the standard's ABI (MPI 5.0)" OFF)
include(FebemLauncher)
set(MPI_CXX_SKIP_MPICXX ON)
if(FEBEM_MPI_ABI)
  set(FEBEM_MPI_ABI ON)  # where the user wrote TRUE or 1: mpirun.in reads the word
  find_program(MPI_CXX_COMPILER mpicxx_abi REQUIRED)
endif()
find_package(MPI 3.1 REQUIRED COMPONENTS CXX)
# The wrapper of Open MPI 5 asks for it, and a precompiled header fits sources that are all compiled with it or all without.
if("-pthread" IN_LIST MPI_CXX_COMPILE_OPTIONS)
  add_compile_options(-pthread)
endif()

# FindMPI drops the wrapper's -DMPI_ABI: mpi.h would be the library's own, whose handles the library of the ABI does not know.
if(FEBEM_MPI_ABI)
  target_compile_definitions(MPI::MPI_CXX INTERFACE MPI_ABI)
  try_run(FEBEM_MPI_ABI_RUNS FEBEM_MPI_ABI_COMPILES ${PROJECT_BINARY_DIR}/mpi_abi ${PROJECT_SOURCE_DIR}/cmake/mpi_abi.cpp
          LINK_LIBRARIES MPI::MPI_CXX COMPILE_OUTPUT_VARIABLE COMPILED RUN_OUTPUT_VARIABLE RAN)
  if(NOT FEBEM_MPI_ABI_COMPILES OR NOT FEBEM_MPI_ABI_RUNS EQUAL 0)
    unset(FEBEM_MPI_ABI_COMPILES CACHE)
    unset(FEBEM_MPI_ABI_RUNS CACHE)
    message(FATAL_ERROR "FEBEM_MPI_ABI: the header and the library of ${MPI_CXX_COMPILER} are not both those of the standard's ABI\n${COMPILED}${RAN}")
  endif()
  if(FEBEM_PETSC)
    message(NOTICE "Without the reference solvers: PETSc is linked with one MPI library")
    set(FEBEM_PETSC OFF)
  endif()
elseif("${MPI_CXX_LIBRARIES}" MATCHES "mpi_abi")
  message(FATAL_ERROR "${MPI_CXX_COMPILER} links with the standard's ABI: give -DFEBEM_MPI_ABI=ON")
endif()
febem_launcher()
