#!/usr/bin/env bash
# Squall and its peers on the reference storm: prepares everything, runs them in turn, prints a table.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: run.sh [options]

  --clients N,N       sizes of the fleet (default: 100000)
  --repeat R          runs of each program, each with another seed (default: 3)
  --simpy-repeat R    runs of SimPy (default: as --repeat, at most 2 from 50,000 clients on,
                      none above 200,000)
  --without-simpy     leave SimPy out
  --calibrate M       untimed runs of the C++ peer for the spread between seeds, at least 12
                      (default: 24)
  --seed S            seed of the first run (default: 1)
  --squall PATH       a simulate binary; without it, Squall is built
  --json FILE         also write everything to FILE

Exit codes: 0 the answers agree, 1 they do not or something failed, 2 bad arguments.
USAGE
}

fail() {
  echo "error: $2" >&2
  exit "$1"
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
squall=
with_simpy=yes
forward=()
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --without-simpy) with_simpy=no; shift; continue ;;
    --clients | --repeat | --simpy-repeat | --calibrate | --seed | --squall | --json) ;;
    *) usage >&2; fail 2 "unknown argument: $1" ;;
  esac
  [[ $# -ge 2 && -n $2 ]] || fail 2 "a value is missing after $1"
  case $1 in
    --squall) squall=$2 ;;
    --clients)
      [[ $2 =~ ^[0-9]+(,[0-9]+)*$ ]] || fail 2 "--clients wants whole numbers with commas between them, not $2"
      forward+=("$1" "$2")
      ;;
    --json) forward+=("$1" "$2") ;;
    *)
      [[ $2 =~ ^[0-9]+$ ]] || fail 2 "$1 wants a whole number, not $2"
      forward+=("$1" "$2")
      ;;
  esac
  shift 2
done
[[ -z $squall || (-f $squall && -x $squall) ]] || fail 2 "no program at $squall"
command -v python3 >/dev/null || fail 1 "python3 is needed"

# Looks at the values before anything is installed or built; python3 stands in for the programs.
python3=$(command -v python3)
python3 "$here/compare.py" --squall "$python3" --cpp "$python3" --check-arguments "${forward[@]+"${forward[@]}"}"

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

compiler=${CXX:-g++}
if ! command -v "$compiler" >/dev/null; then
  if [[ $compiler != g++ || $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    fail 1 "$compiler is missing: install it"
  fi
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y g++; } >&2 ||
    fail 1 "g++ could not be installed"
fi
"$compiler" -std=c++17 -O3 -o "$temp/storm" "$here/cpp/storm.cpp"

if [[ $with_simpy == yes ]]; then
  python3 -m venv "$temp/venv" >&2 || fail 1 "no virtual environment for Python: is python3-venv installed?"
  "$temp/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'simpy==4.1.*' >&2 ||
    fail 1 "SimPy could not be installed (--without-simpy leaves it out)"
  forward+=(--python "$temp/venv/bin/python")
fi

if [[ -z $squall ]]; then
  command -v swift >/dev/null || fail 1 "swift is needed to build Squall, or --squall PATH"
  swift build --package-path "$repository" -c release --product simulate >&2
  squall=$(swift build --package-path "$repository" -c release --show-bin-path)/simulate
fi

python3 "$here/compare.py" --squall "$squall" --cpp "$temp/storm" "${forward[@]+"${forward[@]}"}"
