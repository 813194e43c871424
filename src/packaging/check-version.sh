#!/usr/bin/env bash
# Ends well when a tag (refs/tags/v1.2.3), CMakeLists.txt and a heading of CHANGELOG.md name the same version. Of
# anything but a tag only the version of CMakeLists.txt is read.
#
#   src/packaging/check-version.sh REF
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
version=$(sed -n 's/^project(skua VERSION \([0-9.]*\).*/\1/p' "$repository/CMakeLists.txt")
[ -n "$version" ] || { echo "CMakeLists.txt names no version" >&2; exit 1; }
case ${1:?a ref is missing, such as refs/tags/v1.2.3} in
  refs/tags/*)
    if [ "$1" != "refs/tags/v$version" ]; then
      echo "the tag is ${1#refs/tags/}, but CMakeLists.txt says $version" >&2
      exit 1
    fi
    if ! grep -q "^## \[$version\] - [0-9-]*$" "$repository/CHANGELOG.md"; then
      echo "CHANGELOG.md has no heading for version $version with its date" >&2
      exit 1
    fi
    ;;
esac
echo "$version"
