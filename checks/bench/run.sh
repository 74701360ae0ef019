#!/usr/bin/env bash
# Measures Vitrine and its yardsticks, and writes docs/benchmarks.md. Takes about 30
# minutes, in which the machine should do nothing else. The output of the benchmarks
# is in bench.out; to compare two such files:
# cd checks/bench && go tool benchstat OLD NEW
#
# pip fetches Oxigraph from PyPI and mvn fetches Apache Jena from Maven Central, into
# folders below this one that git ignores. If they or Java are not available, a line
# says so, and their rows are left out.
#
# VITRINE_BENCH=quick takes a minute or two and prints the page instead of writing it.
# Its figures mean nothing; it shows that everything works.
#
# The exit status is not 0 if a ratio misses its limit.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/bench.out
quick=${VITRINE_BENCH:-}

# about prints a line about the run, in the form of the benchmark format.
about() { echo "$1: $2"; }

header() {
	local changed=
	if [ -n "$(git status --porcelain -- '*.go' '*go.mod' '*go.sum' 2>/dev/null)" ]; then changed=', with changes'; fi
	about date "$(date -u +%Y-%m-%d)"
	about commit "$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)$changed"
	about go "$(go env GOVERSION)"
	about cores "$(getconf _NPROCESSORS_ONLN)"
	if [ -r /proc/meminfo ]; then about memory "$(awk '/^MemTotal/ {printf "%.0f GiB", $2 / 1048576}' /proc/meminfo)"; fi
	if [ -r /etc/os-release ]; then about os "$(. /etc/os-release && echo "$PRETTY_NAME"), $(uname -sr)"; else about os "$(uname -sr)"; fi
	about disk "$(df -PT "${TMPDIR:-/tmp}" 2>/dev/null | awk 'NR == 2 {print $2}') at the temporary folder"
	about mode "${quick:-full}"
	about fixtures "$(cat testdata/records/roundtrip/*.json | wc -c) bytes, SHA-256 $(cat testdata/records/roundtrip/*.json | sha256sum | cut -c1-16)"
	echo
}

# measure PACKAGE BENCHMARKS TIME COUNT runs benchmarks so many times and keeps
# their lines. Each time all run in turn, so that what slows the machine for a
# while slows both sides of a ratio.
measure() {
	local package=$1 benchmarks=$2 time=$3 count=$4
	if [ "$quick" = quick ]; then
		count=1
		case $time in
		1x) ;;
		*x) time=200x ;;
		*) time=30ms ;;
		esac
	fi
	echo "$package $benchmarks" >&2
	for _ in $(seq "$count"); do
		go test -run '^$' -bench "$benchmarks" -benchmem -benchtime "$time" -timeout 2h "$package" | tee -a "$out" >&2
	done
}

# beside PATTERN TIME COUNT measures programs beside others.
beside() { (cd checks/bench && measure ./peers "$@"); }

# get_oxigraph and get_jena fetch the programs to compare with and print where
# they are, or nothing.
get_oxigraph() {
	local venv=$PWD/checks/bench/.venv
	if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
		echo "skip Oxigraph: there is no python3 with venv here" >&2
		return
	fi
	[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
	if "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --requirement checks/bench/requirements.txt >&2; then
		echo "$venv/bin/oxigraph"
	else
		echo "skip Oxigraph: it cannot be installed" >&2
	fi
}

jena=5.2.0
get_jena() {
	local folder=$PWD/checks/bench/.jena
	local jar=$folder/jena-fuseki-server-$jena.jar
	if ! command -v java >/dev/null || ! java -version 2>&1 | grep -qE 'version "(1[7-9]|[2-9][0-9])'; then
		echo "skip Apache Jena: there is no Java 17 here" >&2
		return
	fi
	if [ ! -s "$jar" ] && ! { command -v mvn >/dev/null &&
		mvn --quiet --batch-mode dependency:copy -Dartifact=org.apache.jena:jena-fuseki-server:$jena -DoutputDirectory="$folder" >&2; }; then
		echo "skip Apache Jena: Maven cannot fetch it" >&2
		return
	fi
	echo "$jar"
}

# Both ends of some thousand connections are files of one process.
ulimit -n "$(ulimit -Hn)" || true

# start_postgres starts a server of PostgreSQL in a folder and prints the address of its
# database, or nothing. Its cluster is taken away at the end.
start_postgres() {
	if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1 && ! command -v initdb >/dev/null; then
		echo "skip PostgreSQL: it is not installed; make postgres installs it on Debian" >&2
		return
	fi
	bash checks/postgres/cluster.sh start >&2 && bash checks/postgres/cluster.sh address
}

header >"$out"
VITRINE_BENCH_OXIGRAPH=$(get_oxigraph)
VITRINE_BENCH_JENA=$(get_jena)
VITRINE_BENCH_WORK=$(mktemp -d)
export PGROOT=$VITRINE_BENCH_WORK.postgres PGPORT=25434
trap 'bash checks/postgres/cluster.sh stop 2>/dev/null || true; rm -rf "$VITRINE_BENCH_WORK" "$PGROOT"' EXIT
export VITRINE_BENCH_OXIGRAPH VITRINE_BENCH_JENA VITRINE_BENCH_WORK

# A quick run makes do with the benchmarks' own sizes.
export VITRINE_BENCH_RECORDS=250000
if [ "$quick" = quick ]; then unset VITRINE_BENCH_RECORDS; fi
beside '^BenchmarkPuts$' 2s 2
beside '^BenchmarkLoad$/^records$' 1x 3
beside '^BenchmarkLoad$/^nquads$' 1x 1
beside '^Benchmark(Import|Preview)$' 1x 1
VITRINE_TEST_POSTGRES=$(start_postgres)
export VITRINE_TEST_POSTGRES
beside '^BenchmarkDatabase$' 1x 1
measure ./rdfstore/pgstore '^Benchmark(Get|Apply|Versions)$' 1s 5
bash checks/postgres/cluster.sh stop || true
unset VITRINE_TEST_POSTGRES
beside '^BenchmarkServe$' 8000x 2
beside '^BenchmarkServeRate$' 100000x 2
beside '^BenchmarkQuery$' 41x 1
rm -rf "${VITRINE_BENCH_WORK:?}"/*

# json-gold takes its time, so it goes over the fixtures once for each count.
passes=$(find testdata/records/roundtrip -name '*.json' ! -name 'jsonld-*' | wc -l)x
if [ "$quick" = quick ]; then passes=1x; fi
measure ./serialize/jsonld '^Benchmark(Read|Write)$/^(vitrine|vitrine-framing|encoding-json)$' 1s 4
measure ./serialize/jsonld '^Benchmark(Read|Write)$/^json-gold$' "$passes" 1
measure ./serialize/jsonld '^BenchmarkSize$/^(read|write)$/^(1|10240)KiB$' 1s 2
# 300,000 records are 6 M quads.
if [ "$quick" != quick ]; then export VITRINE_BENCH_RECORDS=300000 VITRINE_BENCH_LARGE=300000 VITRINE_BENCH_UPDATES=1000000; fi
measure ./rdfstore/boltstore '^Benchmark(Flush|Compact|BulkLoad|Records|RawPuts|Get|P99|Open|Referrers|Updates)' 500ms 1
measure ./rdfstore/boltstore '^BenchmarkPast$' 2s 5
unset VITRINE_BENCH_RECORDS
measure ./server '^Benchmark(Warm|WarmLinks)$' 300000x 1
measure ./server '^BenchmarkLatency$' 2s 3
measure ./server '^Benchmark(Cold|Handler)$' 500ms 3
# Reads beside a load of 40,000 records, and beside a query for each processor that reads all.
sizes='-served 20000 -records 40000'
if [ "$quick" = quick ]; then sizes='-served 200 -records 400 -alone 1s'; fi
for what in '' "-ask -queries $(getconf _NPROCESSORS_ONLN)"; do
	# shellcheck disable=SC2086 # flags
	(cd checks/bench && go run ./beside $sizes $what) | tee -a "$out" >&2
done
measure ./server '^BenchmarkIdle$' 1x 1
measure ./server '^Benchmark(Search|BesideSearch)$' 1s 2
measure ./server/data/search '^Benchmark(Build|ReadAll|Find|WriteAndFind)$' 500ms 2
# One index for all of it: store and index take a minute and a half, the rest half a minute.
if [ "$quick" != quick ]; then export VITRINE_BENCH_RECORDS=300000; fi
measure ./server/data/search '^BenchmarkLarge$' 500ms 1
unset VITRINE_BENCH_RECORDS
measure ./linkedart/links . 500ms 1
measure ./server '^Benchmark(Feed|Dump)$' 500ms 2
measure ./server '^Benchmark(Links|Lists)$' 500ms 2
measure ./server '^Benchmark(Page|Manifest)$' 500ms 3
for package in ./serialize/nquads ./server/web/contentneg ./linkedart ./checks/generate ./context; do
	measure "$package" . 500ms 1
done

page() { (cd checks/bench && go run . "$out"); }
if [ "$quick" = quick ]; then
	page || echo "a quick run keeps no limits" >&2
	exit
fi
status=0
page >page.out || status=$?
# A page that was not finished does not take the place of the last one.
if [ -s page.out ]; then mv page.out docs/benchmarks.md; fi
exit "$status"
