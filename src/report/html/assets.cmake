# The page's template, style and scripts as texts in the binary; the scripts follow one another.
set(page_folder ${CMAKE_SOURCE_DIR}/src/report/html)
set(page_assets ${CMAKE_BINARY_DIR}/page_assets.S)
configure_file(${page_folder}/assets.S.in ${page_assets} @ONLY)
file(GLOB page_parts CONFIGURE_DEPENDS ${page_folder}/*.html ${page_folder}/*.css ${page_folder}/*.js)
set_source_files_properties(${page_assets} PROPERTIES OBJECT_DEPENDS "${page_parts}")
target_sources(skua_report PRIVATE ${page_assets})
