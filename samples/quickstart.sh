#!/usr/bin/env bash
# Builds Skua and shows it at work on a sample project: generates tests for 20 seconds, then runs them.
set -euo pipefail

repository=$(cd "$(dirname "$0")/.." && pwd)
build=$repository/build
. "$repository/tests/support/packages.sh"

need_packages "${build_packages[@]}"

# Says in one line what a step does; its output goes to a file, whose end is shown when it fails.
step() {
  local what=$1 log=$build/quickstart.log
  shift
  printf '%s ...' "$what"
  if "$@" >"$log" 2>&1; then
    echo " done"
  else
    printf ' failed; the end of %s:\n' "$log"
    tail -n 40 "$log"
    exit 1
  fi
}

mkdir -p "$build"
step "Configuring a release build in $build" cmake -S "$repository" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DSKUA_TESTS=OFF
step "Building skua, which takes some minutes the first time" cmake --build "$build" --target skua

# The generated tests are run by the project's own pytest: the sample's is in a virtual environment.
sample=$build/quickstart
rm -rf "$sample"
cp -r "$repository/samples/parcel" "$sample"
python=python3
if ! python3 -c 'import pytest' 2>/dev/null; then
  if ! python3 -c 'import ensurepip' 2>/dev/null; then need_packages python3-venv; fi
  [ -x "$build/quickstart-venv/bin/python" ] || python3 -m venv "$build/quickstart-venv"
  step "Installing pytest with pip into $build/quickstart-venv" \
    "$build/quickstart-venv/bin/pip" install -q pytest
  python=$build/quickstart-venv/bin/python
fi

cd "$sample"
"$build/skua" run --budget 20s --python "$(command -v "$python")"

echo
echo "The results are in $sample: tests/generated (tests to keep), build/skua (reports)."
echo "Running the generated tests under plain pytest:"
"$python" -m pytest -q tests/generated
