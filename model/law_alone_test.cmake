# The law alone needs no thread, no I/O, no absl, no fmt, no graph: neither its archive nor its sources ask for any.
#   cmake -DNM=nm -DLIBRARY=libmoot_law.a -DFOLDER=model -P law_alone_test.cmake

# ---- what the archive needs of others

execute_process(COMMAND ${NM} -C ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES " T moot::Mpi::moves")
  message(SEND_ERROR "${LIBRARY}: there is no law in it")
endif()
string(REGEX MATCHALL " U [^\n]*" needed "${symbols}")
foreach(symbol ${needed})
  if(symbol MATCHES
     "pthread|std::(thread|mutex|condition|future|filesystem|chrono)|stream|ios_base|printf|std::locale|absl|fmt::|boost::(graph|filesystem)"
     OR symbol MATCHES " U (f?open|fopen|f?read|f?write|f?puts|f?close|getenv|time|clock_gettime)$")
    message(SEND_ERROR "${LIBRARY} needs${symbol}")
  endif()
endforeach()

# ---- what its sources include

file(GLOB sources ${FOLDER}/vocabulary/*.h ${FOLDER}/vocabulary/*.cpp ${FOLDER}/law/*.h ${FOLDER}/law/*.cpp
     ${FOLDER}/rules/*.h ${FOLDER}/rules/*.cpp ${FOLDER}/phases/*.h ${FOLDER}/phases/*.cpp)
list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
list(LENGTH sources count)
if(count LESS 60)
  message(SEND_ERROR "${FOLDER}: only ${count} sources")
endif()
foreach(source ${sources})
  file(STRINGS ${source} lines REGEX "^#include ")
  foreach(line ${lines})
    if(line MATCHES "\"(.*)\""
       AND NOT CMAKE_MATCH_1 MATCHES "^model/(vocabulary|law|rules|phases)/|^generated/(kinds|procedures|questions)\\.h$")
      message(SEND_ERROR "${source}: ${line}: not of the law")
    elseif(line MATCHES
           "<(thread|stop_token|mutex|shared_mutex|condition_variable|future|atomic|chrono|[a-z]*stream|cstdio|stdio.h|filesystem|locale)>")
      message(SEND_ERROR "${source}: ${line}")
    elseif(line MATCHES "<.*/.*>" AND NOT line MATCHES "<boost/container/")
      message(SEND_ERROR "${source}: ${line}")
    endif()
  endforeach()
endforeach()
