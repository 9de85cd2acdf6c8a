#!/usr/bin/env bash
# Runs the whole catalogue over eight built-in scenarios again, and says whether every byte is the
# same as here. With --update the files here are replaced.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
simulate=${SIMULATE:-$package/.build/release/simulate}
[ -x "$simulate" ] || (cd "$package" && swift build -c release --product simulate)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# It ends with 3: some clients of the catalogue break a promise.
"$simulate" compare gateway-restart --scenario region-blackhole --scenario mobile-flapping \
  --scenario auth-brownout --scenario long-outage --scenario rolling-restart \
  --scenario ideal-outage --scenario reference-storm \
  --backoff stoat-web --all --clients 1000 --replications 5 --seed 1 --out "$work/catalogue" --quiet >/dev/null || [ $? = 3 ]

# The commit of the build differs from one to the next, and is no figure.
figures() { grep -v '^  "commit": ' "$1"; }

for file in manifest.json comparison.csv; do
  if [ "${1:-}" = --update ]; then
    cp "$work/catalogue/$file" "$here/$file"
  else
    diff <(figures "$here/$file") <(figures "$work/catalogue/$file")
    echo "$file: the same, $(wc -c <"$here/$file") bytes"
  fi
done
