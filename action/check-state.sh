#!/usr/bin/env bash
# check-state.sh FOLDER…: what came out of a cache or of an artifact is data from elsewhere. It may
# hold files and folders and nothing else; whether skua can read them is for skua to judge.
. "$(dirname "$0")/lib.sh"

cd -- "$(workspace)"
for folder in "$@"; do
  [[ -e $folder || -L $folder ]] || continue
  if [[ -L $folder ]] ||
    [[ -n $(find "$folder" \( ! -type f ! -type d -o -type f -links +1 \) -print -quit) ]]; then
    warn "$folder holds links or special files: it is set aside, and Skua starts afresh"
    rm -rf -- "$folder"
  fi
done
