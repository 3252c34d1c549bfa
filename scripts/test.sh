#!/usr/bin/env bash
# Runs the tests, part by part, and ends with a summary:
#
#   scripts/test.sh [PART...]      parts of scripts/part.sh; all that this system can run by default
#
# A failed part does not stop the others. The exit status is 0 if all passed. What a part printed stays in .cache/test.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

if [ $# -eq 0 ]; then
  case $(uname)/$(uname -m) in
    Darwin/*) set -- vet go race accelerate ;;
    */x86_64) set -- vet go race openblas mkl netlib ;;
    *) set -- vet go race openblas netlib && echo "PyPI has no oneMKL for $(uname -m): the part mkl is left out" ;;
  esac
fi

mkdir -p .cache/test
summary=
failed=0
for part in "$@"; do
  printf '\n=== %s\n' "$part"
  log=.cache/test/$part.log
  start=$SECONDS
  if scripts/part.sh "$part" </dev/null 2>&1 | tee "$log"; then
    verdict=ok
  else
    verdict=FAILED
    failed=1
  fi
  packages=$(grep -cE '^ok[[:space:]]' "$log")
  summary+=$(printf '  %-11s %-7s %5d s  %3d packages ok' "$part" "$verdict" $((SECONDS - start)) "$packages")$'\n'
  if [ $verdict = FAILED ]; then
    summary+=$(grep -E '^(--- FAIL|FAIL[[:space:]]|FAILED|setup failed:|vet:|.* Killed )' "$log" | head -n 10 | sed 's/^/      /')$'\n'
  fi
done
printf '\n=== %s, %s\n%s' "$(go version)" "$(uname -sm)" "$summary"
exit $failed
