#!/usr/bin/env bash
# Makes dist/skua_testgen-VERSION-py3-none-manylinux_2_28_ARCH.whl from this checkout. Needs python3 with
# pip; installs build and wheel into a virtual environment of its own.
#
#   src/packaging/make-wheel.sh [--binary SKUA] [OPTION-OF-BUILD…]   -Ccmake.define.SKUA_DEV=ON …
#
# With --binary it packs what was built before, such as build/release/skua, and compiles nothing. MACHINE=aarch64
# names the machine that the binary was built for, if that is another than this one.
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
dist=${DIST:-$repository/dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "${1:-}" = --binary ]; then
  version=$("${2:?--binary needs a file}" --version)
  expected=$("$repository/src/packaging/check-version.sh" HEAD)
  if [ "$version" != "skua $expected" ]; then
    echo "$2 is $version, but the sources are $expected" >&2
    exit 1
  fi
  "${MACHINE:+$MACHINE-linux-gnu-}strip" -o "$work/skua" "$2"
  shift 2
  set -- "-Ccmake.define.SKUA_BINARY=$work/skua" "$@"
fi

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check build wheel
"$work/venv/bin/python" -m build --wheel --outdir "$work/dist" "$@" "$repository"
# The binary is static. The extension that is embedded in it is not: the tag says which glibc that may need
# (Debian 10, Ubuntu 20.04, RHEL 8), and it is checked below.
"$work/venv/bin/python" -m wheel tags --remove --platform-tag "manylinux_2_28_${MACHINE:-$(uname -m)}" \
  "$work"/dist/*.whl >/dev/null
wheel=$(echo "$work"/dist/*.whl)
"$work/venv/bin/python" "$repository/src/packaging/check_wheel.py" "$wheel"
mkdir -p "$dist"
cp "$wheel" "$dist/"
(cd "$dist" && sha256sum "${wheel##*/}")
