#!/usr/bin/env bash
# check_readme.sh ROOT PROFCONV: every command of the README's shell blocks runs as written. Here tools/run is the
# command that was built; what the two tools set up on a bare machine is not tried.
set -euo pipefail
root=$1
profconv=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$root/docs" "$scratch/docs"
mkdir "$scratch/tools"
ln -s "$profconv" "$scratch/tools/run"
cd "$scratch"

count=0
# shellcheck disable=SC2016  # the backticks are Markdown's
while IFS= read -r command; do
  [[ $command == tools/test ]] && continue
  echo "+ $command"
  bash -euo pipefail -c "$command"
  count=$((count + 1))
done < <(sed -n '/^```sh$/,/^```$/{/^```/d;p}' "$root/README.md")
echo "$count commands"
[[ $count -ge 4 ]]
