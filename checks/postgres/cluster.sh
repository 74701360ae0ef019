#!/usr/bin/env bash
# Starts, kills and stops a PostgreSQL server on a loopback address, in a folder of its own.
#
#	cluster.sh start     # makes the cluster where there is none, and starts it
#	cluster.sh crash     # SIGKILL to all of its processes at once, then starts it again
#	cluster.sh stop
#	cluster.sh address   # of the database museum, as the role vitrine, who is no superuser
#	cluster.sh sql DATABASE ARGUMENT...            # psql, as the superuser
#
# and a hot standby of it on 127.0.0.2, on the same port:
#
#	cluster.sh standby       # makes and starts it
#	cluster.sh sql-standby DATABASE ARGUMENT...
#	cluster.sh kill          # SIGKILL to the primary, which stays away
#	cluster.sh promote       # makes it the primary
#	cluster.sh stop-standby
#
# and PgBouncer before it, which pools by transactions, on $POOLERPORT (26432):
#
#	cluster.sh pooler          # starts it
#	cluster.sh pooled          # the address of the database museum through it
#	cluster.sh stop-pooler
#
# The state is in $PGROOT, and the write-ahead log of the first server in $PGWAL if that is set.
# Where root calls it, the server runs as the user postgres.
set -euo pipefail
root=${PGROOT:?name the folder of the cluster} port=${PGPORT:-25433} pooler_port=${POOLERPORT:-26432}
pgbouncer=$(command -v pgbouncer || echo /usr/sbin/pgbouncer)
bin=${PGBIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)}
bin=${bin:-$(dirname "$(command -v initdb || echo /missing/initdb)")}
if [ ! -x "$bin/initdb" ]; then
	echo "PostgreSQL is missing: apt-get install postgresql, or name the folder of initdb in PGBIN" >&2
	exit 1
fi
as() { if [ "$(id -u)" = 0 ]; then (cd / && setpriv --reuid=postgres --regid=postgres --init-groups env LC_ALL=C "$@"); else "$@"; fi; }
ctl() { as "$bin/pg_ctl" -s -w -t 60 -D "$root/data" -l "$root/data/server.log" "$@"; }
sql() { as "$bin/psql" -qAtX -h 127.0.0.1 -p "$port" -U admin "$@"; }

# create makes the cluster, the role and the database.
create() {
	mkdir -p "$root"
	if [ "$(id -u)" = 0 ]; then chown postgres: "$root"; fi
	local wal=()
	if [ -n "${PGWAL:-}" ]; then wal=(--waldir="$PGWAL" --wal-segsize=1); fi
	as "$bin/initdb" -D "$root/data" "${wal[@]}" -U admin -A trust --data-checksums --no-locale -E UTF8 --no-sync >/dev/null
	printf '%s\n' "listen_addresses = '127.0.0.1'" "port = $port" "unix_socket_directories = ''" | as tee -a "$root/data/postgresql.conf" >/dev/null
	ctl start
	sql postgres -c "CREATE ROLE vitrine LOGIN" -c "CREATE DATABASE museum OWNER vitrine"
}

# standby makes a standby by streaming replication.
standby() {
	as "$bin/pg_basebackup" -h 127.0.0.1 -p "$port" -U admin -D "$root/standby" -R -c fast --no-sync
	printf '%s\n' "listen_addresses = '127.0.0.2'" "hot_standby_feedback = on" | as tee -a "$root/standby/postgresql.conf" >/dev/null
	ctl_standby start
}
ctl_standby() { as "$bin/pg_ctl" -s -w -t 60 -D "$root/standby" -l "$root/standby/server.log" "$@"; }

# crash kills the server with all that it has started, and starts it again.
crash() {
	murder
	ctl start
}

murder() {
	local server children
	server=$(as head -1 "$root/data/postmaster.pid")
	children=$(pgrep -P "$server" || true)
	# shellcheck disable=SC2086
	kill -9 "$server" $children 2>/dev/null || true
	while kill -0 "$server" 2>/dev/null; do sleep 0.05; done
}

# pooler starts PgBouncer with fewer sessions of the server than one Vitrine has connections.
# One setting is not that which PgBouncer has by itself: how soon it tries a server again that
# was away.
pooler() {
	as tee "$root/pgbouncer.ini" >/dev/null <<-EOF
		[databases]
		* = host=127.0.0.1 port=$port
		[pgbouncer]
		listen_addr = 127.0.0.1
		listen_port = $pooler_port
		unix_socket_dir =
		auth_type = trust
		auth_file = $root/pgbouncer.users
		pool_mode = transaction
		default_pool_size = 10
		server_login_retry = 1
		max_client_conn = 200
		logfile = $root/pgbouncer.log
		pidfile = $root/pgbouncer.pid
	EOF
	echo '"vitrine" ""' | as tee "$root/pgbouncer.users" >/dev/null
	as "$pgbouncer" -q -d "$root/pgbouncer.ini"
	until as "$bin/pg_isready" -q -h 127.0.0.1 -p "$pooler_port" -d museum -U vitrine; do sleep 0.05; done
}

case ${1:-} in
start) if [ -d "$root/data" ]; then ctl start; else create; fi ;;
crash) crash ;;
stop) ctl stop -m fast ;;
sql) sql "${@:2}" ;;
standby) standby ;;
sql-standby) as "$bin/psql" -qAtX -h 127.0.0.2 -p "$port" -U admin "${@:2}" ;;
kill) murder ;;
promote) ctl_standby promote ;;
pooler) pooler ;;
pooled) echo "postgres://vitrine@127.0.0.1:$pooler_port/museum" ;;
stop-pooler) kill "$(cat "$root/pgbouncer.pid")" ;;
stop-standby) ctl_standby stop -m fast ;;
address) echo "postgres://vitrine@127.0.0.1:$port/museum" ;;
*) sed -n '2,25s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
