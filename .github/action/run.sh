#!/usr/bin/env bash
# Third step of the action: runs simulate, and says what it ended with. The step itself ends with 0 unless
# its inputs are wrong, so that the results are kept before the action fails.
#
# Reads SQUALL_PROGRAM, SQUALL_ARGUMENTS, SQUALL_RESULTS, SQUALL_DIRECTORY and GITHUB_OUTPUT. Writes the outputs
# `exit-code` and `results` (absolute, empty where nothing was written). simulate itself writes the
# summary of the step and its annotations, because GITHUB_STEP_SUMMARY and GITHUB_ACTIONS are set.
set -euo pipefail

fail() {
  echo "::error title=Squall::$*"
  exit 2
}

cd "${SQUALL_DIRECTORY:-.}" || fail "working-directory: there is no folder '$SQUALL_DIRECTORY'"

# Words as a shell would see them, quotes and all, but nothing is expanded and nothing is run. Quotes end on
# the line on which they begin; a backslash at the end of a line is a blank.
words=()
SQUALL_ARGUMENTS=${SQUALL_ARGUMENTS:-}
SQUALL_ARGUMENTS=${SQUALL_ARGUMENTS//$'\\\n'/ }
if [[ -n ${SQUALL_ARGUMENTS//[[:space:]]/} ]]; then
  split=$(mktemp)
  trap 'rm -f "$split"' EXIT
  xargs printf '%s\0' <<<"$SQUALL_ARGUMENTS" >"$split" 2>/dev/null ||
    fail "arguments: a quote is opened and not closed on the same line"
  while IFS= read -r -d '' word; do words+=("$word"); done <"$split"
fi

code=
if ((${#words[@]})); then
  code=0
  "${SQUALL_PROGRAM:?}" "${words[@]}" || code=$?
  echo "simulate ended with $code"
fi
# With 2 nothing was written: what lies there is of another time.
results=
if [[ -n $code && $code != 2 && -n ${SQUALL_RESULTS:-} && -d $SQUALL_RESULTS ]]; then
  results=$(cd "$SQUALL_RESULTS" && pwd)
fi
{
  echo "exit-code=$code"
  echo "results=$results"
} >>"${GITHUB_OUTPUT:?}"
