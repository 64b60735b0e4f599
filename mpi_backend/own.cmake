# The backend `own`: the build of an MPI library whose mpicc is MOOT_MPI_OWN, with Fortran if its mpifort lies beside it. A line
# "moot: ..." on standard error is for whoever has typed `moot --on`.

moot_find_mpi(own ${MOOT_MPI_OWN})
get_filename_component(own_bin ${MOOT_MPI_OWN} DIRECTORY)
get_target_property(own_include_dirs moot_mpi_own INTERFACE_INCLUDE_DIRECTORIES)
get_target_property(own_libraries moot_mpi_own INTERFACE_LINK_LIBRARIES)

find_file(MOOT_OWN_HEADER mpi.h PATHS ${own_include_dirs} NO_DEFAULT_PATH)
find_file(MOOT_OWN_HEADER mpi.h)
if(NOT MOOT_OWN_HEADER)
  message(NOTICE "moot: it names no folder with an mpi.h")
  message(FATAL_ERROR "no mpi.h")
endif()
set(own_static ${own_libraries})
list(FILTER own_static INCLUDE REGEX "/lib[^/]*mpi[^/]*\\.a$")
if(own_static)
  message(NOTICE "moot: it links ${own_static}; the layer needs a shared library")
  message(FATAL_ERROR "a static MPI library")
endif()

# Its programs find this library, whatever LD_LIBRARY_PATH says, and what it needs beside it. So DT_RPATH, not DT_RUNPATH.
list(FILTER own_libraries INCLUDE REGEX "^/")
foreach(library ${own_libraries})
  get_filename_component(folder ${library} DIRECTORY)
  list(APPEND own_library_dirs ${folder})
endforeach()
list(REMOVE_DUPLICATES own_library_dirs)
list(REMOVE_ITEM own_library_dirs ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES}) # the system's are found anyway, and last
list(TRANSFORM own_library_dirs PREPEND "LINKER:-rpath,")
target_link_options(moot_mpi_own INTERFACE LINKER:--disable-new-dtags ${own_library_dirs})

# Its modules may be another compiler's, or of another version of gfortran; or it was built without some of them.
moot_find_fortran(own ${own_bin}/mpifort)
if(MOOT_FORTRAN_BACKENDS)
  get_target_property(modules moot_mpifort_own INTERFACE_INCLUDE_DIRECTORIES)
  string(REGEX REPLACE "^\\$<[^:]*:[^:]*:|>$" "" modules "${modules}")
  string(REPLACE ";" "\\;" modules "${modules}")
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  try_compile(MOOT_OWN_MODULES SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/executor/fortran/modules_check.f90
              CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${modules}" OUTPUT_VARIABLE said)
  unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
  if(NOT MOOT_OWN_MODULES)
    message("${said}")
    set(MOOT_FORTRAN_BACKENDS "")
    set(why "gfortran can't read its modules")
  endif()
elseif(CMAKE_Fortran_COMPILER_ID STREQUAL GNU)
  set(why "no ${own_bin}/mpifort")
else()
  set(why "no gfortran")
endif()
if(NOT MOOT_FORTRAN_BACKENDS)
  message(NOTICE "moot: without Fortran (${why}): cases that need it can't run")
endif()

# What it all rests on, for own_stamp.cpp: a line each, whether it is there or not.
set(rests_on ${MOOT_MPI_OWN} ${own_bin}/mpifort ${MOOT_OWN_HEADER} ${own_libraries})
list(JOIN rests_on "\n" rests_on)
file(WRITE ${PROJECT_BINARY_DIR}/rests_on "${rests_on}\n")

add_custom_target(moot_own DEPENDS moot_executor_own moot_native_own)
