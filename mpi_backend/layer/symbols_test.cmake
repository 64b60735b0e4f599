# cmake -DNM=nm -DCC=cc -DLIBRARY=libmoot_layer_x.so -DINCLUDE_DIRS=... -P symbols_test.cmake
#
# Fails unless the library exports only MPIX_ names, functions that the backend's mpi.h declares, and some of each; for Fortran, the
# same functions in both of its namings (mpi_comm_dup_, mpi_comm_dup_f08_), and what mpix.f90 declares.

execute_process(COMMAND ${NM} -D --defined-only --format=posix ${LIBRARY} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n ]+ [A-Za-z] [^\n]*" symbols "${symbols}")

set(includes "")
foreach(dir ${INCLUDE_DIRS})
  list(APPEND includes -I${dir})
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/mpi_h.c "#include <mpi.h>\n")
execute_process(COMMAND ${CC} -E -P ${includes} ${CMAKE_CURRENT_BINARY_DIR}/mpi_h.c OUTPUT_VARIABLE declared
                COMMAND_ERROR_IS_FATAL ANY)

set(mpi "") # in small letters, in C
set(mpif "") # and in Fortran
set(f08 "")
set(mpix 0)
set(mpixf 0)
foreach(line ${symbols})
  string(REGEX REPLACE " .*" "" symbol "${line}")
  string(TOLOWER "${symbol}" lower)
  if(symbol MATCHES "^MPIX_(Key|Value|Err|Layer)_")
    math(EXPR mpix "${mpix} + 1")
  elseif(symbol MATCHES "^mpix_(key|value|err|layer|null)_.*_$")
    math(EXPR mpixf "${mpixf} + 1")
  elseif(symbol MATCHES "^MPI_" AND declared MATCHES "[^A-Za-z0-9_]${symbol} *\\(")
    if(NOT symbol MATCHES "_c$") # an overload in Fortran
      list(APPEND mpi ${lower})
    endif()
  elseif(symbol MATCHES "^(mpi_.*)_f08(ts)?(_large)?_$")
    list(APPEND f08 ${CMAKE_MATCH_1})
  elseif(symbol MATCHES "^(mpi_.*)_cptr_$") # with a TYPE(C_PTR)
    list(APPEND mpif ${CMAKE_MATCH_1})
  elseif(symbol MATCHES "^(mpi_.*[^_])_$")
    list(APPEND mpif ${CMAKE_MATCH_1})
  else()
    message(SEND_ERROR "${LIBRARY} exports ${symbol}, which is no function of mpix.h or this mpi.h")
  endif()
endforeach()
if(NOT mpi OR mpix EQUAL 0 OR mpixf EQUAL 0)
  message(SEND_ERROR "${LIBRARY} exports ${mpi} of MPI and ${mpix} functions of mpix.h, ${mpixf} for Fortran")
endif()
foreach(names mpif f08)
  list(REMOVE_DUPLICATES ${names})
  foreach(pair "mpi;${names}" "${names};mpi")
    list(GET pair 0 here)
    list(GET pair 1 there)
    set(missing ${${here}})
    list(REMOVE_ITEM missing ${${there}})
    if(missing)
      message(SEND_ERROR "${LIBRARY} exports for ${here}, but not for ${there}: ${missing}")
    endif()
  endforeach()
endforeach()
list(LENGTH mpi mpi)
message(STATUS "${mpi} functions of MPI in C and Fortran, ${mpix} of mpix.h, ${mpixf} of mpix.f90")
