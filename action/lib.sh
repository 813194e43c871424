# shellcheck shell=bash
# Sourced by the scripts of the action: what they all say and write to the runner.
set -euo pipefail

# Data of a workflow command, which ends at the end of a line.
escaped() {
  local text=$1
  text=${text//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '%s' "${text//$'\n'/%0A}"
}

notice() { echo "::notice title=Skua::$(escaped "$1")"; }
warn() { echo "::warning title=Skua::$(escaped "$1")"; }
# To standard error, so that it is heard out of $(…), too.
fail() {
  echo "::error title=Skua::$(escaped "$1")" >&2
  exit 2
}

# output NAME VALUE: the delimiter cannot be guessed, so that no value can end itself and go on as
# another output.
output() {
  local delimiter
  delimiter=end-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s<<%s\n%s\n%s\n' "$1" "$delimiter" "$2" "$delimiter" >>"$GITHUB_OUTPUT"
}

# one_of NAME VALUE CHOICE…
one_of() {
  local name=$1 value=$2 choice
  shift 2
  for choice in "$@"; do [[ $value == "$choice" ]] && return 0; done
  fail "input $name: expected one of $*, not '$value'"
}

# The workspace without symbolic links, as skua names paths.
workspace() { realpath -e -- "$GITHUB_WORKSPACE"; }

# Who commits generated tests, and is known again by the guard: the account of GitHub's own token.
# shellcheck disable=SC2034  # used by those who source this
readonly bot_name='github-actions[bot]' \
  bot_email='41898282+github-actions[bot]@users.noreply.github.com'

enter_working_directory() {
  cd -- "$(workspace)/$INPUT_WORKING_DIRECTORY" 2>/dev/null ||
    fail "input working-directory: there is no folder '$INPUT_WORKING_DIRECTORY'"
}

# Goes to the top of the checkout that holds the project, and says in `generated` where generated tests
# are from there. Not true when there is no checkout.
enter_repository() {
  local top
  enter_working_directory
  top=$(git rev-parse --show-toplevel 2>/dev/null) || return 1
  cd -- "$top"
  # shellcheck disable=SC2034
  generated=$(realpath -ms --relative-to="$PWD" -- "$(workspace)/$TESTS")
}
