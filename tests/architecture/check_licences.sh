#!/usr/bin/env bash
# check_licences.sh ROOT BUILD PROFCONV: an installation has the licences, man page and completions, third_party.md names every package and shared
# library that the command is built from, and of libiberty only the file that may be linked is linked.
set -euo pipefail
root=$1
build=$2
profconv=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() {
  echo "$*"
  failures=$((failures + 1))
}

cmake --install "$build" --prefix "$scratch/installed" >/dev/null
for file in LICENSE docs/NOTICE docs/third_party.md; do
  cmp "$root/$file" "$scratch/installed/share/doc/profconv/${file##*/}" || fail "$file is not installed"
done
for file in share/man/man1/profconv.1 share/fish/vendor_completions.d/profconv.fish share/zsh/site-functions/_profconv \
  share/bash-completion/completions/{profconv,dtrace2spall,dhat-pprof}; do
  [[ -s $scratch/installed/$file ]] || fail "$file is not installed"
done

# The packages that tools/setup installs for tools/run, less the tools that leave nothing in the command.
packages=$(sed -n '/^packages=(/,/)$/{s/packages=(//;s/)$//;p}' "$root/tools/setup" | tr ' ' '\n' | sed 's/:.*//')
for package in $packages; do
  case $package in
    cmake | ninja-build | ccache | pkg-config) continue ;;
  esac
  grep -qF -e "| $package |" -e "| $package," -e ", $package |" "$root/docs/third_party.md" ||
    fail "third_party.md does not name the package $package"
done
[[ $(wc -w <<<"$packages") -ge 10 ]] || fail "tools/setup lists too few packages for this test to have read it"

declare -A software=([libz]=zlib [libdeflate]=libdeflate [libzstd]=Zstandard
  [libre2]=RE2 [libprotobuf-lite]='Protocol Buffers' [libstdc++]='libstdc++' [libgcc_s]=libgcc [libm]=glibc [libc]=glibc
  [ld-linux-x86-64]=glibc [libxxhash]=xxHash)
while read -r library; do
  case $library in
    libasan.* | libubsan.* | libtsan.*) continue ;; # of builds with sanitizers, which nobody distributes
  esac
  name=${software[${library%%.so*}]:-none}
  grep -qF -e "| $name |" -e "| $name," -e ", $name |" "$root/docs/third_party.md" ||
    fail "third_party.md does not name $library"
done < <(readelf -d "$profconv" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')

# What tools/release publishes of the page, which may have a licence that it does not know.
if command -v dpkg-query >/dev/null; then
  "$root/tools/packages/sbom.py" 0 "$profconv" >"$scratch/bill.json" || fail "there is no bill of materials"
  grep -q '"GPL-2.0-or-later WITH GCC-exception-2.0"' "$scratch/bill.json" || fail "the bill of materials lacks licences"
fi

# What the command defines, and which members of libiberty's archive define it too.
archive=$(sed -n 's/^LIBIBERTY_LIBRARY:FILEPATH=//p' "$build/CMakeCache.txt")
if [[ $archive == *.a ]]; then
  nm --defined-only -g "$profconv" 2>/dev/null | awk '{print $NF}' | sort -u >"$scratch/defined"
  if grep -qx cplus_demangle_v3_callback "$scratch/defined"; then
    while read -r member symbol; do
      [[ $member == cp-demangle.o ]] || fail "$member of libiberty is linked: it defines $symbol"
    done < <(nm -A --defined-only -g "$archive" 2>/dev/null | sed 's/^[^:]*:\([^:]*\):.* /\1 /' |
      awk 'NR==FNR {defined[$1]; next} $2 in defined' "$scratch/defined" -)
  else
    echo "the command has no table of symbols, so what it links of libiberty cannot be told"
  fi
fi
[[ $failures -eq 0 ]]
