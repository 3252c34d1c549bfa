#!/usr/bin/env bash
# Prints imports that climb: a package may import, of this module, only packages on floors below its own, what its own
# folder holds, and internal ones. The floors are those of the README.
set -euo pipefail
cd "$(dirname "$0")/.."

module=$(go list -m)
# shellcheck disable=SC2016 # $p is the template's
go list -f '{{$p := .ImportPath}}{{range .Imports}}{{$p}} {{.}}{{"\n"}}{{end}}' ./... | awk -v module="$module/" '
  BEGIN {
    floor["tensor"] = 0; floor["einsum/path"] = 0
    floor["trace"] = 1; floor["cblas"] = 1; floor["lapack"] = 1
    floor["compiler"] = 2
    floor["runtime"] = 3; floor["cpu"] = 3
    floor["einsum"] = 4; floor["linalg"] = 4
    floor["cmd"] = 5; floor["examples"] = 5
    floor["testdata"] = -1; floor["internal"] = -1
  }
  function room(package) {
    package = substr(package, length(module) + 1)
    if (package ~ /(^|\/)internal(\/|$)/) return "internal"
    if (package ~ /^einsum\/path(\/|$)/) return "einsum/path"
    sub(/\/.*/, "", package)
    return package
  }
  index($2, module) == 1 {
    from = room($1); to = room($2)
    if (!(from in floor)) { print $1 " is on no floor"; bad = 1; next }
    if (!(to in floor)) { print $2 " is on no floor"; bad = 1; next }
    if (from == "internal" || to == "internal" || from == to) next
    if (floor[to] >= floor[from]) { print $1 " imports " $2 ", which is not below it"; bad = 1 }
  }
  END { exit bad }'
