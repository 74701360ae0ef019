#!/usr/bin/env bash
# Runs the tests of rdfstore/pgstore and of the HTTP server over a PostgreSQL server of its
# own, kills that ROUNDS times under writers, and compares what a file and a database hold
# after the same load. At the end a standby takes the place of the server.
# As root on Debian it installs PostgreSQL where that is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
GO=${GO:-go}
if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1 && [ -z "${PGBIN:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	echo "installing postgresql"
	# Debian's package would start a cluster of its own.
	mkdir -p /etc/postgresql-common
	grep -qs '^create_main_cluster' /etc/postgresql-common/createcluster.conf || echo "create_main_cluster = false" >>/etc/postgresql-common/createcluster.conf
	apt-get update -q >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql >/dev/null
fi

work=$(mktemp -d)
chmod 755 "$work"
export PGROOT=$work/cluster
cluster=checks/postgres/cluster.sh
trap 'bash $cluster stop-standby 2>/dev/null || true; bash $cluster stop 2>/dev/null || true; rm -rf "$work"' EXIT
bash $cluster start
address=$(bash $cluster address)

echo "-- the suite of stores, and what only this one promises"
VITRINE_TEST_POSTGRES=$address VITRINE_TEST_POSTGRES_CRASH="bash $PWD/$cluster crash" VITRINE_TEST_CRASH_ROUNDS=${ROUNDS:-5} \
	"$GO" test -p 1 -count=1 -timeout 30m ./rdfstore/pgstore/... ./rdfstore/transfer ./rdfstore/visibility

echo "-- the tests of the HTTP server, over a database"
VITRINE_TEST_POSTGRES=$address "$GO" test -count=1 -timeout 30m ./server

echo "-- the same records in a file and in a database"
"$GO" build -o "$work/vitrine" ./cmd/vitrine
v=$work/vitrine
"$v" load --db "$work/museum.db" --base-url https://data.museum.example/ data/
"$v" db init --db "$address"
"$v" load --db "$address" --base-url https://data.museum.example/ data/
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

echo "-- reads from a standby, and a failover"
VITRINE=$v bash checks/postgres/standby.sh
echo "all passed"
