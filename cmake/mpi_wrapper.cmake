# What compiler wrappers of MPI say: mpicc, mpifort.

# How the wrapper compiles and links, as lists of words; both are empty if it is none. Open MPI's kin know --showme:..., MPICH's kin
# -compile-info and -link-info; others at least -show, which tells both at once.
function(moot_ask_wrapper wrapper compile link)
  set(compile_options --showme:compile -compile-info -show)
  set(link_options --showme:link -link-info -show)
  foreach(compile_option link_option IN ZIP_LISTS compile_options link_options)
    execute_process(COMMAND ${wrapper} ${compile_option} OUTPUT_VARIABLE compiles RESULT_VARIABLE failed ERROR_QUIET
                    TIMEOUT 60)
    if(failed EQUAL 0)
      execute_process(COMMAND ${wrapper} ${link_option} OUTPUT_VARIABLE links RESULT_VARIABLE failed ERROR_QUIET
                      TIMEOUT 60)
    endif()
    if(failed EQUAL 0 AND links MATCHES "(^|[ \n])-l[^- ]|\\.(so|a)")
      separate_arguments(compiles UNIX_COMMAND "${compiles}")
      separate_arguments(links UNIX_COMMAND "${links}")
      set(${compile} ${compiles} PARENT_SCOPE)
      set(${link} ${links} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${compile} "" PARENT_SCOPE)
  set(${link} "" PARENT_SCOPE)
endfunction()

# What stands behind `flag` (-I, -L, -l) in a list of words, each once.
function(moot_behind flag words out)
  list(FILTER words INCLUDE REGEX "^${flag}.")
  list(TRANSFORM words REPLACE "^${flag}" "")
  list(REMOVE_DUPLICATES words)
  set(${out} ${words} PARENT_SCOPE)
endfunction()

# The library `mpi`: what a wrapper links, by paths, so that it is this one that programs find when they run. Where its headers and
# modules are comes back in include_dirs, its -fallow-... in allowed; the paths in `libraries`. For a wrapper that says nothing all
# are empty, and there is no library.
function(moot_ask_for_library mpi wrapper)
  moot_ask_wrapper(${wrapper} compile link)
  moot_behind(-I "${compile}" include_dirs)
  moot_behind(-fallow- "${compile}" allowed)
  list(TRANSFORM allowed PREPEND -fallow-)
  moot_behind(-L "${link}" library_dirs)
  moot_behind(-l "${link}" names)
  set(libraries ${link})
  list(FILTER libraries INCLUDE REGEX "^/.*\\.(so[.0-9]*|a)$")
  foreach(name ${names})
    find_library(MOOT_${mpi}_${name} ${name} PATHS ${library_dirs} NO_DEFAULT_PATH)
    find_library(MOOT_${mpi}_${name} ${name})
    if(MOOT_${mpi}_${name})
      list(APPEND libraries ${MOOT_${mpi}_${name}})
    else()
      list(APPEND libraries -l${name}) # the linker may know better
    endif()
  endforeach()
  if(link)
    add_library(${mpi} INTERFACE)
    target_link_libraries(${mpi} INTERFACE ${libraries})
  endif()
  set(include_dirs ${include_dirs} PARENT_SCOPE)
  set(allowed ${allowed} PARENT_SCOPE)
  set(libraries ${libraries} PARENT_SCOPE)
  set(library_dirs ${library_dirs} PARENT_SCOPE)
endfunction()
