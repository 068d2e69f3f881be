# Debian's packages: profconv, libprofconv0 and libprofconv-dev. tools/release runs cpack in a build with the prefix /usr and
# Debian's shared libraries.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The profconv Authors" CACHE STRING "Who maintains the packages: Name <address>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL command library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
# What dpkg-shlibdeps finds the library of these packages in.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/tools/lib/package)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/finish_packages.cmake)
set(CPACK_PROFCONV_SOURCES ${PROJECT_SOURCE_DIR})

set(LIBRARY_PACKAGE libprofconv${PROJECT_VERSION_MAJOR})
set(SAME_VERSION "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
function(describe_package COMPONENT NAME SECTION DESCRIPTION)
  string(TOUPPER ${COMPONENT} KEY)
  set(CPACK_DEBIAN_${KEY}_PACKAGE_NAME ${NAME} PARENT_SCOPE)
  set(CPACK_DEBIAN_${KEY}_PACKAGE_SECTION ${SECTION} PARENT_SCOPE)
  set(CPACK_DEBIAN_${KEY}_PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
  set(CPACK_DEBIAN_${KEY}_DESCRIPTION ${DESCRIPTION} PARENT_SCOPE)
endfunction()
describe_package(command profconv devel "converter of profiles: DTrace, bpftrace, perf, DHAT, pprof, folded stacks
profconv reads the output of profilers and draws flame graphs, or writes
pprof, Spall, Chrome traces, folded stacks, histograms and tables. It finds
the format of its input, filters, merges and compares profiles, and reports
what the output cannot hold.")
describe_package(library ${LIBRARY_PACKAGE} libs "converter of profiles - shared library
Programs that read, build, change and write profiles with profconv's C or C++
interface load this library.")
describe_package(development libprofconv-dev libdevel "converter of profiles - development files
Headers, the static library, and the files by which CMake and pkg-config find
them. The C++ interface is for programs built with the same version.")
# What --symbols loads for lines and inlined functions.
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS libdw1)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS libdw1)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/triggers)
string(JOIN ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${LIBRARY_PACKAGE} (= ${SAME_VERSION})" zlib1g-dev libdeflate-dev
       libzstd-dev libre2-dev libprotobuf-dev libiberty-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
include(CPack)
