#!/bin/bash
# Builds packaging/Containerfile by buildah, which needs no daemon, and tries the image: it
# serves as a user that is not root, and is ready.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v buildah > /dev/null; then
	echo "buildah is not installed: the container image is not checked" >&2
	exit 0
fi
folder=$(mktemp -d)
server=
image() { buildah --storage-driver vfs --root "$folder/root" --runroot "$folder/run" "$@"; }
finish() {
	# The server is a child of a child of buildah; all are in a process group of their own.
	[ -z "$server" ] || { kill -- "-$server" && wait "$server"; } 2> /dev/null || true
	# buildah tidies up for a moment after its processes were told to end.
	for _ in 1 2 3 4 5; do
		if rm -rf "$folder" 2> /dev/null; then break; fi
		sleep 1
	done
}
trap finish EXIT

if ! image bud --isolation chroot --format docker -q -t vitrine -f packaging/Containerfile . > "$folder/log" 2>&1; then
	cat "$folder/log" >&2
	echo "buildah does not work here: the container image is not checked" >&2
	exit 0
fi
image inspect --type image vitrine > "$folder/image.json"
for wanted in '"User": "65532:65532"' '"/vitrine"' 'ready' '"/data": {}'; do
	if ! grep -q -- "$wanted" "$folder/image.json"; then
		echo "the image does not have $wanted" >&2
		exit 1
	fi
done
container=$(image from --name check vitrine)
image run --isolation chroot "$container" /vitrine version
# chroot shares the network of this machine, so a free port is asked for.
set -m
image run --isolation chroot --user 65532:65532 "$container" /vitrine serve --db /data/museum.db --create --listen 127.0.0.1:0 --control off > "$folder/tour" 2> "$folder/log" &
server=$!
set +m
for _ in $(seq 100); do
	address=$(sed -n 's|^serving .* at \(http://[^/ ]*/\).*|\1|p' "$folder/tour")
	if [ -n "$address" ] || ! kill -0 "$server" 2> /dev/null; then break; fi
	sleep 0.1
done
if [ -z "$address" ]; then
	cat "$folder/log" >&2
	echo "the container does not serve" >&2
	exit 1
fi
image run --isolation chroot --user 65532:65532 "$container" /vitrine ready --server "$address"
echo "the container image serves and is ready"
