#!/usr/bin/env bash
# Runs nginx and Caddy with the configurations of packaging/, for the whole of a host and
# for a path of it, before a Vitrine with the settings that they name. What arrives has to be
# what was asked for: targets with encoded characters as they were sent, URIs of the base URL
# in the records, dumps whole, and http: led to https:.
#
# Needs openssl and curl. As root on Debian, nginx is installed where it is missing, and
# Caddy is fetched from Debian's packages without being installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/sbin
source checks/interop/checks.sh

# certificate makes one for the two hosts of packaging/.
certificate() {
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=data.museum.example \
		-addext subjectAltName=DNS:data.museum.example,DNS:www.museum.example \
		-keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
	chmod 644 "$work/key.pem"
}

# vitrine_at BASE serves two records of the base URL, one of them with encoded characters
# in its name, at what is in the variable address then.
vitrine_at() {
	local base=$1 db
	db=$(mktemp -u "$work/store.XXXXXX")
	printf '{"@context":"https://linked.art/ns/v1/linked-art.json","id":"%sperson/%s","type":"Person","_label":"Somebody"}\n' \
		"$base" 1 "$base" 'a%2Fb%3Fc%20d' >"$work/records.jsonl"
	"$work/vitrine" load --db "$db" --base-url "$base" --validate off "$work/records.jsonl" 2>"$work/load.log"
	serve --db "$db" --base-url "$base" --trusted-proxies 127.0.0.1
}

# ask TARGET... gets targets over the proxy, by the name of its host, into the file answer.
ask() {
	curl --silent --show-error --max-time 20 --cacert "$work/cert.pem" --connect-to "::127.0.0.1:$secure" \
		--header 'Accept: application/ld+json' --path-as-is --output "$work/answer" --write-out '%{http_code}' "$1" || true
}

# before NAME BASE waits until the proxy answers, and asks it what a reader asks.
before() {
	local name=$1 base=$2 path status
	for _ in $(seq 50); do
		if [ "$(ask "$base-/readyz" 2>/dev/null)" = 200 ]; then break; fi
		sleep 0.1
	done
	for path in person/1 'person/a%2Fb%3Fc%20d'; do
		status=$(ask "$base$path")
		if [ "$status" = 200 ] && grep -qF "\"id\":\"$base$path\"" <(tr -d ' \n' <"$work/answer"); then
			say "ok $name: $path"
		else
			say "FAIL $name: $path is answered with $status"
		fi
	done
	status=$(ask "$base-/dump.nq")
	if [ "$status" = 200 ] && [ "$(grep -c "<$base" "$work/answer")" -ge 4 ]; then
		say "ok $name: a dump"
	else
		say "FAIL $name: a dump is answered with $status and $(wc -l <"$work/answer") lines"
	fi
	status=$(ask "${base}person/none")
	if [ "$status" = 404 ] && grep -qF "$base" "$work/answer"; then
		say "ok $name: a problem with the URIs of the base URL"
	else
		say "FAIL $name: what is not there is answered with $status: $(head -c 300 "$work/answer")"
	fi
}

# leads_to_https NAME has the plain address of the host lead to the other.
leads_to_https() {
	local got
	got=$(curl --silent --max-time 20 --output /dev/null --write-out '%{http_code} %{redirect_url}' --connect-to "::127.0.0.1:$plain" http://data.museum.example/person/1)
	if [[ $got =~ ^30[18]\ https://data.museum.example(:[0-9]+)?/person/1$ ]]; then
		say "ok $1: http: leads to https:"
	else
		say "FAIL $1: http: is answered with $got"
	fi
}

# ports puts two free ports into the variables secure and plain.
ports() {
	read -r secure plain < <(node -e '
		const net = require("net"), servers = [net.createServer(), net.createServer()];
		let waiting = 2;
		for (const s of servers) s.listen(0, "127.0.0.1", () => {
			if (--waiting) return;
			console.log(servers.map((s) => s.address().port).join(" "));
			servers.forEach((s) => s.close());
		});')
}

# nginx_with NAME FILE starts nginx with a file of packaging/, included where it says.
nginx_with() {
	local folder=$work/$1
	mkdir "$folder"
	sed -e "s|/etc/letsencrypt/live/.*/fullchain.pem|$work/cert.pem|" -e "s|/etc/letsencrypt/live/.*/privkey.pem|$work/key.pem|" \
		-e "s|http://127.0.0.1:8080|$address|" -e "s|listen 443 |listen 127.0.0.1:$secure |" -e "s|listen 80;|listen 127.0.0.1:$plain;|" \
		-e '/listen \[::\]/d' "packaging/$2" >"$folder/included.conf"
	{
		echo "daemon off; pid $folder/pid; error_log $folder/error.log; events {}"
		[ "$(id -u)" != 0 ] || echo "user root;"
		echo "http { access_log off;"
		for kind in client_body fastcgi proxy scgi uwsgi; do echo "${kind}_temp_path $folder/$kind;"; done
		if grep -q '^server' "$folder/included.conf"; then
			echo "include $folder/included.conf; }"
		else
			echo "server { listen 127.0.0.1:$secure ssl; ssl_certificate $work/cert.pem; ssl_certificate_key $work/key.pem; include $folder/included.conf; } }"
		fi
	} >"$folder/nginx.conf"
	nginx -p "$folder" -e "$folder/error.log" -c "$folder/nginx.conf" &
	running+=($!)
}

# caddy_here puts Caddy's program into the variable caddy.
caddy_here() {
	caddy=$(command -v caddy) && return 0
	if ! debian_file caddy usr/bin/caddy; then
		say "skip Caddy: it is not here, and not among the system's packages"
		return 1
	fi
	caddy=$file
}

# caddy_with NAME FILE starts Caddy with a file of packaging/, and the certificate of this check.
caddy_with() {
	local folder=$work/$1
	mkdir "$folder"
	{
		echo "{"
		echo "	admin off"
		echo "	https_port $secure"
		echo "	http_port $plain"
		echo "	storage file_system $folder/storage"
		echo "}"
		sed -e "s|127.0.0.1:8080|${address#http://}|" -e "s|^\(.*\.museum\.example\) {|&\n\ttls $work/cert.pem $work/key.pem|" "packaging/$2"
	} >"$folder/Caddyfile"
	HOME=$folder "$caddy" run --config "$folder/Caddyfile" --adapter caddyfile >"$folder/log" 2>&1 &
	running+=($!)
}

for tool in openssl curl node; do
	command -v "$tool" >/dev/null || { say "skip proxies: there is no $tool here"; exit 0; }
done
certificate
build_vitrine
data=https://data.museum.example/ art=https://www.museum.example/art/
if program nginx nginx-light; then
	vitrine_at "$data"
	ports
	nginx_with nginx nginx.conf
	before "nginx" "$data"
	leads_to_https "nginx"
	vitrine_at "$art"
	ports
	nginx_with nginx-prefix nginx-prefix.conf
	before "nginx with a path" "$art"
fi
if caddy_here; then
	vitrine_at "$data"
	ports
	caddy_with caddy Caddyfile
	before "Caddy" "$data"
	leads_to_https "Caddy"
	vitrine_at "$art"
	ports
	caddy_with caddy-prefix Caddyfile-prefix
	before "Caddy with a path" "$art"
fi
verdict
