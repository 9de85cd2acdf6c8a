#!/usr/bin/env bash
# Second step of the action: builds or fetches the program where the cache has not brought it, and puts it
# on the path of later steps.
#
# Reads SQUALL_HOW and SQUALL_PROGRAM (outputs of plan.sh), SQUALL_VERSION, SQUALL_REPOSITORY, SQUALL_SHA256,
# and what the runner sets: RUNNER_TEMP, GITHUB_PATH, GITHUB_SERVER_URL. SQUALL_RELEASES replaces the place that
# releases are fetched from. Exit code 1 where there is no program in the end.
set -euo pipefail

fail() {
  echo "::error title=Squall::$*"
  exit 1
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=${SQUALL_PROGRAM:?}
folder=$(dirname "$program")

hash256() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1; }

build() {
  local scratch=$RUNNER_TEMP/squall-build
  local options=(-c release --product simulate --package-path "$root" --scratch-path "$scratch")
  # So that a cached program runs where no Swift is installed.
  if [[ $(uname -s) == Linux ]]; then options+=(--static-swift-stdlib); fi
  swift build "${options[@]}"
  mkdir -p "$folder"
  cp "$(swift build "${options[@]}" --show-bin-path)/simulate" "$program"
}

fetch() {
  [[ $(uname -s) == Linux ]] || fail "releases are for Linux: leave out 'version' to build the program"
  local archive
  archive=squall-${SQUALL_VERSION#v}-linux-$(uname -m).tar.gz
  local releases=${SQUALL_RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/$SQUALL_REPOSITORY/releases/download}
  local work
  work=$(mktemp -d "$RUNNER_TEMP/squall-XXXXXX")
  curl --fail --silent --show-error --location --retry 3 --output "$work/$archive" \
    "$releases/$SQUALL_VERSION/$archive" || fail "there is no $archive in $releases/$SQUALL_VERSION"
  local wanted=${SQUALL_SHA256:-}
  if [[ -z $wanted ]]; then
    curl --fail --silent --show-error --location --retry 3 --output "$work/sha256" \
      "$releases/$SQUALL_VERSION/$archive.sha256" || fail "$archive.sha256 does not lie beside the archive"
    wanted=$(cut -d ' ' -f 1 "$work/sha256")
  fi
  local found
  found=$(hash256 "$work/$archive")
  [[ $found == "$wanted" ]] || fail "$archive has the SHA-256 $found, and not $wanted"
  mkdir -p "$folder"
  tar -xzf "$work/$archive" -C "$work"
  cp "$work/${archive%.tar.gz}/simulate" "$program"
}

if [[ ! -x $program ]]; then
  case ${SQUALL_HOW:?} in
    build) build ;;
    fetch) fetch ;;
    *) fail "'$program' is gone" ;;
  esac
fi
# From here on a program that cannot run is told apart from one that ends with an error.
"$program" --version || fail "$program does not run on this machine"
if [[ $(basename "$program") != simulate ]]; then
  folder=$RUNNER_TEMP/squall
  mkdir -p "$folder"
  ln -sf "$program" "$folder/simulate"
fi
echo "$folder" >>"${GITHUB_PATH:?}"
