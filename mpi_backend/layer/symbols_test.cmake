# cmake -DNM=nm -DCC=cc -DLIBRARY=libmoot_layer_x.so -DINCLUDE_DIRS=... -P symbols_test.cmake
#
# Fails unless the library exports only MPIX_ names and functions that the backend's mpi.h declares, and some of each.

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

set(mpi 0)
set(mpix 0)
foreach(line ${symbols})
  string(REGEX REPLACE " .*" "" symbol "${line}")
  if(symbol MATCHES "^MPIX_(Key|Value|Err|Layer)_")
    math(EXPR mpix "${mpix} + 1")
  elseif(symbol MATCHES "^MPI_" AND declared MATCHES "[^A-Za-z0-9_]${symbol} *\\(")
    math(EXPR mpi "${mpi} + 1")
  else()
    message(SEND_ERROR "${LIBRARY} exports ${symbol}, which is no function of mpix.h or this mpi.h")
  endif()
endforeach()
if(mpi EQUAL 0 OR mpix EQUAL 0)
  message(SEND_ERROR "${LIBRARY} exports ${mpi} functions of MPI and ${mpix} of mpix.h")
endif()
message(STATUS "${mpi} functions of MPI, ${mpix} of mpix.h")
