# What `cmake --install` installs. Its components, for those who make packages:
#   command        bin/moot with all that it needs: the law and the cases (share/moot), the executors (lib/moot), completions, manual
#   layer          the shared libraries of the layer
#   development    headers, archives, the CMake package, pkg-config files
#   documentation  share/doc/moot
include(CMakePackageConfigHelpers)

# ---- the command

install(TARGETS moot COMPONENT command)
foreach(folder clauses litmus readings scopes)
  install(DIRECTORY spec/${folder} DESTINATION ${MOOT_INSTALL_DATA} COMPONENT command)
endforeach()

moot_way(${MOOT_INSTALL_EXECUTORS} ${CMAKE_INSTALL_LIBDIR} to_libraries)
foreach(backend ${MOOT_MPI_BACKENDS})
  foreach(executor moot_executor_${backend} moot_native_${backend})
    if(TARGET ${executor})
      set_target_properties(${executor} PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
      install(TARGETS ${executor} RUNTIME DESTINATION ${MOOT_INSTALL_EXECUTORS} COMPONENT command)
    endif()
  endforeach()
endforeach()

foreach(backend ${MOOT_MPI_BACKENDS})
  if(TARGET moot_recorder_${backend})
    install(TARGETS moot_recorder_${backend} LIBRARY DESTINATION ${MOOT_INSTALL_EXECUTORS} COMPONENT command)
  endif()
endforeach()

# Stacks of tools: what is loaded before a program; the headers for those who write tools, of which one is made for each MPI library.
foreach(backend ${MOOT_MPI_BACKENDS})
  if(TARGET moot_tools_${backend})
    install(TARGETS moot_tools_${backend} LIBRARY DESTINATION ${MOOT_INSTALL_EXECUTORS} COMPONENT command)
    install(FILES ${PROJECT_BINARY_DIR}/mpi_backend/tools/${backend}/mpix_qmpi_functions.h
            DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/moot/tools/${backend} COMPONENT development)
    set(qmpi_headers spec/include/mpix_qmpi.h spec/include/mpix_qmpi_context.h spec/include/mpix_qmpi_next.h)
  endif()
endforeach()
install(FILES ${qmpi_headers} TYPE INCLUDE COMPONENT development)

# What the command says of itself. Completions call it by its name: the shell finds it where it is then.
set(said ${PROJECT_BINARY_DIR}/said)
add_custom_command(
  OUTPUT ${said}/moot.1 ${said}/moot.bash ${said}/_moot
  COMMAND ${CMAKE_COMMAND} -DMOOT=$<TARGET_FILE:moot> -DFOLDER=${said} -P ${PROJECT_SOURCE_DIR}/cmake/said.cmake
  DEPENDS moot cmake/said.cmake
  VERBATIM)
add_custom_target(moot_said ALL DEPENDS ${said}/moot.1)
install(FILES ${said}/moot.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${said}/moot.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME moot COMPONENT command)
install(FILES ${said}/_moot DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT command)

# ---- the layer, for each MPI library

# What to say to compiler and linker for the library behind a target that links paths and -lNAME.
function(moot_pkg_config_flags target cflags libs)
  get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
  list(TRANSFORM folders PREPEND -I)
  list(JOIN folders " " folders)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  list(JOIN libraries " " libraries)
  set(${cflags} ${folders} PARENT_SCOPE)
  set(${libs} ${libraries} PARENT_SCOPE)
endfunction()

if(MOOT_MPI_BACKENDS)
  # The module as source: each compiler has its own form of a compiled one.
  install(FILES spec/include/mpix.h spec/include/mpix.f90 spec/include/mpixf.h TYPE INCLUDE COMPONENT development)
endif()
foreach(backend ${MOOT_MPI_BACKENDS})
  set_target_properties(moot_mpi_${backend} PROPERTIES EXPORT_NAME mpi_${backend})
  set_target_properties(moot_layer_${backend} PROPERTIES EXPORT_NAME layer_${backend})
  install(
    TARGETS moot_layer_${backend} moot_mpi_${backend}
    EXPORT MootTargets
    LIBRARY COMPONENT layer NAMELINK_COMPONENT development)

  moot_way(${CMAKE_INSTALL_LIBDIR}/pkgconfig . PREFIX_FROM_PKGCONFIG)
  moot_pkg_config_flags(moot_mpi_${backend} MPI_CFLAGS MPI_LIBS)
  set(BACKEND ${backend})
  configure_file(cmake/moot-layer.pc.in moot-layer-${backend}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/moot-layer-${backend}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endforeach()

# ---- the library

set(MOOT_LIBRARIES "")
if(MOOT_LIBRARY)
  set(MOOT_LIBRARIES law explorer checker)
  install(DIRECTORY include/moot TYPE INCLUDE COMPONENT development)
  list(TRANSFORM MOOT_LIBRARIES PREPEND moot_library_ OUTPUT_VARIABLE libraries)
  install(TARGETS ${libraries} EXPORT MootTargets ARCHIVE COMPONENT development)
endif()

# ---- find_package(Moot)

if(MOOT_LIBRARY OR MOOT_MPI_BACKENDS)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Moot)
  configure_package_config_file(cmake/MootConfig.cmake.in MootConfig.cmake INSTALL_DESTINATION ${package})
  write_basic_package_version_file(MootConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/MootConfig.cmake ${PROJECT_BINARY_DIR}/MootConfigVersion.cmake DESTINATION ${package}
          COMPONENT development)
  install(EXPORT MootTargets NAMESPACE Moot:: DESTINATION ${package} COMPONENT development)
endif()

# ---- documents

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
