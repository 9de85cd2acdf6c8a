#!/bin/sh
# Says the commit that a source tree is of.
#
#   commit.sh TREE [FOLDER]
#
# Prints it; with FOLDER writes FOLDER/Version+Commit.swift instead, and touches it only where the commit is another.
# In this order it is: SQUALL_COMMIT in the environment; HEAD, where TREE is a git checkout of its own;
# what `git archive` put into archived-commit; "unknown". `-dirty` says that what the program is built
# from has changes. Exit code 2 where SQUALL_COMMIT is no name of a commit.
set -eu
tree=${1:?"usage: commit.sh TREE [FOLDER]"}
folder=${2:-}
# A hook of git, or of a checkout around this one, names its own.
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE GIT_PREFIX

tree=$(CDPATH='' cd -- "$tree" && pwd -P)

of_checkout() {
  command -v git >/dev/null || return 1
  top=$(git -C "$tree" rev-parse --show-toplevel 2>/dev/null) || return 1
  # A copy of the sources in somebody else's repository is not of that one's commit.
  [ "$top" = "$tree" ] || return 1
  commit=$(git -C "$tree" rev-parse --verify --quiet HEAD) || return 1
  changes=$(git --no-optional-locks -C "$tree" status --porcelain -- Package.swift Sources Plugins) || return 1
  [ -z "$changes" ] || commit=$commit-dirty
}

of_archive() {
  commit=$(cat "$tree/Plugins/CommitPlugin/archived-commit" 2>/dev/null) || return 1
  # In a checkout it still holds the pattern that git replaces.
  case $commit in '' | *[!0-9a-f]*) return 1 ;; esac
}

if [ -n "${SQUALL_COMMIT:-}" ]; then
  commit=$SQUALL_COMMIT
  case $commit in
    *[!0-9A-Za-z.+-]*)
      echo "error: SQUALL_COMMIT is '$commit': letters, digits, '.', '+' and '-' name a commit" >&2
      exit 2
      ;;
  esac
else
  of_checkout || of_archive || commit=unknown
fi

if [ -z "$folder" ]; then
  echo "$commit"
  exit
fi
mkdir -p "$folder"
file=$folder/Version+Commit.swift
code="extension Version {
  /// Of the sources, with -dirty where they had changes; unknown where nothing says it.
  static let commit = \"$commit\"
}"
if [ ! -f "$file" ] || [ "$(cat "$file")" != "$code" ]; then
  echo "$code" >"$file"
fi
