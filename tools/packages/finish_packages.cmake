# Run by cpack on the files of each package before it is made: what Debian's policy wants compressed, and each package's
# copyright and changelog.
find_program(GZIP gzip REQUIRED)
set(PACKAGES command ${CPACK_DEBIAN_COMMAND_PACKAGE_NAME} library ${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME}
             development ${CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME})
string(TIMESTAMP DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
while(PACKAGES)
  list(POP_FRONT PACKAGES COMPONENT NAME)
  set(SHARE ${CPACK_TEMPORARY_DIRECTORY}/${COMPONENT}/usr/share)
  set(DOC ${SHARE}/doc/${NAME})
  file(REMOVE ${DOC}/LICENSE)
  configure_file(${CPACK_PROFCONV_SOURCES}/tools/packages/copyright ${DOC}/copyright COPYONLY)
  configure_file(${CPACK_PROFCONV_SOURCES}/docs/changelog.md ${DOC}/changelog COPYONLY)
  file(WRITE ${DOC}/changelog.Debian "profconv (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}: see changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${DATE}
")
  file(GLOB PAGES ${SHARE}/man/man1/*.1)
  foreach(PAGE IN LISTS PAGES)
    foreach(OTHER dtrace2spall dhat-pprof)
      file(CREATE_LINK profconv.1.gz ${SHARE}/man/man1/${OTHER}.1.gz SYMBOLIC)
    endforeach()
  endforeach()
  execute_process(COMMAND ${GZIP} -9n ${PAGES} ${DOC}/changelog ${DOC}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
endwhile()
