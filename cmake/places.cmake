# Where things go when they are installed, below the prefix. The command looks for them from its own place (cli/folders.cpp), so the
# whole can be moved.
include(GNUInstallDirs)
set(MOOT_INSTALL_DATA ${CMAKE_INSTALL_DATADIR}/moot)
set(MOOT_INSTALL_EXECUTORS ${CMAKE_INSTALL_LIBDIR}/moot)

# The way from one folder below the prefix to another.
function(moot_way from to out)
  cmake_path(SET from NORMALIZE "/prefix/${from}")
  cmake_path(SET to NORMALIZE "/prefix/${to}")
  cmake_path(RELATIVE_PATH to BASE_DIRECTORY ${from} OUTPUT_VARIABLE way)
  set(${out} ${way} PARENT_SCOPE)
endfunction()
