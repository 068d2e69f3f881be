#!/usr/bin/env bash
# Installs what tools/release made on a Debian 12 that has nothing else, uses it, and purges it; runs the static command
# where there is no library at all. Needs root and debootstrap.
#
#   tests/packages/bare_root.sh build/dist/VERSION
set -euo pipefail
[[ $# -eq 1 && -d $1 ]] || {
  echo "usage: tests/packages/bare_root.sh FOLDER" >&2
  exit 2
}
made=$(realpath "$1")
project=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
base=$project/build/bare_debian.tar
if [[ $(id -u) -ne 0 ]] || ! command -v debootstrap >/dev/null; then
  echo "skipped: needs root and debootstrap"
  exit
fi
root=$(mktemp -d)
clean_up() {
  if mountpoint -q "$root/proc"; then umount -l "$root/proc"; fi
  rm -rf --one-file-system "$root"
}
trap clean_up EXIT

# From the first of this system's mirrors that has it.
make_base() {
  local mirror
  while read -r mirror; do
    debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror" >"$base.log" 2>&1 && return
  done < <(grep -rhoE 'https?://[^ ]+/debian/?' /etc/apt/sources.list /etc/apt/sources.list.d | sort -u)
  cat "$base.log"
  return 1
}

make_root() {
  if [[ ! -f $base ]]; then
    make_base
    tar -C "$root" -cf "$base.part" .
    mv "$base.part" "$base"
  else
    tar -C "$root" -xf "$base"
  fi
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  local file
  for file in /etc/apt/apt.conf.d/*proxy*; do
    if [[ -f $file ]]; then cp "$file" "$root$file"; fi
  done
  mount -t proc proc "$root/proc"
  mkdir "$root/made"
  cp "$made"/*.deb "$root/made"
  cp -r "$project/docs/examples" "$root/made/examples"
}

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

use_command() {
  inside profconv --version
  inside profconv /made/examples/rust.out -o /made/rust.svg
  inside dhat-pprof /made/examples/perl.dhat.json /made/perl.pb.gz
  inside profconv info /made/perl.pb.gz >/dev/null
  inside test -s /made/rust.svg
  for page in profconv dtrace2spall dhat-pprof; do inside zgrep -q '^.TH' "/usr/share/man/man1/$page.1.gz"; done
}

use_library() {
  # shellcheck disable=SC2016  # the shell inside runs pkg-config
  inside sh -c 'cc /made/examples/library/c_convert.c $(pkg-config --cflags --libs profconv) -o /made/c_convert'
  inside /made/c_convert /made/examples/perl.dhat.json /made/c.folded
  inside test -s /made/c.folded
}

purge() {
  inside apt-get -qq -o Dpkg::Use-Pty=0 purge -y profconv libprofconv0 libprofconv-dev >/dev/null
  local left
  left=$(inside find / -xdev -path /made -prune -o -name '*profconv*' -print)
  [[ -z $left ]] || {
    echo "left behind: $left"
    exit 1
  }
}

use_static() {
  local bare=$root/bare
  mkdir "$bare"
  tar -xzf "$made"/profconv-*-linux-*.tar.gz -C "$bare" --strip-components=1
  cp "$project/docs/examples/rust.out" "$bare"
  chroot "$bare" /bin/profconv /rust.out -o /rust.svg
  test -s "$bare/rust.svg"
}

make_root
inside apt-get -qq update
inside sh -c 'apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends /made/*.deb gcc libc6-dev pkg-config >/dev/null'
use_command
use_library
purge
use_static
(cd "$made" && sha256sum --quiet -c SHA256SUMS)
echo "installed, used and purged: $(cd "$made" && ls ./*.deb)"
