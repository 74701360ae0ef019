#!/usr/bin/env bash
# Runs the tests of rdfstore/pgstore and of the HTTP server, and foreign tools (make interop),
# over a PostgreSQL server of its own, kills that ROUNDS times under writers, and compares what a file and a database hold
# after the same load. At the end a standby takes the place of the server.
# QUICK=1 runs the suite of stores alone. As root on Debian it installs PostgreSQL, PgBouncer, Patroni and etcd where they are missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
GO=${GO:-go}

# want PACKAGE... installs Debian's packages as root, and starts nothing of theirs.
want() {
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then return 1; fi
	echo "installing $*"
	local policy=/usr/sbin/policy-rc.d made=
	if [ ! -e $policy ]; then
		printf '#!/bin/sh\nexit 101\n' >$policy && chmod 755 $policy && made=yes
	fi
	{ apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"; } >/dev/null 2>&1 || true
	if [ -n "$made" ]; then rm $policy; fi
}
if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1 && [ -z "${PGBIN:-}" ]; then
	# Debian's package would make a cluster of its own.
	mkdir -p /etc/postgresql-common 2>/dev/null &&
		{ grep -qs '^create_main_cluster' /etc/postgresql-common/createcluster.conf || echo "create_main_cluster = false" >>/etc/postgresql-common/createcluster.conf; } || true
	want postgresql || true
fi
has_pooler() { command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ]; }
has_pooler || want pgbouncer || true

work=$(mktemp -d)
chmod 755 "$work"
export PGROOT=$work/cluster
cluster=checks/postgres/cluster.sh
trap 'bash $cluster stop-pooler 2>/dev/null || true; bash $cluster stop-standby 2>/dev/null || true; bash $cluster stop 2>/dev/null || true; rm -rf "$work"' EXIT
bash $cluster start
address=$(bash $cluster address) pooled=
if has_pooler; then
	bash $cluster pooler
	pooled=$(bash $cluster pooled)
else
	echo "-- left out: what goes through PgBouncer, which is not installed"
fi

echo "-- the suite of stores, and what only this one promises"
VITRINE_TEST_POSTGRES=$address VITRINE_TEST_PGBOUNCER=$pooled VITRINE_TEST_POSTGRES_CRASH="bash $PWD/$cluster crash" VITRINE_TEST_CRASH_ROUNDS=${ROUNDS:-20} \
	"$GO" test -p 1 -count=1 -timeout 30m ./rdfstore/pgstore/... ./rdfstore/storecopy ./rdfstore/private ./cmd/vitrine/internal/storeopen

if [ -n "${QUICK:-}" ]; then
	echo "all passed"
	exit
fi

echo "-- the tests of the HTTP server, over a database"
VITRINE_TEST_POSTGRES=$address "$GO" test -count=1 -timeout 30m ./server

if node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null; then
	echo "-- foreign tools read what is served from a database"
	INTEROP_POSTGRES=$address bash checks/interop/run.sh
else
	echo "-- left out: foreign tools over a database, which need Node 20 and npm (https://nodejs.org/)"
fi

echo "-- the same records in a file and in a database"
"$GO" build -o "$work/vitrine" ./cmd/vitrine
v=$work/vitrine
"$v" load --db "$work/museum.db" --base-url https://data.museum.example/ data/
"$v" db init --db "$address" --base-url https://data.museum.example/
"$v" load --db "$address" data/
"$v" dump --db "$work/museum.db" --format jsonl >"$work/file.jsonl"
"$v" dump --db "$address" --format jsonl >"$work/database.jsonl"
cmp "$work/file.jsonl" "$work/database.jsonl"
question='SELECT ?class (COUNT(*) AS ?n) { ?s a ?class } GROUP BY ?class ORDER BY ?class'
"$v" query --db "$work/museum.db" --format csv "$question" >"$work/file.csv"
"$v" query --db "$address" --format csv "$question" >"$work/database.csv"
cmp "$work/file.csv" "$work/database.csv"

echo "-- a file copied to a database and back"
"$v" copy --from "$work/museum.db" --to "$address?schema=copied"
"$v" copy --from "$address?schema=copied" --to "$work/back.db"
"$v" dump --db "$work/back.db" --format nquads >"$work/back.nq"
"$v" dump --db "$work/museum.db" --format nquads | cmp - "$work/back.nq"
if "$v" copy --from "$work/museum.db" --to "$address?schema=copied" 2>/dev/null; then
	echo "a store that holds something was filled" >&2
	exit 1
fi

if [ -n "$pooled" ]; then
	echo "-- the same through PgBouncer"
	"$v" copy --from "$work/museum.db" --to "$pooled?schema=pooled"
	"$v" load --db "$pooled?schema=pooled" data/
	"$v" copy --from "$pooled?schema=pooled" --to "$work/pooled.db"
	"$v" dump --db "$work/pooled.db" --format nquads | cmp - "$work/back.nq"
	"$v" dump --db "$pooled?schema=pooled" --format nquads | cmp - "$work/back.nq"
	"$v" query --db "$pooled?schema=pooled" --format csv "$question" | cmp - "$work/file.csv"
fi

has_patroni() { command -v patroni >/dev/null && command -v etcd >/dev/null && command -v curl >/dev/null; }
has_patroni || want patroni etcd-server curl || true
patroni=
if has_patroni; then patroni=yes; fi
echo "-- a server over databases that are killed, are full, and fail over"
VITRINE_TEST_PATRONI=$patroni VITRINE_TEST_PROGRAM=$v VITRINE_TEST_CLUSTERS=$PWD/checks/postgres VITRINE_TEST_CRASH_ROUNDS=${ROUNDS:-20} \
	"$GO" test -count=1 -timeout 30m -v ./checks/postgres/outages

echo "-- reads from a standby, and a failover"
VITRINE=$v bash checks/postgres/standby.sh
echo "all passed"
