# What is installed beside the binary: completions and a manual page, which the binary itself prints,
# licences and README. A wheel holds the binary alone, as a script: its exit code is its own.
if(SKBUILD)
  install(TARGETS skua RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python)
  return()
endif()

include(GNUInstallDirs)
set(printed ${CMAKE_BINARY_DIR}/printed)
install(CODE "
  file(MAKE_DIRECTORY ${printed})
  foreach(entry bash=skua zsh=_skua fish=skua.fish)
    string(REPLACE = \";\" entry \${entry})
    list(GET entry 0 shell)
    list(GET entry 1 file)
    execute_process(COMMAND $<TARGET_FILE:skua> completion \${shell}
                    OUTPUT_FILE ${printed}/\${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/manual.py $<TARGET_FILE:skua>
                  OUTPUT_FILE ${printed}/skua.1 COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${printed}/skua DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${printed}/_skua DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${printed}/skua.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${printed}/skua.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_CURRENT_LIST_DIR}/THIRD_PARTY.txt ${CMAKE_SOURCE_DIR}/README.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
