#!/usr/bin/env bash
# Installs and builds what compare.py measures, under .cache/peers: this project (OpenBLAS and pure Go), PyTorch, JAX and
# opt_einsum in a Python environment, and tenferro (Rust) with OpenBLAS and with faer. What cannot be had is named; the rest is
# there all the same. Nothing of it is needed to use the project.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
here=scripts/peers
cache=$PWD/.cache/peers
mkdir -p "$cache/bin"

missing() { echo "peers: no $1: $2" >&2; }

go build -tags openblas -o "$cache/bin/tfbench-openblas" ./cmd/tfbench || missing "tenferro-go on OpenBLAS" "it does not build"
CGO_ENABLED=0 go build -o "$cache/bin/tfbench-go" ./cmd/tfbench || missing "tenferro-go in pure Go" "it does not build"

if ! cmp -s $here/requirements.txt "$cache/venv/requirements.txt"; then
  if python3 -m venv "$cache/venv" && "$cache/venv/bin/pip" install -q -r $here/requirements.txt; then
    cp $here/requirements.txt "$cache/venv/requirements.txt"
  else
    missing "PyTorch and JAX" "pip could not install $here/requirements.txt"
  fi
fi

# tenferro needs Rust 1.96: the default toolchain, if it is as new, else a nightly one.
cargo=()
for t in "cargo" "cargo +nightly"; do
  read -ra words <<< "$t"
  minor=$("${words[@]}" --version 2>/dev/null | sed -n 's/^cargo 1\.\([0-9]*\)\..*/\1/p')
  if [ "${minor:-0}" -ge 96 ]; then cargo=("${words[@]}"); break; fi
done
if [ ${#cargo[@]} -eq 0 ]; then
  missing tenferro "it needs Rust 1.96 or newer"
  exit 0
fi
for backend in faer blas; do
  if RUSTFLAGS="-C target-cpu=native" "${cargo[@]}" build --quiet --release --locked --features $backend \
    --manifest-path $here/tenferro/Cargo.toml --target-dir "$cache/cargo/$backend"; then
    cp "$cache/cargo/$backend/release/tenferro-peer" "$cache/bin/tenferro-$backend"
  else
    missing "tenferro with $backend" "it does not build"
  fi
done
