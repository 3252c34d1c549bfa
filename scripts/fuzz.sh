#!/usr/bin/env bash
# Fuzzes every target of the module, one after the other:
#
#   scripts/fuzz.sh [TIME]         TIME for each target, 10s without an argument
set -euo pipefail
cd "$(dirname "$0")/.."

time=${1:-10s}
go list ./... | while read -r package; do
  go test -list '^Fuzz' "$package" | grep '^Fuzz' | while read -r target; do
    echo "=== $package $target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package" </dev/null
  done || [ "${PIPESTATUS[1]}" -eq 1 ] # no target in this package
done
