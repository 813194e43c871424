#!/usr/bin/env bash
# Builds Skua and shows it at work on a sample project: generates tests for 20 seconds, then runs them.
set -euo pipefail

repository=$(cd "$(dirname "$0")/.." && pwd)
build=$repository/build
. "$repository/tests/support/packages.sh"

need_packages "${build_packages[@]}"

echo "Building a release binary in $build"
cmake -S "$repository" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSKUA_TESTS=OFF >"$build.log" 2>&1 ||
  { cat "$build.log" >&2; exit 1; }
cmake --build "$build" --target skua
rm -f "$build.log"

# The generated tests are run by the project's own pytest: the sample's is in a virtual environment.
sample=$build/quickstart
rm -rf "$sample"
cp -r "$repository/samples/parcel" "$sample"
python=python3
if ! python3 -c 'import pytest' 2>/dev/null; then
  if ! python3 -c 'import ensurepip' 2>/dev/null; then need_packages python3-venv; fi
  echo "Installing with pip: pytest, into $build/quickstart-venv"
  [ -x "$build/quickstart-venv/bin/python" ] || python3 -m venv "$build/quickstart-venv"
  "$build/quickstart-venv/bin/pip" install -q pytest
  python=$build/quickstart-venv/bin/python
fi

cd "$sample"
"$build/skua" run --budget 20s --python "$(command -v "$python")"

echo
echo "The results are in $sample: tests/generated (tests to keep), build/skua (reports)."
echo "Running the generated tests under plain pytest:"
"$python" -m pytest -q tests/generated
