#!/usr/bin/env bash
# Runs the short form of every benchmark and compares what is the same in every run with the figures
# in Thresholds/: events exactly, allocations with an allowance. Times are printed, not judged.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: check.sh [--update | FIGURES]

  --update   accept what is measured as the new figures
  FIGURES    run nothing and compare this file, which a short run with SQUALL_FIGURES=FIGURES wrote

Exit codes: 0 as the figures say, or fewer allocations; 1 another number of events, too many
allocations, or a benchmark without a figure; 2 bad arguments, or the benchmarks cannot be run.
USAGE
}

fail() {
  echo "error: $*" >&2
  exit 2
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
measured=
update=no
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --update) update=yes ;;
    -*) usage >&2; fail "unknown option: $1" ;;
    *)
      [[ -z $measured && -n $1 ]] || { usage >&2; fail "one file of figures at a time"; }
      measured=$1
      ;;
  esac
  shift
done
[[ -z $measured || $update == no ]] || fail "--update measures anew"
command -v python3 >/dev/null || fail "python3 is needed"

if [[ -z $measured ]]; then
  measured=$(mktemp)
  trap 'rm -f "$measured"' EXIT
  SQUALL_BENCHMARKS=short SQUALL_FIGURES=$measured \
    swift package --package-path "$here" benchmark --grouping metric --no-progress |
    sed '/^├/d' || fail "the benchmarks could not be run"
fi
[[ -s $measured ]] || fail "no figures in $measured"

python3 "$here/compare.py" "$here/Thresholds" "$measured" "$update"
