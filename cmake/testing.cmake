# How tests, fuzz targets and checks of the sources are declared.

set(MOOT_TEST_PREFIX "" CACHE STRING "Begins the name of every test, to tell two builds apart")
set(MOOT_TEST_TIMEOUT 300 CACHE STRING "Seconds that one test may take, unless it says otherwise")
set(MOOT_FUZZ_SECONDS 30 CACHE STRING "Seconds for each fuzz target")

if(MOOT_TESTS)
  enable_testing()
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  include(GoogleTest)
endif()
if(MOOT_FUZZ)
  enable_testing()
  add_custom_target(fuzzers)
endif()

# moot_test(NAME checker_test SOURCES checker_test.cpp LIBS traces [LABEL property] [TIMEOUT 600] [ALONE x_test.cpp])
# A GoogleTest (and RapidCheck) program; ctest lists each of its tests. They run in the root of the sources, so that they
# may name spec/litmus/... ALONE: as in moot_unity. With sanitizers, a program that begins takes longer than most tests: there
# ctest knows thirds of a program. Tests know MOOT_SANITIZED, which is 0 or 1.
function(moot_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;LABEL;TIMEOUT" "SOURCES;LIBS;ALONE")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME)
    message(FATAL_ERROR "moot_test(NAME ... SOURCES ... LIBS ...): what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT MOOT_TESTS)
    return()
  endif()
  if(NOT arg_LABEL)
    set(arg_LABEL unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${MOOT_TEST_TIMEOUT})
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  moot_unity(${arg_NAME} ALONE ${arg_ALONE})
  # Optimising what runs once takes most of a build; properties run a thousand times.
  if(NOT arg_LABEL STREQUAL property AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    set(level -O1)
    if(MOOT_SANITIZE)
      set(level -O0)
    endif()
    target_compile_options(${arg_NAME} PRIVATE ${level})
  endif()
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBS} moot_warnings moot_sanitized GTest::gmock GTest::gtest_main
                                            rapidcheck rapidcheck_gtest)
  if(MOOT_SANITIZE)
    moot_add_thirds(${arg_NAME} ${arg_LABEL})
    return()
  endif()
  gtest_discover_tests(
    ${arg_NAME}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    TEST_PREFIX "${MOOT_TEST_PREFIX}"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS ${arg_LABEL})
endfunction()

function(moot_add_thirds program label)
  foreach(third RANGE 2)
    set(name ${MOOT_TEST_PREFIX}${program}.${third})
    add_test(NAME ${name} COMMAND ${program} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES TIMEOUT 1200 LABELS ${label}
                                            ENVIRONMENT "GTEST_TOTAL_SHARDS=3;GTEST_SHARD_INDEX=${third}")
  endforeach()
endfunction()

# moot_fuzz(NAME case_fuzz SOURCES case_fuzz.cpp LIBS spec SEEDS ${PROJECT_SOURCE_DIR}/spec/litmus)
# A libFuzzer target. It starts from the files in SEEDS and keeps what it finds in the build tree.
function(moot_fuzz)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBS;SEEDS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME)
    message(FATAL_ERROR "moot_fuzz(NAME ... SOURCES ... LIBS ...): what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT MOOT_FUZZ)
    return()
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBS} moot_warnings)
  target_link_options(${arg_NAME} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${arg_NAME})
  set(corpus ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.corpus)
  file(MAKE_DIRECTORY ${corpus})
  add_test(NAME fuzz.${arg_NAME}
           COMMAND ${arg_NAME} -max_total_time=${MOOT_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
                   ${corpus} ${arg_SEEDS})
  math(EXPR limit "${MOOT_FUZZ_SECONDS} + 120")
  set_tests_properties(fuzz.${arg_NAME} PROPERTIES LABELS fuzz TIMEOUT ${limit} WORKING_DIRECTORY
                                                                                ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

if(MOOT_TESTS AND NOT MOOT_SANITIZE)
  add_test(NAME script.moot COMMAND ${PROJECT_SOURCE_DIR}/cmake/moot_script_test.sh)
  set_tests_properties(script.moot PROPERTIES LABELS script TIMEOUT 300)
endif()

if(MOOT_LINT)
  foreach(check format tidy shell)
    add_test(NAME lint.${check} COMMAND ${PROJECT_SOURCE_DIR}/cmake/lint.sh ${check} ${CMAKE_BINARY_DIR})
    set_tests_properties(lint.${check} PROPERTIES LABELS lint TIMEOUT 1800)
  endforeach()
  # It uses every core by itself, and is the longest: alone, and first.
  set_tests_properties(lint.tidy PROPERTIES PROCESSORS 10000 COST 10000)
endif()

# cmake --build build --target format
add_custom_target(format COMMAND ${PROJECT_SOURCE_DIR}/cmake/lint.sh reformat ${CMAKE_BINARY_DIR})
