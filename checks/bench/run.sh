#!/usr/bin/env bash
# Measures Vitrine beside its yardsticks and writes docs/benchmarks.md. Takes the
# machine for about half an hour. The lines of the benchmarks stay in bench.out;
# compare two such files with: go tool benchstat OLD NEW
#
# VITRINE_BENCH=quick measures next to nothing, in a minute or two, and prints
# the page instead of writing it: it shows that all of it works.
#
# Ends with a status other than 0 when a ratio misses its limit.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=bench.out
quick=${VITRINE_BENCH:-}

# about prints a line about the run, in the form of the benchmark format.
about() { echo "$1: $2"; }

header() {
	local changed=
	if [ -n "$(git status --porcelain -- '*.go' go.mod go.sum 2>/dev/null)" ]; then changed=', with changes'; fi
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
		*x) time=1x ;;
		*) time=30ms ;;
		esac
	fi
	echo "$package $benchmarks" >&2
	for _ in $(seq "$count"); do
		go test -run '^$' -bench "$benchmarks" -benchmem -benchtime "$time" -timeout 2h "$package" | tee -a "$out" >&2
	done
}

# Both ends of some thousand connections are files of one process.
ulimit -n "$(ulimit -Hn)" || true

header >"$out"
# json-gold takes its time, so it goes over the fixtures once for each count.
passes=$(find testdata/records/roundtrip -name '*.json' ! -name 'exotic-*' | wc -l)x
measure ./serialize/jsonld '^Benchmark(Read|Write)$/^(vitrine|vitrine-framing|encoding-json)$' 2s 6
measure ./serialize/jsonld '^Benchmark(Read|Write)$/^json-gold$' "$passes" 2
measure ./serialize/jsonld '^BenchmarkSize$' 1s 3
# 300,000 records are 6 M quads. A quick run makes do with the benchmarks' own size.
if [ "$quick" != quick ]; then export VITRINE_BENCH_RECORDS=300000 VITRINE_BENCH_LARGE=300000; fi
measure ./rdfstore/boltstore . 1s 1
# One sample of these says little.
measure ./rdfstore/boltstore '^Benchmark(Get|Open)$' 1s 2
# So many puts that their changes are merged into the index, too.
measure ./rdfstore/boltstore '^BenchmarkPut$' 50000x 2
measure ./server '^Benchmark(Warm|WarmLinks|Latency)$' 2s 6
measure ./server '^Benchmark(Cold|Handler)$' 1s 3
measure ./server '^BenchmarkIdle$' 1x 3
measure ./server '^Benchmark(Search|BesideSearch)$' 2s 3
measure ./server/search . 1s 3
measure ./linkedart/links . 1s 3
measure ./server '^Benchmark(Feed|Dump)$' 1s 3
measure ./server '^Benchmark(Links|Lists)$' 1s 3
measure ./serialize/nquads . 1s 1
measure ./server/negotiate . 1s 1
measure ./linkedart . 1s 1
measure ./linkedart/generate . 1s 1
measure ./context . 1s 1

if [ "$quick" = quick ]; then
	go run ./checks/bench "$out" || echo "a quick run keeps no limits" >&2
	exit
fi
status=0
go run ./checks/bench "$out" >page.out || status=$?
# A page that was not finished does not take the place of the last one.
if [ -s page.out ]; then mv page.out docs/benchmarks.md; fi
exit "$status"
