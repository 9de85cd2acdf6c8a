#!/usr/bin/env bash
# Runs the whole catalogue behind every kind of limit again, and says whether every byte is the same
# as here. With --update the files here and the tables in docs/limits.md are replaced.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
simulate=${SIMULATE:-$package/.build/release/simulate}
[ -x "$simulate" ] || (cd "$package" && swift build -c release --product simulate)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Rates for 2,000 clients: 4 nodes x 25/s = 100/s, a fifth of what 10,000 have. An hour, so that who
# is slow can be told from who dies; runs end as soon as nothing can change any more. Both commands end with
# 3: some clients of the catalogue break a promise.
"$simulate" compare --all --worlds limits=100/s --clients 2000 --duration 1h --replications 10 \
  --seed 1 --set 'gateway.admission={rate: 25/s, burst: 25}' --out "$work/catalogue" --quiet \
  >/dev/null || [ $? = 3 ]

# The five rows that surprise most, and two that hold for comparison.
"$simulate" compare --worlds limits=500/s --clients 10000 --duration 1h --replications 10 --seed 1 \
  --backoff aws-full --backoff mqttjs --backoff natsgo --backoff stoat-ios --backoff paho-js \
  --backoff discordjs --backoff revite --out "$work/surprises" --quiet >/dev/null || [ $? = 3 ]

# Puts a file between two marks of a page.
insert() {
  awk -v mark="$1" -v file="$2" '
    $0 == "<!-- " mark " -->" { print; print ""; while ((getline line < file) > 0) print line; print "" }
    $0 == "<!-- end of " mark " -->" { skip = 0 }
    !skip && $0 != "<!-- " mark " -->" { print }
    $0 == "<!-- " mark " -->" { skip = 1 }
  ' "$3"
}

insert catalogue "$work/catalogue/limits.md" "$package/docs/limits.md" >"$work/one.md"
insert surprises "$work/surprises/limits.md" "$work/one.md" >"$work/limits.md"
for name in catalogue surprises; do
  cp "$work/$name/limits.csv" "$work/$name.csv"
  cp "$work/$name/manifest.json" "$work/$name-manifest.json"
done

# The commit of the build differs from one to the next, and is no figure.
figures() { grep -v '^  "commit": ' "$1"; }

check() {
  if [ "${3:-}" = --update ]; then
    cp "$2" "$1"
  else
    diff <(figures "$1") <(figures "$2")
    echo "$(basename "$1"): the same, $(wc -c <"$1") bytes"
  fi
}

for file in catalogue.csv catalogue-manifest.json surprises.csv surprises-manifest.json; do
  check "$here/$file" "$work/$file" "${1:-}"
done
check "$package/docs/limits.md" "$work/limits.md" "${1:-}"
