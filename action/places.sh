#!/usr/bin/env bash
# Where tests, reports and state are, relative to the workspace: as skua itself has it.
. "$(dirname "$0")/lib.sh"

enter_working_directory
config=()
[[ -z $INPUT_CONFIG ]] || config=(--config "$INPUT_CONFIG")
shown=$(skua config show "${config[@]}") || fail "skua cannot read its configuration"

# of KEY: the value of a line of `skua config show`, without its comment.
of() {
  local value
  value=$(sed -n "s/^  $1: \(.*[^ ]\)  *# .*\$/\1/p" <<<"$shown" | head -n 1)
  [[ $value != '"'* ]] || fail "output.$1 has a name that an action cannot pass on: $value"
  printf '%s' "$value"
}

workspace=$(workspace)
root=$(of root)

# place KEY: an existing or future folder inside of the workspace, not reached by a link that a
# checkout could have brought along.
place() {
  local value straight relative
  value=$(of "$1")
  [[ $value == /* ]] || value=$root/$value
  straight=$(realpath -ms -- "$value")
  [[ $(realpath -m -- "$value") == "$straight" ]] ||
    fail "output.$1 ($value) goes through a symbolic link: it is not used"
  relative=$(realpath -ms --relative-to="$workspace" -- "$straight")
  [[ $relative != .. && $relative != ../* && $relative != . ]] ||
    fail "output.$1 ($value) is not inside of the workspace"
  printf '%s' "$relative"
}

for key in tests reports state; do
  found=$(place "$key")
  output "$key" "$found"
done
