#!/usr/bin/env bash
# Runs staticcheck over the pure Go build and over every native one whose library is here, and shellcheck where it is.
set -euo pipefail
cd "$(dirname "$0")/.."

check() {
  echo "staticcheck $*"
  go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 "$@" ./...
}

CGO_ENABLED=0 check
if pkg-config --exists openblas 2>/dev/null; then check -tags openblas; fi
if [ -e .cache/tenferro/mkl/mkl-sdl.pc ]; then
  PKG_CONFIG_PATH=$PWD/.cache/tenferro/mkl check -tags mkl
fi
if command -v shellcheck >/dev/null; then
  echo shellcheck
  shellcheck scripts/*.sh .ci/run
fi
