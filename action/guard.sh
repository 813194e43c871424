#!/usr/bin/env bash
# Is the commit one that this action made? Then there is nothing to do, and no loop begins. A pull
# request is always judged: nothing is pushed there, and who opened it can write what the action does.
. "$(dirname "$0")/lib.sh"

is_own() {
  [[ $EVENT == push ]] || return 1  # who asks for a run gets it, too
  local path
  git rev-parse --verify --quiet 'HEAD^{commit}' >/dev/null || return 1
  [[ $(git log -1 --format=%ae) == "$bot_email" ]] || return 1
  [[ -n $(git log -1 '--format=%(trailers:key=Skua-Run,valueonly)') ]] || return 1
  # A shallow checkout has no parent to compare with: then author and trailer decide.
  git rev-parse --verify --quiet HEAD~1 >/dev/null || return 0
  while IFS= read -r -d '' path; do
    [[ $path == "$generated"/* ]] || return 1
  done < <(git diff-tree -r -z --name-only --no-renames HEAD~1 HEAD)
}

own=false
if enter_repository && is_own; then
  own=true
  notice "the last commit is Skua's own and changes generated tests only: nothing to do"
fi
output own "$own"
