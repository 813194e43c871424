#!/usr/bin/env bash
# Calls skua as the inputs say, and makes outputs of its report. Ends with skua's exit code, but for
# 1: a gate that failed is judged last, after state and tests are kept.
. "$(dirname "$0")/lib.sh"
scripts=$(cd -- "$(dirname "$0")" && pwd)

enter_working_directory
report=$(workspace)/$REPORTS/report.json

# The ref to compare with. Of a pull request GitHub checks out a merge whose first parent is the base, which a
# checkout with fetch-depth: 2 has; else it is fetched, which needs a token where the repository is not public.
base_ref() {
  local base=$INPUT_BASE commit
  if [[ $base == auto ]]; then
    [[ -n $BASE_BRANCH ]] || return 0  # not a pull request: the last run is the base
    if git rev-parse --verify --quiet 'HEAD^2' >/dev/null; then
      git rev-parse --verify --quiet 'HEAD^1' && return 0
    fi
    git fetch --quiet --no-tags --depth=1 origin "refs/heads/$BASE_BRANCH" ||
      fail "base: auto, but git cannot fetch the branch $BASE_BRANCH; set fetch-depth: 2 in actions/checkout"
    base=FETCH_HEAD
  elif [[ -n $base ]] && ! git rev-parse --verify --quiet "$base^{commit}" >/dev/null; then
    git fetch --quiet --no-tags --depth=1 origin "$base" || fail "input base: git cannot fetch '$base'"
    base=FETCH_HEAD
  fi
  [[ -n $base ]] || return 0
  commit=$(git rev-parse --verify --quiet "$base^{commit}") || fail "input base: '$INPUT_BASE' is no commit"
  printf '%s' "$commit"
}

case $MODE in
  whole) command=(run) ;;
  plan) command=(plan --shards "$INPUT_SHARD" --format github-matrix) ;;
  shard) command=(run --shard "$INPUT_SHARD") ;;
  merge) command=(merge) ;;
esac
[[ -z $INPUT_CONFIG ]] || command+=(--config "$INPUT_CONFIG")
if [[ $MODE != merge ]]; then
  [[ -z $INPUT_BUDGET ]] || command+=(--budget "$INPUT_BUDGET")
  [[ -z $INPUT_PYTHON ]] || command+=(--python "$INPUT_PYTHON")
  base=$(base_ref)
  [[ -z $base ]] || command+=(--base "$base")
fi
# Words as a shell would read them, of which nothing is executed.
words=$(mktemp)
python3 -I -c 'import shlex, sys
sys.stdout.write("".join(word + "\0" for word in shlex.split(sys.argv[1])))' "$INPUT_ARGS" >"$words" 2>/dev/null ||
  fail "input args: a quotation mark is not closed in '$INPUT_ARGS'"
while IFS= read -r -d '' word; do command+=("$word"); done <"$words"
rm -f "$words"
if [[ $MODE == merge ]]; then
  shopt -s nullglob
  shards=("$RUNNER_TEMP"/skua-shards/*/)
  ((${#shards[@]} > 0)) || fail "shard: merge, but no shard of this run left an artifact"
  command+=("${shards[@]}")
fi

rm -f -- "$report"  # of an earlier run: it would be taken for this one's
status=0
if [[ $MODE == plan ]]; then
  matrix=$(skua "${command[@]}") || status=$?
  if ((status == 0)); then
    python3 -I -c 'import json, sys; json.loads(sys.argv[1])' "$matrix" 2>/dev/null ||
      fail "skua plan did not print a matrix"
    output matrix "$matrix"
  fi
else
  skua "${command[@]}" || status=$?
fi

output exit-code "$status"
if [[ -f $report ]]; then
  python3 -I "$scripts/outputs.py" "$report" >>"$GITHUB_OUTPUT" || fail "report.json cannot be read"
elif [[ $MODE != plan ]] && ((status < 2)); then
  warn "skua wrote no report.json into $REPORTS: the outputs of the action are empty"
fi
((status == 1)) || exit "$status"
