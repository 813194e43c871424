#!/usr/bin/env bash
# Builds Skua for aarch64 on another machine, and makes its tarball and its wheel in dist/. Needs Debian 12 with cmake,
# ninja-build, python3-venv and g++-aarch64-linux-gnu, and with qemu-user-static and binfmt-support, by which the binary
# starts here to be asked for its version, its completions and its manual page.
#
#   src/packaging/cross-build.sh [OPTION-OF-CMAKE…]    -DSKUA_DEV=ON …
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
build=$repository/build/aarch64
. "$repository/tests/support/packages.sh"

# The libraries that are linked, with all that they need: unpacked, not installed.
if [ ! -e "$build/sysroot" ]; then
  apt=$build/apt
  mkdir -p "$apt"/{state/lists/partial,cache/archives/partial} "$apt/sysroot"
  : >"$apt/status"
  options=(-qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=root
    -o "Dir::State=$apt/state" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o Debug::NoLocking=true)
  libraries=(libc6-dev)
  for name in "${build_packages[@]}"; do
    case $name in *-dev) libraries+=("$name") ;; esac
  done
  apt-get "${options[@]}" update
  apt-get "${options[@]}" install --yes --download-only --no-install-recommends "${libraries[@]}"
  for package in "$apt"/cache/archives/*.deb; do
    dpkg-deb --extract "$package" "$apt/sysroot"
  done
  mv "$apt/sysroot" "$build/sysroot"
  rm -r "$apt"
fi

cmake -S "$repository" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSKUA_TESTS=OFF \
  -DCMAKE_TOOLCHAIN_FILE="$repository/src/packaging/aarch64.cmake" -DCMAKE_SYSROOT="$build/sysroot" "$@" >/dev/null
cmake --build "$build" --target skua

export MACHINE=aarch64
"$repository/src/packaging/make-release.sh" "$build"
"$repository/src/packaging/make-wheel.sh" --binary "$build/skua"
