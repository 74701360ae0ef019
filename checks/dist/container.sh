#!/bin/bash
# Builds packaging/Containerfile by buildah, which needs no daemon, and runs the image as
# docs/running.md does: contained.sh says how. Needs the program of make dist. As root on
# Debian it installs buildah where it is missing; where the image cannot be built or run, it
# says why, and ends well.
set -euo pipefail
cd "$(dirname "$0")/../.."
source checks/interop/checks.sh

# skip WHY... ends the script, since the image cannot be checked here.
skip() {
	say "skip the container image: $*"
	exit 0
}

image() { buildah --storage-driver vfs --root "$work/root" --runroot "$work/run" "$@"; }

if [ ! -x dist/vitrine-linux-amd64 ]; then
	say "FAIL the container image: there is no dist/vitrine-linux-amd64; make dist builds it"
	exit 1
fi
if ! program buildah buildah; then exit 0; fi
if ! image bud --isolation chroot --format docker -q -t vitrine -f packaging/Containerfile . >"$work/log" 2>&1; then
	cat "$work/log" >&2
	skip "buildah does not work here"
fi
for tool in ip setpriv unshare; do
	command -v "$tool" >/dev/null || skip "there is no $tool here; install it with: apt-get install iproute2 util-linux"
done
unshare --mount --net --pid --ipc --uts --fork ip link set lo up 2>"$work/log" || skip "namespaces are not permitted here: $(cat "$work/log")"

tree=$(image mount "$(image from --name check vitrine)")
# As podman and docker do, the volume begins as what the image has in its place.
cp -a "$tree/data" "$work/volume"
image inspect --type image --format '{{range .OCIv1.Config.Env}}{{println .}}{{end}}' vitrine | sed '/^$/d' >"$work/environment"
echo VITRINE_BASE_URL=https://data.museum.example/ >>"$work/environment"
user=$(image inspect --type image --format '{{.OCIv1.Config.User}}' vitrine)
command=$(image inspect --type image --format '{{range .OCIv1.Config.Entrypoint}}{{.}} {{end}}{{range .OCIv1.Config.Cmd}}{{.}} {{end}}' vitrine)
health=$(image inspect --type image --format '{{range .Docker.Config.Healthcheck.Test}}{{.}} {{end}}' vitrine)
if unshare --mount --net --pid --ipc --uts --fork --kill-child --mount-proc \
	bash checks/dist/contained.sh "$tree" "$work/volume" "$work/environment" "$user" "$command" "${health#CMD }" >"$work/log" 2>&1; then
	say "ok the container image: $(tail -n 1 "$work/log")"
else
	cat "$work/log" >&2
	say "FAIL the container image"
	exit 1
fi
