#!/usr/bin/env bash
# Last: does the step fail by what the user asked for?
. "$(dirname "$0")/lib.sh"

IFS=', ' read -r -a gates <<<"$INPUT_FAIL_ON"
failures=0
failed() {
  echo "::error title=Skua::$(escaped "$1")"
  failures=$((failures + 1))
}
for gate in "${gates[@]}"; do
  case $gate in
    gate) [[ $EXIT_CODE != 1 ]] || failures=$((failures + 1)) ;; # skua has said which, and why
    findings) [[ ${FINDINGS:-0} == 0 ]] || failed "$FINDINGS findings, and fail-on says findings" ;;
    behaviour-changes)
      [[ ${BEHAVIOUR_CHANGES:-0} == 0 ]] ||
        failed "$BEHAVIOUR_CHANGES behaviour changes, and fail-on says behaviour-changes"
      ;;
  esac
done
((failures == 0)) || exit 1
