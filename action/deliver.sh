#!/usr/bin/env bash
# Commits generated tests, and nothing else: to the branch itself or to one for a pull request.
# Works on an index of its own, and never forces a push.
. "$(dirname "$0")/lib.sh"

enter_repository || fail "commit: $DELIVER needs a git checkout"
run=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID
export GIT_AUTHOR_NAME=$bot_name GIT_AUTHOR_EMAIL=$bot_email
export GIT_COMMITTER_NAME=$bot_name GIT_COMMITTER_EMAIL=$bot_email

# The tree of HEAD with the tests as they are now.
tree_with_tests() {
  local -x GIT_INDEX_FILE
  GIT_INDEX_FILE=$(mktemp -u)
  git read-tree HEAD || return
  # A folder that is gone is gone in the commit, too; one that never was is no mistake.
  if [[ -d $generated || -n $(git ls-files -- "$generated") ]]; then
    git add --all -- "$generated" || return
  fi
  git write-tree
  rm -f "$GIT_INDEX_FILE"
}

commit() {  # TREE PARENT…
  local tree=$1 parents=() parent
  shift
  for parent in "$@"; do parents+=(-p "$parent"); done
  printf 'Update generated tests\n\nSkua-Run: %s\n' "$run" | git commit-tree "$tree" "${parents[@]}"
}

remote_tip() { git ls-remote origin "refs/heads/$1" | cut -f 1; }

push_to_branch() {
  local new now
  new=$(commit "$tree" HEAD)
  if git push --quiet origin "$new:refs/heads/$REF_NAME"; then
    notice "pushed generated tests to $REF_NAME"
    return
  fi
  now=$(remote_tip "$REF_NAME")
  if [[ -n $now && $now != "$(git rev-parse HEAD)" ]]; then
    warn "$REF_NAME has moved on since this run began: its own run will commit tests for it"
  else
    fail "cannot push to $REF_NAME: the job needs permissions: contents: write, and a branch that may be pushed to"
  fi
}

push_for_pull_request() {
  local branch=skua/$REF_NAME tip new parents=(HEAD)
  tip=$(remote_tip "$branch")
  if [[ -n $tip ]]; then
    git fetch --quiet --no-tags origin "refs/heads/$branch"
    if [[ -z $(git log -1 '--format=%(trailers:key=Skua-Run,valueonly)' FETCH_HEAD) ]]; then
      warn "$branch has commits by others: the tests go to a branch of their own"
      branch=$branch-$GITHUB_RUN_ID
    elif [[ $(git rev-parse 'FETCH_HEAD^{tree}') == "$tree" ]]; then
      notice "$branch holds these tests already"
      return
    else
      parents=("$tip" HEAD)  # so that the push goes forward, whatever became of the branch before
    fi
  fi
  new=$(commit "$tree" "${parents[@]}")
  git push --quiet origin "$new:refs/heads/$branch" ||
    fail "cannot push to $branch: the job needs permissions: contents: write"
  notice "pushed generated tests to $branch"

  command -v gh >/dev/null || fail "commit: pull-request needs the gh command to open one"
  local open
  open=$(gh pr list --head "$branch" --base "$REF_NAME" --state open --json number --jq length) ||
    fail "cannot list pull requests: the job needs permissions: pull-requests: write"
  [[ $open == 0 ]] || return 0
  gh pr create --head "$branch" --base "$REF_NAME" --title 'Update generated tests' \
    --body "Tests that [Skua]($run) generated for what changed on \`$REF_NAME\`." ||
    fail "cannot open a pull request: the job needs permissions: pull-requests: write, and the repository must allow actions to open them"
}

tree=$(tree_with_tests) || fail "cannot stage $generated: is it named in .gitignore?"
if [[ $tree == "$(git rev-parse 'HEAD^{tree}')" ]]; then
  notice "no generated test has changed: nothing to commit"
  exit 0
fi
case $DELIVER in
  commit) push_to_branch ;;
  pull-request) push_for_pull_request ;;
esac
