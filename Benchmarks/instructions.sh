#!/usr/bin/env bash
# Counts the instructions of two small reference storms under callgrind and compares their difference,
# which is what clients cost and not what starting costs, with the figure in
# Thresholds/instructions.json. Unlike seconds, instructions hardly depend on what else the machine
# does, so a few percent more can be told from noise.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: instructions.sh [--update] [SIMULATE]

  SIMULATE   the binary to measure (default: .build/release/simulate of this repository)
  --update   accept what is measured as the new figure

Exit codes: 0 within tolerance, or another toolchain than the figure's; 1 too many instructions;
2 bad arguments, or it cannot be measured.
USAGE
}

fail() {
  echo "error: $*" >&2
  exit 2
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
figures=$here/Thresholds/instructions.json
simulate=
update=no
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --update) update=yes ;;
    -*) usage >&2; fail "unknown option: $1" ;;
    *)
      [[ -z $simulate && -n $1 ]] || { usage >&2; fail "one binary at a time"; }
      simulate=$1
      ;;
  esac
  shift
done
simulate=${simulate:-$here/../.build/release/simulate}
[[ -f $simulate && -x $simulate ]] || fail "no program at $simulate: build it first (swift build -c release --product simulate)"
[[ -f $figures || $update == yes ]] || fail "no figure at $figures: record one with --update"
command -v python3 >/dev/null || fail "python3 is needed"
command -v swift >/dev/null || fail "swift is needed: the figure belongs to one version of it"

if ! command -v valgrind >/dev/null; then
  if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    fail "valgrind is missing: install it (as root: apt-get install valgrind)"
  fi
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y valgrind; } >&2 ||
    fail "valgrind could not be installed"
fi

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

# What is measured is read from the figure, so that the two cannot drift apart.
scenario=reference-storm
few=3000
many=9000
if [[ -f $figures ]]; then
  read -r scenario few many < <(python3 - "$figures" <<'PYTHON'
import json, sys
figure = json.load(open(sys.argv[1]))
int(figure["instructions"]), float(figure["tolerance"]), figure["swift"], figure["machine"]
few, many = figure["clients"]
print(figure["scenario"], int(few), int(many))
PYTHON
  ) || fail "$figures cannot be read"
fi

# Older valgrinds give up on the debug information of newer compilers; counting does not need it.
program=$temp/simulate
strip --strip-debug -o "$program" "$simulate" 2>/dev/null || cp "$simulate" "$program"

# Swift seeds its hashing anew in each process unless told not to.
count() {
  if ! (cd "$temp" && SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind \
    --callgrind-out-file=/dev/null --log-file="$temp/log" \
    "$program" "$scenario" --clients "$1" --no-out --quiet >"$temp/output" 2>&1); then
    tail -n 20 "$temp/output" "$temp/log" >&2 || true
    fail "the run under callgrind failed"
  fi
  local counted
  counted=$(sed -n 's/^.*Collected : \([0-9][0-9]*\).*$/\1/p' "$temp/log")
  [[ $counted =~ ^[0-9]+$ ]] || fail "callgrind printed no total"
  echo "$counted"
}
# A function that fails inside $( ) does not end the script by itself.
of_few=$(count "$few") || exit 2
of_many=$(count "$many") || exit 2
instructions=$((of_many - of_few))

python3 - "$figures" "$update" "$scenario" "$few" "$many" "$instructions" \
  "$(swift --version 2>/dev/null | sed -n 1p)" "$(uname -m)" <<'PYTHON'
import json
import os
import sys

path, update, scenario, few, many, instructions, swift, machine = sys.argv[1:]
few, many, instructions = int(few), int(many), int(instructions)
figure = json.load(open(path)) if os.path.exists(path) else {}

print(f"{scenario}, {many:,} clients less {few:,}: {instructions:,} instructions, "
      f"{instructions / (many - few):,.0f} a client ({swift}, {machine})")
if update == "yes":
    new = {"scenario": scenario, "clients": [few, many], "instructions": instructions,
           "tolerance": figure.get("tolerance", 0.03), "swift": swift, "machine": machine}
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        json.dump(new, file, indent=2)
        file.write("\n")
    print("accepted as the new figure")
    sys.exit(0)

if (figure["swift"], figure["machine"]) != (swift, machine):
    print(f"note: the figure, {figure['instructions']:,}, is for {figure['swift']}, "
          f"{figure['machine']}: not compared")
    sys.exit(0)
change = instructions / figure["instructions"] - 1
print(f"the figure is {figure['instructions']:,}: {change:+.2%}, tolerance {figure['tolerance']:.0%}")
if change > figure["tolerance"]:
    print("error: too many instructions. If that is meant, accept it with --update and say why in "
          "the commit.", file=sys.stderr)
    sys.exit(1)
if change < -figure["tolerance"]:
    print("note: fewer than the figure says; keep the gain with --update")
PYTHON
