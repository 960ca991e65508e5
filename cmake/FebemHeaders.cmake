# The libraries' headers that most sources begin with, compiled once: reading them again and again is a third of the time of a build.
# With them a source compiles that forgot to include one, so one job of .ci/run full does without.
option(FEBEM_PRECOMPILED_HEADERS "Compile the headers of the standard library and of Eigen once for all sources" OFF)

# febem_precompile(NAME HEADERS headers... [LIBRARIES targets...]): what febem_precompiled(TARGET NAME) makes a target begin with.
function(febem_precompile NAME)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBRARIES" ${ARGN})
  if(NOT FEBEM_PRECOMPILED_HEADERS)
    return()
  endif()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${NAME}.cpp CONTENT "// Of this target only the headers matter.\n")
  add_library(febem_${NAME} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${NAME}.cpp)
  target_link_libraries(febem_${NAME} PRIVATE febem_compiler ${ARG_LIBRARIES})
  target_precompile_headers(febem_${NAME} PRIVATE ${ARG_HEADERS})
endfunction()

# A source with options of its own reads its headers itself: what is compiled otherwise does not fit it.
function(febem_precompiled TARGET NAME)
  if(NOT FEBEM_PRECOMPILED_HEADERS)
    return()
  endif()
  target_precompile_headers(${TARGET} REUSE_FROM febem_${NAME})
  get_target_property(SOURCES ${TARGET} SOURCES)
  foreach(SOURCE ${SOURCES})
    get_source_file_property(OPTIONS ${SOURCE} COMPILE_OPTIONS)
    if(OPTIONS)
      set_source_files_properties(${SOURCE} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

febem_precompile(headers LIBRARIES Eigen3::Eigen
  HEADERS <algorithm> <array> <chrono> <cmath> <cstdint> <cstdio> <filesystem> <fstream> <functional> <limits> <map> <memory> <numeric>
          <optional> <set> <span> <sstream> <stdexcept> <string> <string_view> <utility> <variant> <vector> <Eigen/Core> <Eigen/SparseCore>)
