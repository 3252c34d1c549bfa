#!/usr/bin/env bash
# Prepares oneMKL from a Python wheel (pip install mkl mkl-devel) for "go build -tags mkl", and prints the one variable to set:
#
#   eval "$(scripts/mkl-env.sh [PREFIX])"
#
# PREFIX is the environment that the wheels are in: by default $VIRTUAL_ENV, $CONDA_PREFIX or what python3 says.
#
# A wheel's own mkl-sdl.pc names libmkl_rt.so.N by its full path, which the go command refuses as a linker flag, and gives no
# run path, so that the program would not find it. This writes a mkl-sdl.pc with both mended, next to a link libmkl_rt.so.
# With oneMKL from Intel's or a distribution's packages none of this is needed.
set -euo pipefail

prefix=${1:-${VIRTUAL_ENV:-${CONDA_PREFIX:-$(python3 -c 'import sys; print(sys.prefix)')}}}
library=$(find "$prefix/lib" -maxdepth 1 -name 'libmkl_rt.so*' 2>/dev/null | sort -V | tail -n 1)
if [ -z "$library" ] || [ ! -e "$prefix/include/mkl.h" ]; then
  echo "mkl-env: no lib/libmkl_rt.so* with include/mkl.h under $prefix: pip install mkl mkl-devel, or give the prefix" >&2
  exit 1
fi
prefix=$(cd "$prefix" && pwd)
version=${library##*.so}
version=${version#.}
out=${XDG_CACHE_HOME:-$HOME/.cache}/tenferro/mkl
mkdir -p "$out"
ln -sf "$prefix/lib/$(basename "$library")" "$out/libmkl_rt.so"
cat > "$out/mkl-sdl.pc" <<EOF
Name: mkl-sdl
Description: oneMKL, single dynamic library, from $prefix
Version: ${version:-0}
Libs: -L$out -Wl,-rpath,$prefix/lib -lmkl_rt -lpthread -lm -ldl
Cflags: -I$prefix/include
EOF
printf 'export PKG_CONFIG_PATH=%q\n' "$out${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
