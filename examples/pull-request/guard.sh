#!/usr/bin/env bash
# Compares the reconnect formula of a branch with the one that it would replace, behind every kind of
# gateway, and fails where a promise of storm.yaml breaks for the new formula, or where its load is worse than
# the old one's by more than a tolerance. That the old one breaks a promise is shown, and no failure.
#
#   guard.sh BASE [SIMULATE]
#
# BASE is a commit, branch or tag; the formula is the file reconnect.backoff there and here. SIMULATE is the
# program (default: simulate). SQUALL_CLIENTS and SQUALL_LIMIT scale all down for a quick look: 2000 and 100/s
# are a fifth of what storm.yaml and `--worlds limits` say.
#
# Writes results/pull-request (report.html is its page) and results/pull-request.md, the table that a pull
# request shows. Exit codes: 0 all is kept, 1 runtime error, 2 a file or formula that cannot be read, 3 the new
# formula breaks a promise, 4 it is worse than the tolerance allows.
set -euo pipefail

# What a new formula may make worse, and by how much. The time to recover has a promise in storm.yaml; no other
# figure is judged. A change that costs more on purpose says so here, where a reviewer sees it.
tolerances=(peak_arrivals_1s=10% attempts_per_client=15%)

base=${1:?"usage: guard.sh BASE [SIMULATE]"}
simulate=${2:-simulate}
cd "$(dirname "${BASH_SOURCE[0]}")"

# The formula in a file: what is neither comment nor empty.
formula() { grep -v '^#' | tr -s '[:space:]' ' ' | sed 's/^ //; s/ $//'; }

if ! git rev-parse --verify --quiet "$base^{commit}" >/dev/null; then
  echo "error: git knows no commit '$base'; fetch it first (actions/checkout: fetch-depth: 0)" >&2
  exit 2
fi
if [[ ! -f reconnect.backoff ]]; then
  echo "error: there is no reconnect.backoff in $PWD" >&2
  exit 2
fi
new=$(formula <reconnect.backoff || true)
if [[ -z $new ]]; then
  echo "error: reconnect.backoff holds no formula" >&2
  exit 2
fi
# A branch that brings the first formula has nothing to compare it with: it is judged all the same.
if text=$(git show "$base:./reconnect.backoff" 2>/dev/null); then
  old=$(formula <<<"$text")
else
  echo "$base has no reconnect.backoff: the new formula is compared with aws-full" >&2
  old=aws-full
fi

mkdir -p results
options=(--worlds "limits${SQUALL_LIMIT:+=$SQUALL_LIMIT}" --replications 5)
if [[ -n ${SQUALL_CLIENTS:-} ]]; then options+=(--clients "$SQUALL_CLIENTS"); fi

# What the new one is held against: the old formula under the name of the new one. One that breaks a promise is no
# measure.
echo "the old formula, as the baseline" >&2
rm -rf results/baseline
status=0
"$simulate" compare storm.yaml "${options[@]}" --backoff "old=$old" --backoff "new=$old" --judge new \
  --out results/baseline --quiet >/dev/null || status=$?
case $status in
0)
  options+=(--baseline results/baseline --tolerance off)
  for tolerance in "${tolerances[@]}"; do options+=(--tolerance "$tolerance"); done
  ;;
3) echo "the old formula breaks a promise: the load of the new one is not held against it" >&2 ;;
*) exit "$status" ;;
esac

exec "$simulate" compare storm.yaml "${options[@]}" --backoff "old=$old" --backoff "new=$new" --judge new \
  --write markdown=results/pull-request.md --out results/pull-request
