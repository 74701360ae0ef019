#!/bin/bash
# Builds the programs that are given out, in dist/: static, one for each target, with a bill
# of materials for each and the checksums of all. They are built from a fresh copy of the
# commit, so that the same commit and version of Go give the same bytes, in whatever folder
# and whatever else lies in it. With CHECK=1, it builds everything a second time, from
# another copy and without what Go has cached, and compares.
set -euo pipefail
cd "$(dirname "$0")/../.."
go=${GO:-go}
targets=${TARGETS:-linux/amd64 linux/arm64 darwin/arm64}

# build FOLDER: the programs of the commit, from a copy in FOLDER/source to FOLDER/dist.
build() {
	local target name
	git clone --quiet --no-hardlinks --no-checkout . "$1/source"
	git -C "$1/source" -c advice.detachedHead=false checkout --quiet --detach "$commit"
	mkdir "$1/dist"
	for target in $targets; do
		name=vitrine-${target%/*}-${target#*/}
		(cd "$1/source" && GOOS=${target%/*} GOARCH=${target#*/} CGO_ENABLED=0 GOFLAGS=-mod=readonly \
			$go build -trimpath -buildvcs=true -ldflags='-s -w -buildid=' -o "../dist/$name" ./cmd/vitrine)
		(cd "$1/source" && $go run ./checks/dist/sbom "../dist/$name" > "../dist/$name.cdx.json")
	done
	(cd "$1/dist" && sha256sum vitrine-* > SHA256SUMS)
}

if [ -n "$(git status --porcelain)" ]; then
	echo "the programs are built from what is committed: commit or remove your changes first" >&2
	exit 1
fi
commit=$(git rev-parse HEAD)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/first" "$work/again"
build "$work/first"
if [ -n "${CHECK:-}" ]; then
	GOCACHE="$work/cache" build "$work/again"
	diff "$work/again/dist/SHA256SUMS" "$work/first/dist/SHA256SUMS"
	echo "two builds gave the same bytes"
fi
rm -rf dist
mv "$work/first/dist" dist
cat dist/SHA256SUMS
