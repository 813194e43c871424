#!/usr/bin/env bash
# Checks the inputs and says what this call of the action does: mode, whether the state is kept,
# where tests go.
. "$(dirname "$0")/lib.sh"

one_of commit "$INPUT_COMMIT" none artefact commit pull-request
one_of cache "$INPUT_CACHE" true false
IFS=', ' read -r -a gates <<<"$INPUT_FAIL_ON"
for gate in "${gates[@]}"; do one_of fail-on "$gate" none gate findings behaviour-changes; done
[[ $INPUT_BASE != -* ]] || fail "input base: '$INPUT_BASE' is no git ref"

case $INPUT_SHARD in
  '') mode=whole ;;
  merge) mode=merge ;;
  auto) mode=plan ;;
  *)
    if [[ $INPUT_SHARD =~ ^[1-9][0-9]{0,3}$ ]]; then
      mode=plan
    elif [[ $INPUT_SHARD =~ ^([1-9][0-9]{0,3})/([1-9][0-9]{0,3})$ ]] &&
      ((BASH_REMATCH[1] <= BASH_REMATCH[2])); then
      mode=shard
    else
      fail "input shard: expected N or auto (plan shards), I/N (run one of them) or merge, not '$INPUT_SHARD'"
    fi
    ;;
esac

# What a pull request's code made is not taken over by others: neither its state nor its tests.
# The code that these events run is the branch's own.
trusted=false
case $EVENT in
  push | schedule | workflow_dispatch) [[ $REF_TYPE == branch ]] && trusted=true ;;
esac

save=false
if [[ $INPUT_CACHE == true && $trusted == true && ($mode == whole || $mode == merge) ]] &&
  [[ $EVENT == schedule || $REF_NAME == "$DEFAULT_BRANCH" ]]; then
  save=true
fi

deliver=$INPUT_COMMIT
if [[ $mode == plan || $mode == shard ]]; then
  deliver=none
elif [[ $deliver == commit || $deliver == pull-request ]] && [[ $trusted != true ]]; then
  notice "commit: $deliver works on pushes to branches, schedules and manual runs; on $EVENT the tests become an artifact"
  deliver=artefact
fi

artifact=skua
[[ $mode != shard ]] || artifact=skua-shard-${INPUT_SHARD/\//-of-}
# Several projects of a repository do not share a state.
project=$(printf '%s\0%s' "$INPUT_WORKING_DIRECTORY" "$INPUT_CONFIG" | sha256sum | cut -c 1-12)

output mode "$mode"
output save "$save"
output deliver "$deliver"
output artifact "$artifact-$project"
output project "$project"
