# The program, its cases, and the documentation, whose pages keep their places so that their links hold.
include(GNUInstallDirs)
install(TARGETS minifebem RUNTIME_DEPENDENCY_SET febem_libraries RUNTIME)
if(NOT CMAKE_CXX_COMPILER MATCHES "smpicxx")  # whose script needs the sources
  install(PROGRAMS ${PROJECT_BINARY_DIR}/mpirun DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME minifebem-mpirun)
endif()
install(PROGRAMS meshes/import DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME minifebem-import)
install(DIRECTORY meshes/cases DESTINATION ${CMAKE_INSTALL_DATADIR}/minifebem)
install(FILES README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The library of curves is in the program.
install(DIRECTORY src/report/vendor/echarts DESTINATION ${CMAKE_INSTALL_DOCDIR}/src/report/vendor PATTERN *.js EXCLUDE)
foreach(FOLDER meshes stages/merge stages/form stages/reduce stages/eliminate)
  install(FILES ${FOLDER}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/${FOLDER})
endforeach()
include(FebemArchive)
