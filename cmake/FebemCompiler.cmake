# The language, warnings and sanitizers that every target of ours is built with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
# What is installed finds libraries outside the system's folders where they were linked.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON CACHE BOOL "Whether the installed program knows the folders of its libraries")

add_library(febem_compiler INTERFACE)
target_compile_options(febem_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow
  $<$<CONFIG:Release>:-O3>)
# AddressSanitizer stops at null and beyond objects; to check both twice, and types of objects with virtual functions, costs a fifth of
# the time to compile.
if(FEBEM_SANITIZE)
  target_compile_options(febem_compiler INTERFACE -fsanitize=address,undefined -fno-sanitize=null,object-size,vptr -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(febem_compiler INTERFACE -fsanitize=address,undefined)
endif()
# GNU-unique symbols cannot be privatised per simulated rank.
if(CMAKE_CXX_COMPILER MATCHES "smpicxx")
  target_compile_options(febem_compiler INTERFACE -fno-gnu-unique)
endif()
