#!/usr/bin/env bash
# Installs what the tests need, builds with warnings as errors, and runs everything through ctest:
# unit tests (under address and undefined-behaviour sanitizers where the code reads what others wrote, or touches
# memory by hand), runtime tests on every CPython 3.10 or later found on this machine, and the command line of an
# optimised build on whole projects. `tests/run.sh sanitizers` runs the unit tests alone, all of them under sanitizers.
# Needs root only when Debian packages are missing. The second time it only builds what changed.
set -euo pipefail

what=${1:-everything}
case $what in
everything | sanitizers) ;;
*)
  echo "tests/run.sh runs everything, or what it is told to: sanitizers. It does not know: $what" >&2
  exit 2
  ;;
esac

repository=$(cd "$(dirname "$0")/.." && pwd)
build=$repository/build
. "$repository/tests/support/packages.sh"

need_packages "${build_packages[@]}" libgtest-dev libgmock-dev python3-venv git chromium
launcher=()
if command -v ccache >/dev/null; then
  export CCACHE_SLOPPINESS=pch_defines,time_macros  # what ccache asks for with precompiled headers
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DSKUA_PRECOMPILE=ON)
fi

# One interpreter for each minor version found; each gets a virtual environment with pytest.
find_pythons() {
  local python version
  for python in "$(command -v python3)" "$HOME"/.pyenv/versions/*/bin/python /usr/bin/python3.? /usr/bin/python3.?? \
                /usr/local/bin/python3.??; do
    [ -x "$python" ] || continue
    version=$("$python" -c 'import sys
if sys.version_info >= (3, 10) and sys.implementation.name == "cpython":
    import ensurepip, venv
    print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
    [ -n "$version" ] && echo "$version $python"
  done | sort -u -k1,1 -V
}

# The first version gets all of requirements.txt; the others what the tests need that run on each.
requirements=$repository/tests/requirements.txt
each=(pytest pytest-timeout coverage jsonschema)

# Makes an environment with uv, which takes a third of pip's time, or with pip where uv finds no packages.
make_environment() {
  local venv=$1 python=$2 uv=$build/venvs/uv/bin/uv
  shift 2
  if [ ! -x "$uv" ]; then
    "$python" -m venv --clear "$build/venvs/uv"
    "$build/venvs/uv/bin/pip" install -q --disable-pip-version-check -c "$requirements" uv || true
  fi
  "$uv" venv -q --clear --seed --python "$python" "$venv" &&
    "$uv" pip install -q --compile-bytecode --python "$venv/bin/python" -c "$requirements" "$@" && return
  "$python" -m venv --clear "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check -c "$requirements" "$@"
}

pythons=
while read -r version python; do
  venv=$build/venvs/$version
  packages=("${each[@]}")
  [ -n "$pythons" ] || packages=(-r "$requirements")
  # A folder of installed packages carries the list that it was made from.
  if ! printf '%s\n' "${packages[*]}" | cat - "$requirements" | cmp -s - "$venv/installed"; then
    echo "Installing for Python $version: ${packages[*]}"
    make_environment "$venv" "$python" "${packages[@]}"
    # pytest compiles its plug-ins itself. Where the result may not be written, as under -B, each process does so anew.
    env -u PYTHONDONTWRITEBYTECODE "$venv/bin/python" -m pytest -q --collect-only -p no:cacheprovider "$venv/bin" \
      >/dev/null || [ $? = 5 ]  # nothing was collected
    printf '%s\n' "${packages[*]}" | cat - "$requirements" >"$venv/installed"
  fi
  pythons="$pythons;$venv/bin/python"
done < <(find_pythons)
[ -n "$pythons" ] || { echo "No CPython 3.10 or later was found." >&2; exit 2; }

jobs=$(nproc)
configure() {
  local tree=$1
  shift
  cmake -S "$repository" -B "$tree" -G Ninja -DSKUA_DEV=ON -DSKUA_TEST_PYTHONS="${pythons#;}" "$@" >/dev/null
}
if [ $what = everything ]; then
  echo "Building with warnings as errors in $build/dev"
  configure "$build/dev" -DCMAKE_BUILD_TYPE=Release "${launcher[@]}"
  cmake --build "$build/dev" --target skua skua_native policy_replay plain_tests
fi

# Sanitizers serve unit tests. What else ctest runs takes what was built above.
[ $what = everything ] && kind=sanitized native=$build/dev/src/runtime/skua_native.abi3.so || kind=unit native=
echo "Building the unit tests with sanitizers in $build/sanitize"
configure "$build/sanitize" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-g1 "-DSKUA_SANITIZE=address;undefined" \
  -DCMAKE_UNITY_BUILD=ON -DSKUA_NATIVE="$native" "${launcher[@]}"
cmake --build "$build/sanitize" --target ${kind}_tests

# Whatever is skipped is told, with its place and its reason.
run_tests() {
  local tree=$1 code=0
  shift
  ctest --test-dir "$tree" --output-on-failure "$@" || code=$?
  grep -hE '^SKIPPED |: Skipped$' "$tree/Testing/Temporary/LastTest.log" || true
  return $code
}
# A failing unit test says nothing of the rest, which is run all the same. Of the sanitized ones the longest mostly
# waits for processes.
failed=0
run_tests "$build/sanitize" -j $((jobs + 1)) -L $kind || failed=$?
[ $what = sanitizers ] || run_tests "$build/dev" -j "$jobs" -L 'python|plain' -LE sanitized || failed=$?
exit $failed
