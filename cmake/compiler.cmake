# Warnings, sanitizers, and the compiler cache.

# Link to `moot_warnings` (PRIVATE) in every target of ours.
add_library(moot_warnings INTERFACE)
target_compile_options(
  moot_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wcast-align
            -Wcast-qual
            -Wformat=2
            -Wimplicit-fallthrough
            -Wundef
            $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
            $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast>
            $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>
            $<$<COMPILE_LANGUAGE:CXX>:-Wextra-semi>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(moot_warnings INTERFACE -Wduplicated-cond -Wlogical-op)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 warns of overlapping copies inside std::string's operator+ (GCC bug 105651).
    # And of reading behind the end inside the assignment of Boost's small_vector.
    target_compile_options(moot_warnings INTERFACE -Wno-restrict -Wno-stringop-overread)
  endif()
  if(MOOT_SANITIZE)
    # GCC's documentation: sanitizers raise false positives of this warning.
    target_compile_options(moot_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(MOOT_WERROR)
  target_compile_options(moot_warnings INTERFACE -Werror)
endif()

if(MOOT_SANITIZE)
  add_compile_options(-fsanitize=${MOOT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MOOT_SANITIZE})
  set(sanitized 1)
else()
  set(sanitized 0)
endif()
# Tests look at fewer programs then.
add_library(moot_sanitized INTERFACE)
target_compile_definitions(moot_sanitized INTERFACE MOOT_SANITIZED=${sanitized})

find_program(MOOT_CCACHE ccache)
if(MOOT_CCACHE)
  foreach(language C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${MOOT_CCACHE})
    endif()
  endforeach()
endif()

# With MOOT_UNITY, sources of this target are compiled up to 24 at once: their headers (JSON, formatting, GoogleTest) take most
# of the time. So names in the anonymous namespaces of one target differ, but for the sources that are named behind ALONE.
# (With sanitizers 8: GCC's time grows faster than the source then.)
function(moot_unity target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ALONE")
  set(batch 24)
  if(MOOT_SANITIZE)
    set(batch 8)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${MOOT_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
  set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
