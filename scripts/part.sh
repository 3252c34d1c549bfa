#!/usr/bin/env bash
# Runs one part of the tests, after installing what it needs:
#
#   scripts/part.sh vet          formatting, go vet, floors, without a native library
#   scripts/part.sh go           pure Go, without cgo
#   scripts/part.sh race         pure Go under the race detector
#   scripts/part.sh openblas | mkl | netlib | accelerate        a build on that native library
set -euo pipefail
cd "$(dirname "$0")/.."

suite="./cmd/tfbench run --runs 1 --warmups 0"

# native TAG: vets and tests a build. Nothing of it is cached: go does not know when a library changes.
native() {
  export CGO_ENABLED=1
  go vet -tags "$1" ./...
  go test -count=1 -timeout 30m -tags "$1" ./...
  # shellcheck disable=SC2086 # words
  go run -tags "$1" $suite
}

case ${1:-} in
  vet)
    scripts/vet.sh
    ;;
  go)
    export CGO_ENABLED=0
    go test -timeout 30m ./...
    go test -timeout 30m -tags noasm ./cblas/... ./cpu/...
    # shellcheck disable=SC2086 # words
    go run $suite
    ;;
  race)
    scripts/setup.sh cc
    CGO_ENABLED=1 go test -race -short -timeout 30m ./...
    ;;
  openblas)
    scripts/setup.sh cc pkg-config openblas
    if [ "$(uname)" = Darwin ]; then # brew keeps it out of the way of Accelerate
      PKG_CONFIG_PATH=$(brew --prefix openblas)/lib/pkgconfig
      export PKG_CONFIG_PATH
    fi
    native openblas
    ;;
  mkl)
    scripts/setup.sh cc pkg-config venv mkl
    variables=$(XDG_CACHE_HOME=$PWD/.cache scripts/mkl-env.sh .cache/mkl)
    eval "$variables"
    native mkl
    ;;
  netlib)
    scripts/setup.sh cc blis lapack
    export CGO_LDFLAGS='-lblis -llapack' # BLIS has no LAPACK; the system's comes behind it
    native netlib
    ;;
  accelerate)
    native accelerate
    ;;
  *)
    echo "part: '${1:-}' is none of: vet go race openblas mkl netlib accelerate" >&2
    exit 2
    ;;
esac
