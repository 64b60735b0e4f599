# The layer's own tests under sanitizers and valgrind: layer_threads_<backend>, layer_address_<backend>, layer_valgrind_<backend>; and of the
# programs in Fortran layer_address_fortran_<program>_<backend>, layer_valgrind_fortran_<program>_<backend>.
# What the MPI libraries do is theirs: sanitized/ has what is left out.

set(sanitized_environment "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/sanitized/thread.supp:halt_on_error=1"
                          "ASAN_OPTIONS=detect_leaks=0" # nearly all are of modules that MPI has unloaded: valgrind tells leaks
                          "UCX_MEM_MMAP_HOOK_MODE=none" # UCX's hooks call the sanitizer before a thread is known to it
                          "UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1")
set(valgrind valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
             --suppressions=${CMAKE_CURRENT_SOURCE_DIR}/sanitized/valgrind.supp)

# The layer compiled with the options, and these of its tests with it in one program: not optimised, which would take most of the time of a build.
function(moot_add_sanitized_layer backend name test_sources)
  set(layer moot_layer_${name}_${backend})
  add_library(${layer} OBJECT ${sources})
  add_dependencies(${layer} moot_generated)
  moot_fortran_libraries(${backend} fortran_libraries)
  target_include_directories(${layer} PUBLIC ${PROJECT_SOURCE_DIR})
  target_include_directories(${layer} SYSTEM PUBLIC ${PROJECT_SOURCE_DIR}/spec/include)
  target_compile_definitions(${layer} PRIVATE MOOT_FORTRAN_LIBRARIES="${fortran_libraries}")
  target_compile_options(${layer} PUBLIC -g ${ARGN} PRIVATE -O0 -fno-omit-frame-pointer)
  target_link_options(${layer} PUBLIC ${ARGN})
  target_link_libraries(${layer} PUBLIC moot_mpi_${backend} Boost::headers tsl::robin_map Threads::Threads ${CMAKE_DL_LIBS}
                                 PRIVATE moot_warnings)
  moot_unity(${layer})
  set(target layer_${name}_test_${backend})
  add_executable(${target} ${test_sources})
  add_dependencies(${target} moot_generated)
  target_compile_options(${target} PRIVATE -O0)
  target_compile_definitions(${target} PRIVATE MOOT_LAYER_DOCS="${PROJECT_SOURCE_DIR}/docs/layer.md")
  target_link_libraries(${target} PRIVATE ${layer} GTest::gtest moot_warnings)
  moot_unity(${target})
endfunction()

macro(moot_add_valgrind_test name target)
  add_test(NAME ${MOOT_TEST_PREFIX}${name} COMMAND ${valgrind} $<TARGET_FILE:${target}>)
  list(APPEND tests ${MOOT_TEST_PREFIX}${name})
endmacro()

function(moot_add_sanitized_layer_tests backend)
  moot_add_sanitized_layer(${backend} threads "layer_test.cpp;layer_grequest_test.cpp;layer_threads_test.cpp" -fsanitize=thread)
  # (Addresses that are drawn anew each time may lie where the sanitizer has its own.)
  add_test(NAME ${MOOT_TEST_PREFIX}layer_threads_${backend}
           COMMAND setarch --addr-no-randomize $<TARGET_FILE:layer_threads_test_${backend}> --gtest_filter=Threads.*)
  moot_add_sanitized_layer(${backend} address "${layer_tests}" -fsanitize=address,undefined)
  add_test(NAME ${MOOT_TEST_PREFIX}layer_address_${backend} COMMAND layer_address_test_${backend})
  set(tests ${MOOT_TEST_PREFIX}layer_threads_${backend} ${MOOT_TEST_PREFIX}layer_address_${backend})
  if(backend IN_LIST MOOT_FORTRAN_BACKENDS)
    moot_add_layer_fortran_tests(${backend} layer_address_fortran moot_layer_address_${backend})
  endif()
  if(MOOT_LINT) # with CI's checks, for which valgrind is installed
    moot_add_valgrind_test(layer_valgrind_${backend} layer_test_${backend})
    if(backend IN_LIST MOOT_FORTRAN_BACKENDS)
      foreach(program ${fortran_programs})
        moot_add_valgrind_test(layer_valgrind_fortran_${program}_${backend} layer_fortran_test_${program}_${backend})
      endforeach()
    endif()
  endif()
  set_tests_properties(${tests} PROPERTIES LABELS mpi TIMEOUT 300
                                           ENVIRONMENT "${MOOT_MPI_ENVIRONMENT_${backend}};${sanitized_environment}")
endfunction()
