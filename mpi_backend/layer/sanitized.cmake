# The layer's own tests under sanitizers and valgrind: layer_threads_<backend>, layer_address_<backend>, layer_valgrind_<backend>.
# What the MPI libraries do is theirs: sanitized/ has what is left out.

set(sanitized_environment "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/sanitized/thread.supp:halt_on_error=1"
                          "ASAN_OPTIONS=detect_leaks=0" # nearly all are of modules that MPI has unloaded: valgrind tells leaks
                          "UCX_MEM_MMAP_HOOK_MODE=none" # UCX's hooks call the sanitizer before a thread is known to it
                          "UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1")

# The layer and its tests in one program, compiled with the options.
function(moot_add_sanitized_layer backend name)
  set(target layer_${name}_test_${backend})
  add_executable(${target} ${sources} ${layer_tests})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_include_directories(${target} SYSTEM PRIVATE ${PROJECT_SOURCE_DIR}/spec/include)
  target_compile_definitions(${target} PRIVATE MOOT_FORTRAN_LIBRARIES=""
                                               MOOT_LAYER_DOCS="${PROJECT_SOURCE_DIR}/docs/layer.md")
  target_compile_options(${target} PRIVATE -g -O1 -fno-omit-frame-pointer ${ARGN})
  target_link_options(${target} PRIVATE ${ARGN})
  target_link_libraries(${target} PRIVATE moot_mpi_${backend} Boost::headers tsl::robin_map Threads::Threads ${CMAKE_DL_LIBS}
                                          GTest::gtest moot_warnings)
  moot_unity(${target})
endfunction()

function(moot_add_sanitized_layer_tests backend)
  moot_add_sanitized_layer(${backend} threads -fsanitize=thread)
  # (Addresses that are drawn anew each time may lie where the sanitizer has its own.)
  add_test(NAME ${MOOT_TEST_PREFIX}layer_threads_${backend}
           COMMAND setarch --addr-no-randomize $<TARGET_FILE:layer_threads_test_${backend}> --gtest_filter=Threads.*)
  moot_add_sanitized_layer(${backend} address -fsanitize=address,undefined)
  add_test(NAME ${MOOT_TEST_PREFIX}layer_address_${backend} COMMAND layer_address_test_${backend})
  set(tests ${MOOT_TEST_PREFIX}layer_threads_${backend} ${MOOT_TEST_PREFIX}layer_address_${backend})
  if(MOOT_LINT) # with CI's checks, for which valgrind is installed
    add_test(NAME ${MOOT_TEST_PREFIX}layer_valgrind_${backend}
             COMMAND valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite
                     --errors-for-leak-kinds=definite --suppressions=${CMAKE_CURRENT_SOURCE_DIR}/sanitized/valgrind.supp
                     $<TARGET_FILE:layer_test_${backend}>)
    list(APPEND tests ${MOOT_TEST_PREFIX}layer_valgrind_${backend})
  endif()
  set_tests_properties(${tests} PROPERTIES LABELS mpi TIMEOUT 300
                                           ENVIRONMENT "${MOOT_MPI_ENVIRONMENT_${backend}};${sanitized_environment}")
endfunction()
