#!/bin/bash
# Checks files of packaging/ with the programs they are for: the exposure of the systemd
# unit, and the rules of Prometheus, whose promtool is fetched from Debian's packages where
# it is missing. checks/interop/proxies.sh runs the configurations of proxies.
set -euo pipefail
cd "$(dirname "$0")/../.."
source checks/interop/checks.sh

# checked NAME COMMAND... runs a command whose status tells whether all is well.
checked() {
	local name=$1
	shift
	if "$@" >"$work/log" 2>&1; then
		say "ok $name"
	else
		cat "$work/log" >&2
		say "FAIL $name"
	fi
}

if command -v systemd-analyze >/dev/null; then
	checked "exposure of the systemd unit below 2" systemd-analyze security --offline=true --threshold=20 packaging/vitrine.service
else
	say "skip the systemd unit: there is no systemd-analyze here"
fi
if promtool=$(command -v promtool) || { debian_file prometheus usr/bin/promtool && promtool=$file; }; then
	checked "rules of Prometheus" "$promtool" check rules packaging/alerts.yaml
	checked "tests of the rules" env -C packaging "$promtool" test rules alerts_test.yaml
else
	say "skip the rules of Prometheus: there is no promtool here, nor among the system's packages"
fi
if [ -s "$tally" ] && grep -q '^ok\|^FAIL' "$tally"; then verdict; fi
