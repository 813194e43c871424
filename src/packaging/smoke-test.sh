#!/usr/bin/env bash
# Installs a wheel by its name from a folder that serves as an index, into a fresh environment, as a user would; then
# generates tests for the sample project and runs them.
#
#   src/packaging/smoke-test.sh WHEEL [PYTHON]
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
wheel=$(realpath "$1")
python=${2:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pytest
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links "$(dirname "$wheel")" skua-testgen
cp -r "$repository/samples/parcel" "$work/parcel"
cd "$work/parcel"
"$work/venv/bin/python" -m skua --version
"$work/venv/bin/skua" run --budget 20s --python "$work/venv/bin/python"
"$work/venv/bin/python" -m pytest -q tests/generated
