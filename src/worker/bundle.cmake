# The runtime's Python files and table, their bytecode for some versions of Python, and the extension as one
# read-only section of the binary: an assembly file made at build time, whenever one of them changes.
# Its form: see runtime_bundle.cc. Run as a script (cmake -P, with OUTPUT, EXTENSION, PYTHON_FOLDER,
# PYTHONS and BYTECODE, a folder), it writes that file; included, it adds it to skua_worker.
if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB_RECURSE python_files RELATIVE ${PYTHON_FOLDER} ${PYTHON_FOLDER}/skua_runtime/*.py
                                                           ${PYTHON_FOLDER}/skua_runtime/*.tsv)
  set(entries "")
  macro(add_entry name path)
    string(APPEND entries
           "  .4byte 2f - 1f\n1:\n  .ascii \"${name}\"\n2:\n  .8byte 4f - 3f\n"
           "3:\n  .incbin \"${path}\"\n4:\n")
  endmacro()
  foreach(file IN LISTS python_files)
    add_entry(${file} ${PYTHON_FOLDER}/${file})
  endforeach()
  # With PYTHONHASHSEED, sets among the constants have one order.
  file(REMOVE_RECURSE ${BYTECODE})
  foreach(python IN LISTS PYTHONS)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env PYTHONHASHSEED=0
                            ${python} -S -B ${PYTHON_FOLDER}/skua_runtime/alone/compile_runtime.py
                            ${PYTHON_FOLDER}/skua_runtime ${BYTECODE}/skua_runtime
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  file(GLOB_RECURSE bytecode RELATIVE ${BYTECODE} ${BYTECODE}/skua_runtime/*.pyc)
  foreach(file IN LISTS bytecode)
    add_entry(${file} ${BYTECODE}/${file})
  endforeach()
  add_entry(skua_native.abi3.so ${EXTENSION})
  file(WRITE ${OUTPUT} "  .section .rodata\n"
       "  .globl skua_bundle_begin, skua_bundle_end\n"
       "  .hidden skua_bundle_begin\n  .hidden skua_bundle_end\n"
       "skua_bundle_begin:\n${entries}skua_bundle_end:\n"
       "  .section .note.GNU-stack,\"\",%progbits\n")
  return()
endif()

set(SKUA_BYTECODE_PYTHONS "" CACHE STRING
    "Interpreters for whose versions the runtime is compiled ahead: a run by another one compiles it itself")
set(bytecode_pythons ${SKUA_BYTECODE_PYTHONS} ${SKUA_TEST_PYTHONS})
if(NOT bytecode_pythons)
  set(bytecode_pythons ${Python3_EXECUTABLE})
endif()
list(JOIN bytecode_pythons "$<SEMICOLON>" bytecode_pythons)

set(bundle ${CMAKE_BINARY_DIR}/runtime_bundle.S)
file(GLOB_RECURSE bundled CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/skua_runtime/*.py
                                            ${CMAKE_SOURCE_DIR}/src/runtime/skua_runtime/*.tsv)
add_custom_command(
  OUTPUT ${bundle}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${bundle} -DEXTENSION=$<TARGET_FILE:skua_native>
          -DPYTHON_FOLDER=${CMAKE_SOURCE_DIR}/src/runtime "-DPYTHONS=${bytecode_pythons}"
          -DBYTECODE=${CMAKE_BINARY_DIR}/runtime_bytecode -P ${CMAKE_SOURCE_DIR}/src/worker/bundle.cmake
  DEPENDS skua_native $<TARGET_FILE:skua_native> ${bundled} ${CMAKE_SOURCE_DIR}/src/worker/bundle.cmake
  COMMENT "Bundling the runtime" VERBATIM)
target_sources(skua_worker PRIVATE ${bundle})
