#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# get_dtrace.sh DIR: a real dtrace for tests/cli/record_tracers_test.py (PROFCONV_DTRACE=DIR), on Debian 12, unpacked into
# DIR. The system is left as it is.
#
# Debian 12 has no dtrace; its development suite (sid) has. This takes that package and what it needs from the
# mirror the system already uses, unpacks them into DIR/root and points the binaries at that root with patchelf.
# DIR/dtrace then takes ordinary dtrace arguments (as root). Works where the kernel has BTF, BPF and uprobes.
# DIR is fixed once made: the paths inside are absolute.
set -euo pipefail
dir=$(realpath -m "${1:?usage: get_dtrace.sh DIR}")
root=$dir/root
[ "$(id -u)" = 0 ] || { echo "get_dtrace.sh: run as root" >&2; exit 1; }
command -v patchelf >/dev/null || apt-get install -y -qq patchelf >/dev/null
mkdir -p "$dir"/apt/{lists/partial,cache/archives/partial} "$root"

mirror=$(grep -rhoE 'https?://[^ ]+/debian/?' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null | grep -v snapshot | head -1 || true)
[ -n "$mirror" ] || { echo "get_dtrace.sh: no Debian mirror in the apt sources" >&2; exit 1; }
key=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$key] $mirror sid main" > "$dir/apt/sources.list"
: > "$dir/apt/status"
cat > "$dir/apt/apt.conf" <<EOF
Dir::Etc::sourcelist "$dir/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "$dir/apt";
Dir::State::lists "$dir/apt/lists";
Dir::State::status "$dir/apt/status";
Dir::Cache "$dir/apt/cache";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
EOF
export APT_CONFIG=$dir/apt/apt.conf
apt-get update -qq
apt-get --download-only -y -qq install dtrace gcc-bpf binutils-bpf
for deb in "$dir"/apt/cache/archives/*.deb; do dpkg-deb -x "$deb" "$root"; done

lib=$root/usr/lib/x86_64-linux-gnu
loader=$lib/ld-linux-x86-64.so.2
find "$root" -type f -perm -u+x ! -name '*.so*' |
while read -r exe; do
  if patchelf --print-interpreter "$exe" >/dev/null 2>&1; then
    patchelf --force-rpath --set-rpath "$lib" --set-interpreter "$loader" "$exe"
  fi
done

# A kernel without KALLSYMS_ALL has no vmlinux`major_names, and one D library needs it only for a device's name.
cp -r "$lib/dtrace" "$dir/dlib"
python3 - "$dir/dlib" <<'EOF'
import pathlib, re, sys
for path in pathlib.Path(sys.argv[1]).glob('*/io.d'):
    text = path.read_text()
    path.write_text(re.sub(r'stringof\(\(\(struct blk_major_name \*\*\)&vmlinux`major_names\)\[.*?\]->name\)', '"<unknown>"', text, flags=re.S))
EOF
cat > "$dir/dtrace" <<EOF
#!/bin/sh
mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug
PATH=$root/usr/bin:\$PATH exec $root/usr/sbin/dtrace -xsyslibdir=$dir/dlib "\$@"
EOF
chmod +x "$dir/dtrace"
"$dir/dtrace" -V
