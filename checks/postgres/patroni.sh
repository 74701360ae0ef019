#!/usr/bin/env bash
# Starts, kills and stops three PostgreSQL servers on 127.0.0.1, .2 and .3 that Patroni keeps:
# a primary, a standby that confirms each commit, and another one; failover goes by itself.
#
#	patroni.sh start           # etcd and the three; waits until there is a primary and a synchronous standby
#	patroni.sh leader          # the number of the primary: 1, 2 or 3
#	patroni.sh kill NODE       # SIGKILL to Patroni and PostgreSQL of one
#	patroni.sh sql DATABASE ARGUMENT...   # psql on the primary, as the superuser
#	patroni.sh stop
#
# The state is in $PGROOT. The servers are on $PGPORT, Patroni's interfaces one port above, and
# etcd two and three above. Where root calls it, all run as the user postgres.
set -euo pipefail
root=${PGROOT:?name the folder of the cluster} port=${PGPORT:-25434}
rest=$((port + 1)) client=$((port + 2)) peer=$((port + 3))
bin=${PGBIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)}
# run takes the place of the shell, so that $! is the program's own number.
run() { if [ "$(id -u)" = 0 ]; then cd / && exec setsid setpriv --reuid=postgres --regid=postgres --init-groups env LC_ALL=C "$@"; else exec setsid "$@"; fi; }

configure() { # NODE
	cat >"$root/$1.yml" <<-END
		scope: vitrine
		name: node$1
		etcd3: {host: "127.0.0.1:$client"}
		restapi: {listen: "127.0.0.$1:$rest", connect_address: "127.0.0.$1:$rest"}
		bootstrap:
		  dcs:
		    ttl: 20
		    loop_wait: 3
		    retry_timeout: 5
		    synchronous_mode: true
		    postgresql: {use_pg_rewind: true, parameters: {max_connections: 60, shared_buffers: 64MB, hot_standby_feedback: "on"}}
		  initdb: [{encoding: UTF8}, no-locale, data-checksums, no-sync]
		postgresql:
		  listen: "127.0.0.$1:$port"
		  connect_address: "127.0.0.$1:$port"
		  bin_dir: $bin
		  data_dir: $root/$1
		  pgpass: $root/$1.pgpass
		  authentication: {superuser: {username: admin}, replication: {username: admin}, rewind: {username: admin}}
		  parameters: {unix_socket_directories: ""}
		  pg_hba: ["host all all 127.0.0.0/8 trust", "host replication all 127.0.0.0/8 trust"]
	END
}

node() { # NODE
	configure "$1"
	(run patroni "$root/$1.yml") >>"$root/$1.log" 2>&1 </dev/null &
	echo $! >"$root/$1.pid"
}

is() { [ "$(curl -s -o /dev/null -m 2 -w '%{http_code}' "http://127.0.0.$1:$rest/$2")" = 200 ]; }
leader() { for n in 1 2 3; do if is $n primary; then echo $n; return; fi; done; return 1; }
synchronous() { for n in 1 2 3; do if is $n synchronous; then return; fi; done; return 1; }
# sql NODE DATABASE ARGUMENT...
sql() { "$bin/psql" -qAtX -h "127.0.0.$1" -p "$port" -U admin "${@:2}"; }
# eventually waits for a command to succeed, for a minute and a half at most.
eventually() {
	for _ in $(seq 450); do if "$@" >/dev/null 2>&1; then return; fi; sleep 0.2; done
	echo "never: $*" >&2
	tail -n 5 "$root"/*.log >&2
	exit 1
}

start() {
	mkdir -p "$root"
	[ "$(id -u)" != 0 ] || chown postgres: "$root"
	(run etcd --data-dir "$root/etcd" --unsafe-no-fsync --listen-client-urls "http://127.0.0.1:$client" --advertise-client-urls "http://127.0.0.1:$client" \
		--listen-peer-urls "http://127.0.0.1:$peer" --initial-cluster "default=http://127.0.0.1:$peer" --initial-advertise-peer-urls "http://127.0.0.1:$peer") >"$root/etcd.log" 2>&1 </dev/null &
	echo $! >"$root/etcd.pid"
	eventually curl -sf -m 1 "http://127.0.0.1:$client/health"
	for n in 1 2 3; do node $n; done
	eventually leader
	eventually synchronous
	local first
	first=$(leader)
	sql "$first" postgres -c "CREATE ROLE vitrine LOGIN" -c "CREATE DATABASE museum OWNER vitrine"
	# A client that meets a standby without the database tries no other server.
	for n in 1 2 3; do eventually sql $n museum -c "SELECT 1"; done
}

# dead sends SIGKILL to the Patroni of a node and to its server with all that this has started.
dead() { # NODE
	local server children
	server=$(head -1 "$root/$1/postmaster.pid")
	children=$(pgrep -P "$server" || true)
	# shellcheck disable=SC2086
	kill -9 "$(cat "$root/$1.pid")" "$server" $children 2>/dev/null || true
}

stop() {
	for n in 1 2 3; do kill "$(cat "$root/$n.pid")" 2>/dev/null || true; done
	for n in 1 2 3; do while kill -0 "$(cat "$root/$n.pid")" 2>/dev/null; do sleep 0.1; done; done
	kill "$(cat "$root/etcd.pid")"
	while kill -0 "$(cat "$root/etcd.pid")" 2>/dev/null; do sleep 0.1; done
}

case ${1:-} in
start) start ;;
leader) leader ;;
kill) dead "$2" ;;
sql) sql "$(leader)" "${@:2}" ;;
stop) stop ;;
*) sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
