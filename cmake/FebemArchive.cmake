# A relocatable archive of a program of the standard's ABI, for another Linux of the same processor family with the same glibc or a newer one:
#   cmake --build build --target package
# It holds what is installed, every shared library but those of glibc, and the MPI library with its launcher if that is MPICH, whose licence
# allows it. Another library of the ABI takes its place by LD_LIBRARY_PATH.
find_program(PATCHELF patchelf)
if(NOT FEBEM_MPI_ABI OR NOT PATCHELF)
  return()
endif()
install(RUNTIME_DEPENDENCY_SET febem_libraries COMPONENT libraries EXCLUDE_FROM_ALL DESTINATION lib
        PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|anl)\\.so")
get_filename_component(MPI_FOLDER ${MPI_CXX_COMPILER} DIRECTORY)
if(EXISTS ${MPI_FOLDER}/hydra_pmi_proxy)
  install(PROGRAMS ${MPI_FOLDER}/mpiexec ${MPI_FOLDER}/hydra_pmi_proxy COMPONENT libraries EXCLUDE_FROM_ALL DESTINATION bin)
endif()
# Program and libraries find the libraries beside them.
install(CODE "
  file(GLOB LIBRARIES \"\${CMAKE_INSTALL_PREFIX}/lib/*.so*\")
  foreach(FILE \${LIBRARIES} \"\${CMAKE_INSTALL_PREFIX}/bin/minifebem\")
    execute_process(COMMAND ${PATCHELF} --set-rpath [[$ORIGIN/../lib]] \${FILE} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT libraries EXCLUDE_FROM_ALL)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME minifebem-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};minifebem;Unspecified;/;${PROJECT_BINARY_DIR};minifebem;libraries;/")
include(CPack)
