#!/usr/bin/env bash
# First step of the action: says where the program comes from, where it will lie, and what its cache is
# called.
#
# Reads SQUALL_PROGRAM, SQUALL_VERSION, SQUALL_REPOSITORY, SQUALL_SHA256 (the inputs of action.yml),
# RUNNER_TEMP and GITHUB_OUTPUT. Writes the outputs `how` (given, fetch, build), `folder` (what is cached),
# `key` and `program`. Exit code 2 where an input makes no sense.
set -euo pipefail

fail() {
  echo "::error title=Squall::$*"
  exit 2
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=${RUNNER_TEMP:?}/squall
machine=$(uname -s)-$(uname -m)

hash256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

if [[ -n ${SQUALL_PROGRAM:-} ]]; then
  [[ -f $SQUALL_PROGRAM && -x $SQUALL_PROGRAM ]] || fail "program: '$SQUALL_PROGRAM' is no program"
  [[ -z ${SQUALL_VERSION:-} ]] || fail "program and version: give one of them"
  how=given
  key=
  program=$(cd "$(dirname "$SQUALL_PROGRAM")" && pwd)/$(basename "$SQUALL_PROGRAM")
elif [[ -n ${SQUALL_VERSION:-} ]]; then
  [[ $SQUALL_VERSION =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] ||
    fail "version: '$SQUALL_VERSION' is no release: write it as v0.2.0"
  [[ ${SQUALL_REPOSITORY:-} =~ ^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$ ]] ||
    fail "repository: '${SQUALL_REPOSITORY:-}' is no repository: write OWNER/NAME"
  [[ -z ${SQUALL_SHA256:-} || $SQUALL_SHA256 =~ ^[0-9a-f]{64}$ ]] ||
    fail "sha256: '$SQUALL_SHA256' is no SHA-256: it has 64 hexadecimal digits"
  how=fetch
  key=squall-$machine-${SQUALL_REPOSITORY/\//-}-$SQUALL_VERSION-${SQUALL_SHA256:0:16}
  program=$folder/simulate
else
  command -v swift >/dev/null || fail "Swift 6.3 is needed to build the program: run the job in the" \
    "container swift:6.3-bookworm, or name a release with 'version'"
  how=build
  # What the program is built from, and with what: a program of other sources is never taken.
  sources=$({
    swift --version 2>/dev/null
    cd "$root"
    find Package.swift Sources Plugins scenarios -type f -print0 | LC_ALL=C sort -z | xargs -0 cat
  } | hash256 | cut -c 1-32)
  # A program that is linked on one system may not run on an older one.
  system=$({ cat /etc/os-release 2>/dev/null || sw_vers; } | hash256 | cut -c 1-8)
  key=squall-$machine-$system-$sources
  program=$folder/simulate
fi

{
  echo "how=$how"
  echo "folder=$folder"
  echo "key=$key"
  echo "program=$program"
} | tee -a "${GITHUB_OUTPUT:?}"
