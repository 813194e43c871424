#!/usr/bin/env bash
# Makes dist/skua-VERSION-linux-ARCH.tar.gz and its .sha256 from this checkout: the binary,
# completions, manual page, licences and README, to be unpacked over a prefix such as /usr/local.
# The same sources and compiler give the same bytes.
#
#   src/packaging/make-release.sh [BINARY-FOLDER]    an existing build folder instead of build/release
#
# MACHINE=aarch64 names the machine that the binary was built for, if that is another than this one.
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$repository/build/release}
dist=${DIST:-$repository/dist}

if [ $# -eq 0 ]; then
  cmake -S "$repository" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSKUA_TESTS=OFF >/dev/null
  cmake --build "$build" --target skua
fi

version=$("$build/skua" --version)
version=${version#skua }
name=skua-$version-linux-${MACHINE:-$(uname -m)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --strip --prefix "$work/$name" >/dev/null
# It has to run wherever there is a Linux: nothing may be linked dynamically.
dynamic=$(readelf --dynamic --wide "$work/$name/bin/skua")
if grep -F '(NEEDED)' <<<"$dynamic" >&2; then
  echo "skua is linked with these libraries, which a machine may not have" >&2
  exit 1
fi

mkdir -p "$dist"
when=${SOURCE_DATE_EPOCH:-$(git -C "$repository" log -1 --format=%ct 2>/dev/null || echo 0)}
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
  --mtime="@$when" -cf - "$name" | gzip -9n >"$dist/$name.tar.gz"
(cd "$dist" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$dist/$name.tar.gz"
cat "$dist/$name.tar.gz.sha256"
