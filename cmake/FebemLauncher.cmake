# The launcher that belongs to the MPI library: the one beside the compiler wrapper that was asked for. CMake's own search would
# take the first in the PATH, which may be another library's: every rank would then believe that it is alone.
if(NOT MPIEXEC_EXECUTABLE)
  foreach(WRAPPER ${MPI_CXX_COMPILER} ${CMAKE_CXX_COMPILER})
    find_program(WRAPPER_PATH ${WRAPPER} NO_CACHE)
    get_filename_component(WRAPPER_FOLDER "${WRAPPER_PATH}" DIRECTORY)
    get_filename_component(WRAPPER_NAME "${WRAPPER_PATH}" NAME)
    if(WRAPPER_NAME MATCHES "^smpi")
      find_program(MPIEXEC_EXECUTABLE smpirun HINTS ${WRAPPER_FOLDER})
    elseif(WRAPPER_NAME MATCHES "^mpi[A-Za-z+]*(.*)$")  # mpicxx.mpich: mpiexec.mpich
      find_program(MPIEXEC_EXECUTABLE NAMES mpiexec${CMAKE_MATCH_1} mpirun${CMAKE_MATCH_1}
                   HINTS ${WRAPPER_FOLDER} NO_DEFAULT_PATH)
    endif()
    unset(WRAPPER_PATH)
  endforeach()
endif()

# febem_launcher(): writes the script by which everything of the project starts ranks.
function(febem_launcher)
  set(SCRIPT mpirun)
  if(CMAKE_CXX_COMPILER MATCHES "smpicxx")
    set(SCRIPT mpirun-simulated)
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${SCRIPT}.in ${PROJECT_BINARY_DIR}/mpirun @ONLY
                 FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()
