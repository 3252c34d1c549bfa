#!/usr/bin/env bash
# Installs what the tests need and this machine lacks, by the system's package manager:
#
#   scripts/setup.sh [NEED...]     make cc pkg-config openblas blis lapack venv mkl; all of them without an argument
#
# Works as root or with sudo, and asks nothing. What is there already is left alone. Debian and Ubuntu (apt) are tested in
# every run of .ci/run; dnf, pacman and brew are best effort. oneMKL is no system package: it comes from PyPI into
# .cache/mkl, which git ignores.
set -euo pipefail
cd "$(dirname "$0")/.."

# links LIBRARY: can a C program be linked with it?
links() {
  echo 'int main(void) { return 0; }' | ${CC:-cc} -x c -o /dev/null - "-l$1" 2>/dev/null
}

# have NEED: is it there?
have() {
  case $1 in
    cc) command -v "${CC:-cc}" && links c ;;
    make) command -v make ;;
    pkg-config) command -v pkg-config ;;
    openblas) command -v pkg-config && pkg-config --exists openblas ;;
    blis) links blis ;;
    lapack) links lapack ;;
    venv) python3 -c 'import ensurepip, venv' ;;
    mkl) [ -x .cache/mkl/bin/python ] && [ -e .cache/mkl/include/mkl.h ] ;;
    *) return 2 ;;
  esac >/dev/null 2>&1
}

# packages MANAGER NEED: the packages' names there.
packages() {
  case $1/$2 in
    apt-get/cc) echo gcc libc6-dev ;;
    */cc) echo gcc ;;
    dnf/pkg-config) echo pkgconf-pkg-config ;;
    pacman/pkg-config | brew/pkg-config) echo pkgconf ;;
    apt-get/openblas | apt-get/blis | apt-get/lapack) echo "lib$2-dev" ;;
    dnf/openblas | dnf/blis | dnf/lapack) echo "$2-devel" ;;
    apt-get/venv) echo python3 python3-venv ;;
    dnf/venv) echo python3 python3-pip ;;
    pacman/venv | brew/venv) echo python ;;
    *) echo "$2" ;;
  esac
}

# as_root COMMAND...: with sudo where that is needed; sudo asks for a password only where somebody can answer.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif ! command -v sudo >/dev/null; then
    echo "setup failed: neither root nor sudo; run as root: $*" >&2 && return 1
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

install_packages() {
  case $manager in
    apt-get)
      as_root apt-get -qq -o DPkg::Lock::Timeout=300 update || echo "setup: the package lists are not all fresh" >&2
      as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"
      ;;
    dnf) as_root dnf -q -y install "$@" ;;
    pacman) as_root pacman -Sy --noconfirm --needed "$@" ;;
    brew) brew install --quiet "$@" ;;
    *) echo "setup failed: no apt-get, dnf, pacman or brew here; install by hand: $*" >&2 && return 1 ;;
  esac
}

install_mkl() {
  rm -rf .cache/mkl
  python3 -m venv .cache/mkl
  .cache/mkl/bin/python -m pip install --quiet --retries 5 --timeout 60 'mkl-devel>=2025,<2027'
}

known="make cc pkg-config openblas blis lapack venv mkl"
# shellcheck disable=SC2086 # words
[ $# -gt 0 ] || set -- $known
manager=
for m in apt-get dnf pacman brew; do
  if command -v "$m" >/dev/null; then manager=$m && break; fi
done

missing=()
for need in "$@"; do
  case " $known " in
    *" $need "*) ;;
    *) echo "setup: '$need' is none of: $known" >&2 && exit 2 ;;
  esac
  if [ "$need" != mkl ] && ! have "$need"; then missing+=("$need"); fi
done
if [ ${#missing[@]} -gt 0 ]; then
  names=()
  for need in "${missing[@]}"; do
    read -r -a some <<<"$(packages "$manager" "$need")"
    names+=("${some[@]}")
  done
  echo "setup: installing ${names[*]}"
  install_packages "${names[@]}" </dev/null
fi
case " $* " in
  *" mkl "*) have mkl || install_mkl </dev/null ;;
esac
for need in "$@"; do
  have "$need" || { echo "setup failed: $need is still missing" >&2 && exit 1; }
done
