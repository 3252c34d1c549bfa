#!/usr/bin/env bash
# Looks for mistakes that need no native library: formatting, go vet for this system and for others, build flags, floors.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "vet: $*" >&2
  exit 1
}

unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || fail "not gofmt-ed: $unformatted"

CGO_ENABLED=0 go vet ./...
for target in windows/arm64 darwin/arm64; do
  GOOS=${target%/*} GOARCH=${target#*/} CGO_ENABLED=0 go vet ./... || fail "for $target"
done

# Accelerate exists on macOS alone, where a workflow of its own runs it. Here: its files are chosen, its flags are right.
flags=$(GOOS=darwin CGO_ENABLED=1 go list -tags accelerate -f '{{.CgoLDFLAGS}}' ./cblas ./lapack)
[ "$(grep -c 'framework Accelerate' <<<"$flags")" -eq 2 ] || fail "Accelerate is not linked: $flags"
GOOS=darwin CGO_ENABLED=1 go list -tags accelerate ./... >/dev/null

# Builds that must fail, and say why.
refused() {
  local out
  if out=$(CGO_ENABLED=$1 go build -tags "$2" ./cblas ./lapack 2>&1); then fail "cgo=$1 -tags $2 compiles"; fi
  grep -q "$3" <<<"$out" || fail "cgo=$1 -tags $2 does not say why it fails: $out"
}
refused 0 openblas need_CGO_ENABLED_1
if command -v "${CC:-cc}" >/dev/null; then
  refused 1 openblas,mkl exclude_each_other
  [ "$(go env GOOS)" = darwin ] || refused 1 accelerate needs_macOS
fi

scripts/floors.sh
