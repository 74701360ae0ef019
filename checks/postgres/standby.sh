#!/usr/bin/env bash
# Reads from a real standby: a server of Vitrine over a primary and its hot standby, which is
# kept from replaying; the primary is killed, and the standby promoted.
#
#	PGROOT=FOLDER VITRINE=PROGRAM standby.sh     # with the cluster of cluster.sh running
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server=
end() {
	[ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
	bash "$here/cluster.sh" stop-standby 2>/dev/null || true
	rm -rf "$work"
}
trap end EXIT
cluster() { bash "$here/cluster.sh" "$@"; }
fail() { echo "$*" >&2; cat "$work/log" >&2; exit 1; }
# eventually runs a command again and again until it succeeds, for a minute at most.
eventually() {
	for _ in $(seq 600); do if "$@" >/dev/null 2>&1; then return; fi; sleep 0.1; done
	fail "never succeeded: $*"
}
address=$(cluster address) port=${PGPORT:-25433}
store=${address/museum/standby}
standby=${store/127.0.0.1/127.0.0.2}
cluster sql postgres -c "CREATE DATABASE standby OWNER vitrine"
cluster standby
base=https://data.museum.example/
"$VITRINE" db init --db "$store" --base-url $base
"$VITRINE" token create --tokens "$work/tokens" --db "$store" --name check --scope write >"$work/token" 2>/dev/null
token=$(grep -o 'vitrine_[A-Za-z0-9_-]*\|[A-Za-z0-9_-]\{30,\}' "$work/token" | head -1)
both=${store/127.0.0.1:$port/127.0.0.1:$port,127.0.0.2:$port}
(cd "$work" && exec "$VITRINE" serve --db "$both" --db-read "$standby" --tokens "$work/tokens" --listen 127.0.0.1:0 >"$work/out" 2>"$work/log") &
server=$!
eventually grep -q 'http://127' "$work/out" "$work/log"
at=$(grep -ho 'http://127[0-9.:]*' "$work/out" "$work/log" | head -1)

# put NUMBER LABEL stores a record; label NUMBER prints what it is called.
put() {
	printf '{"@context":"https://linked.art/ns/v1/linked-art.json","id":"%sperson/%s","type":"Person","_label":"%s"}' $base "$1" "$2" |
		curl -fsS -o /dev/null -X PUT -H "Authorization: Bearer $token" -H 'Content-Type: application/ld+json' --data-binary @- "$at/person/$1"
}
label() { curl -fsS -H 'Accept: application/ld+json' "$at/person/$1" | grep -o '"_label": *"[^"]*"' | head -1 | cut -d'"' -f4; }
has() { [ "$(label "$1")" = "$2" ]; }

put 1 One
has 1 One || fail "a record is not served"
eventually test "$(cluster sql-standby standby -c 'SELECT seq FROM vitrine.head')" = 1

cluster sql-standby postgres -c 'SELECT pg_wal_replay_pause()' >/dev/null
put 1 Two
put 2 Two
put 4 Four
has 1 Two && has 2 Two || fail "a client does not read its own writes while the standby is behind"
[ "$(cluster sql-standby standby -c 'SELECT seq FROM vitrine.head')" = 1 ] || fail "the standby has replayed"
cluster sql-standby postgres -c 'SELECT pg_wal_replay_resume()' >/dev/null
eventually test "$(cluster sql-standby standby -c 'SELECT seq FROM vitrine.head')" = 4
"$VITRINE" dump --db "$standby?target_session_attrs=any" --format nquads >"$work/standby.nq"
"$VITRINE" dump --db "$store" --format nquads | cmp - "$work/standby.nq"

cluster kill
eventually has 1 Two
has 4 Four || fail "what was never asked for is not read from the standby"
curl -fsS "$at/-/readyz" >/dev/null || fail "the server is not ready while reads go on"
code=$(curl -s -o /dev/null -w '%{http_code}' -X DELETE -H "Authorization: Bearer $token" "$at/person/1")
[ "$code" = 503 ] || fail "a change without a primary is answered $code"

cluster promote
eventually put 3 Three
has 3 Three && has 1 Two || fail "the promoted standby does not serve what was stored"
echo "a standby that was behind, and a failover: nothing lost, reads went on"
