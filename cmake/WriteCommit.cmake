# cmake -D SOURCE=... -D TEMPLATE=... -D OUTPUT=... -P WriteCommit.cmake: the source file that knows which commit is built.
# Run by every build; the file is touched only if the commit is another, so that nothing else is compiled again.
# In a repository: what git describes, and a digest of the changes if there are any in what the program is made of. In an archive made by git its commit,
# elsewhere "unknown", each with a digest of the sources, for nobody knows whether they were changed.
set(ARCHIVED "$Format:%h$")
set(FOLDERS src stages meshes bench/check bench/livermore cmake)

function(git OUT)
  execute_process(COMMAND git -C ${SOURCE} ${ARGN} RESULT_VARIABLE STATUS OUTPUT_VARIABLE TEXT ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT STATUS EQUAL 0)
    set(TEXT "")
  endif()
  set(${OUT} "${TEXT}" PARENT_SCOPE)
endfunction()

function(digest_of_sources OUT)
  list(TRANSFORM FOLDERS REPLACE "(.+)" "${SOURCE}/\\1/*" OUTPUT_VARIABLE PATTERNS)
  file(GLOB_RECURSE FILES RELATIVE ${SOURCE} ${PATTERNS})
  list(SORT FILES)
  set(ALL "")
  foreach(FILE ${FILES})
    file(SHA1 ${SOURCE}/${FILE} DIGEST)
    string(APPEND ALL "${FILE} ${DIGEST}\n")
  endforeach()
  string(SHA1 DIGEST "${ALL}")
  string(SUBSTRING ${DIGEST} 0 12 DIGEST)
  set(${OUT} ${DIGEST} PARENT_SCOPE)
endfunction()

# A folder inside a repository of something else is not of that repository.
git(TOP rev-parse --show-toplevel)
get_filename_component(HERE ${SOURCE} REALPATH)
if(TOP STREQUAL HERE)
  git(COMMIT describe --always --tags --abbrev=12)
  git(CHANGES diff HEAD -- CMakeLists.txt ${FOLDERS})
endif()
if(COMMIT AND CHANGES)
  string(SHA1 DIGEST "${CHANGES}")
  string(SUBSTRING ${DIGEST} 0 12 DIGEST)
  string(APPEND COMMIT "-dirty-${DIGEST}")
elseif(NOT COMMIT)
  digest_of_sources(DIGEST)
  if(ARCHIVED MATCHES "Format")
    set(ARCHIVED "unknown")
  endif()
  set(COMMIT "${ARCHIVED}-${DIGEST}")
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
