#!/bin/bash
# Runs an image in namespaces of its own, where container.sh starts this: as the user that
# the image names, without privileges, with a root file system that is read-only, and a
# volume at /data. Its store has to be in the volume and outlive the container, and its
# health check has to fail before the server is ready.
set -euo pipefail
tree=$1 volume=$2 user=$4 command=$5 health=$6
mapfile -t environment <"$3"

# inside, before a command, runs a program of the image.
inside=(env -i "${environment[@]}" "$(command -v setpriv)" --no-new-privs "$(command -v chroot)" --userspec="$user" --groups= "$tree")

fail() {
	echo "$*"
	exit 1
}

# start starts the server and waits until its health check passes.
start() {
	if "${inside[@]}" $health; then fail "the health check passes without a server"; fi
	"${inside[@]}" $command &
	server=$!
	for _ in $(seq 100); do
		if "${inside[@]}" $health; then return; fi
		kill -0 "$server" || fail "the server ended"
		sleep 0.1
	done
	fail "the server did not get ready"
}

# stop ends the server as a container's end does, which is no error.
stop() {
	kill -TERM "$server"
	wait "$server" || fail "the server ended with status $?"
}

mount --bind "$tree" "$tree"
mount --bind "$volume" "$tree/data"
mount -o remount,bind,ro "$tree"
ip link set lo up

start
if touch "$tree/file" 2>/dev/null; then fail "the root file system is not read-only"; fi
for wanted in '^Uid:\s65532\s65532' '^Gid:\s65532\s65532' '^Groups:\s*$' '^CapEff:\s0*$' '^NoNewPrivs:\s1$'; do
	grep -Eq "$wanted" "/proc/$server/status" || fail "the server does not have $wanted in its status"
done
"${inside[@]}" /vitrine load --db /data/museum.db --base-url https://data.museum.example/ --format jsonld - <data/person/andrew-mellon.json
stop
[ "$(stat -c %u "$volume/museum.db")" = 65532 ] || fail "the store is not in the volume"
start
"${inside[@]}" /vitrine stats --db /data/museum.db
"${inside[@]}" /vitrine get --db /data/museum.db https://data.museum.example/person/andrew-mellon >/dev/null
stop
echo "its health check is green on a read-only root, and records outlive the container"
