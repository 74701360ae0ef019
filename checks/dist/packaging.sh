#!/bin/bash
# Checks the files of packaging/ with the programs they are for, where those are installed:
# the exposure of the systemd unit, the rules of Prometheus and the configurations of nginx.
set -euo pipefail
cd "$(dirname "$0")/../.."

if command -v systemd-analyze > /dev/null; then
	systemd-analyze security --offline=true --threshold=20 packaging/vitrine.service | tail -1
else
	echo "systemd-analyze is not installed: the unit is not checked" >&2
fi

if command -v promtool > /dev/null; then
	promtool check rules packaging/alerts.yaml
	(cd packaging && promtool test rules alerts_test.yaml)
else
	echo "promtool is not installed: the rules of Prometheus are not checked" >&2
fi

if ! command -v nginx > /dev/null; then
	echo "nginx is not installed: its configurations are not checked" >&2
	exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=data.museum.example \
	-keyout "$folder/key.pem" -out "$folder/cert.pem" 2> /dev/null
for name in nginx nginx-prefix; do
	sed -e "s|/etc/letsencrypt/live/.*/fullchain.pem|$folder/cert.pem|" -e "s|/etc/letsencrypt/live/.*/privkey.pem|$folder/key.pem|" \
		"packaging/$name.conf" > "$folder/$name.conf"
	include="include $folder/$name.conf;"
	[ "$name" = nginx-prefix ] && include="server { listen 8443; $include }"
	echo "pid $folder/pid; error_log stderr; events {} http { access_log off; $include }" > "$folder/main.conf"
	nginx -t -c "$folder/main.conf" -p "$folder"
done
