# The files of ci-templates/ as texts in the binary: written once, for people and for `skua init`.
set(ci_templates_source ${CMAKE_BINARY_DIR}/ci_templates.cc)
set(ci_texts "")
foreach(entry
    kGitHubWorkflow=github-workflow.yml kGitHubWorkflowShards=github-workflow-shards.yml
    kJenkinsfile=Jenkinsfile kJenkinsfileShards=Jenkinsfile-shards
    kGitLabCi=gitlab-ci.yml kGitLabCiShards=gitlab-ci-shards.yml)
  string(REPLACE "=" ";" entry ${entry})
  list(GET entry 0 name)
  list(GET entry 1 file)
  file(READ ${CMAKE_SOURCE_DIR}/ci-templates/${file} text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
               ${CMAKE_SOURCE_DIR}/ci-templates/${file})
  string(APPEND ci_texts "extern const std::string_view ${name};\n"
                         "const std::string_view ${name} = R\"skua(${text})skua\";\n")
endforeach()
set(ci_texts "#include <string_view>\nnamespace skua::command {\n${ci_texts}}\n")
file(CONFIGURE OUTPUT ${ci_templates_source} CONTENT "@ci_texts@" @ONLY)
target_sources(skua_command PRIVATE ${ci_templates_source})
