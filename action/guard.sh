#!/usr/bin/env bash
# Is the commit one that this action made? Then there is nothing to do, and no loop begins.
. "$(dirname "$0")/lib.sh"

is_own() {
  [[ $EVENT == push || $EVENT == pull_request* ]] || return 1  # who asks for a run gets it
  local head=HEAD path
  # A pull request is checked out as a merge: its own commit is the second parent.
  if [[ $EVENT == pull_request* ]] && git rev-parse --verify --quiet 'HEAD^2' >/dev/null; then
    head='HEAD^2'
  fi
  git rev-parse --verify --quiet "$head^{commit}" >/dev/null || return 1
  [[ $(git log -1 --format=%ae "$head") == "$bot_email" ]] || return 1
  [[ -n $(git log -1 '--format=%(trailers:key=Skua-Run,valueonly)' "$head") ]] || return 1
  # A shallow checkout has no parent to compare with: then author and trailer decide.
  git rev-parse --verify --quiet "$head~1" >/dev/null || return 0
  while IFS= read -r -d '' path; do
    [[ $path == "$generated"/* ]] || return 1
  done < <(git diff-tree -r -z --name-only --no-renames "$head~1" "$head")
}

own=false
if enter_repository && is_own; then
  own=true
  notice "the last commit is Skua's own and changes generated tests only: nothing to do"
fi
output own "$own"
