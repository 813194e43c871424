#!/usr/bin/env bash
# Copies what is uploaded into one folder, with paths as in the project: tests and reports, of a
# shard also its state, in a folder of the artifact's name: downloading one artifact alone makes none.
. "$(dirname "$0")/lib.sh"

workspace=$(workspace)
project=$(realpath -e -- "$workspace/$INPUT_WORKING_DIRECTORY")
target=$RUNNER_TEMP/skua-results
rm -rf -- "$target"
mkdir -p "$target"
places=("$TESTS" "$REPORTS")
inner=$target
if [[ $MODE == shard ]]; then
  places+=("$STATE")
  inner=$target/$ARTIFACT
fi
for place in "${places[@]}"; do
  [[ -d $workspace/$place ]] || continue
  inside=$(realpath -ms --relative-to="$project" -- "$workspace/$place")
  [[ $inside != ../* ]] || fail "$place is not below the working directory: it cannot be uploaded"
  mkdir -p "$inner/$(dirname "$inside")"
  # Links stay what they are, so that nothing outside is read; then they are left out.
  cp -R -P -- "$workspace/$place" "$inner/$inside"
done
find "$target" ! -type f ! -type d -delete
output folder "$target"
