# Has Oxigraph and Apache Jena hold what Vitrine has: by the recipes of docs/mirror.md, and by
# vitrine mirror-to, which is killed on the way. It is sourced by run.sh, after python_here.

jena=5.2.0

# get_fuseki puts the file of Apache Jena Fuseki into the variable fuseki.
get_fuseki() {
	local folder=$PWD/checks/interop/.jena
	fuseki=$folder/jena-fuseki-server-$jena.jar
	if ! command -v java >/dev/null || ! java -version 2>&1 | grep -qE 'version "(1[7-9]|[2-9][0-9])'; then
		say "skip Apache Jena: there is no Java 17 here"
		return 1
	fi
	if [ ! -s "$fuseki" ] && ! { command -v mvn >/dev/null &&
		mvn -q -B dependency:copy -Dartifact=org.apache.jena:jena-fuseki-server:$jena -DoutputDirectory="$folder" >"$work/jena.log" 2>&1; }; then
		say "skip Apache Jena: Maven cannot fetch it"
		return 1
	fi
}

# free_port prints a port that nothing listens at.
free_port() {
	node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# answers ADDRESS PID waits until a program answers there.
answers() {
	for _ in $(seq 300); do
		if node -e 'fetch(process.argv[1]).then(() => process.exit(0), () => process.exit(1))' "$1"; then return 0; fi
		if ! kill -0 "$2" 2>/dev/null; then return 1; fi
		sleep 0.2
	done
	return 1
}

# start_oxigraph and start_fuseki start a server, with the address of its protocol in the
# variable endpoint.
start_oxigraph() {
	local port
	port=$(free_port)
	"$oxigraph" serve --location "$work/oxigraph" --bind "127.0.0.1:$port" >"$work/oxigraph.log" 2>&1 &
	running+=($!)
	endpoint=http://127.0.0.1:$port/store
	answers "$endpoint" $!
}

start_fuseki() {
	local port
	port=$(free_port)
	mkdir "$work/fuseki"
	java -jar "$fuseki" --localhost --port "$port" --update --tdb2 --loc "$work/fuseki" /museum >"$work/fuseki.log" 2>&1 &
	running+=($!)
	endpoint=http://127.0.0.1:$port/museum/data
	answers "$endpoint" $!
}

# same NAME EXPECTED FOUND compares two files of N-Quads.
same() { checks "$1" checks/interop/.venv/bin/python checks/interop/samegraphs.py "$@"; }

# recipes NQUADS follows the recipes of docs/mirror.md for a dump.
recipes() {
	"$oxigraph" load --location "$work/recipe-oxigraph" --format nq <"$1" 2>"$work/recipe.log" || tail -n 3 "$work/recipe.log"
	"$oxigraph" dump --location "$work/recipe-oxigraph" --format nq >"$work/recipe-oxigraph.nq" 2>>"$work/recipe.log" || true
	same "a dump in oxigraph load" "$1" "$work/recipe-oxigraph.nq"
	if get_fuseki; then
		java -cp "$fuseki" tdb2.tdbloader --loc "$work/recipe-tdb2" --syntax=nq - <"$1" >"$work/recipe.log" 2>&1 || tail -n 3 "$work/recipe.log"
		java -cp "$fuseki" tdb2.tdbdump --loc "$work/recipe-tdb2" >"$work/recipe-tdb2.nq" 2>>"$work/recipe.log" || true
		same "a dump in tdb2.tdbloader" "$1" "$work/recipe-tdb2.nq"
	fi
	say "skip QLever: what PyPI has of it runs a container image"
}

# mirrored NAME ENDPOINT follows a server while records are loaded and deleted, is killed
# each time, and compares at the end.
mirrored() {
	local name=$1 endpoint=$2 db=$work/mirror-$1.db token round pid
	"$work/vitrine" load --db "$db" --base-url "$base" --validate off --context-dir testdata/contexts data testdata/records/roundtrip 2>"$work/load.log" >&2 || true
	token=$("$work/vitrine" token create --db "$db" --name mirror --scope write 2>"$work/token.log")
	serve --db "$db" --base-url "$base" --context-dir "$PWD/testdata/contexts"
	for round in 1 2 3; do
		"$work/vitrine" mirror-to "$endpoint" --db "$db" --interval 50ms >>"$work/mirror.log" 2>&1 &
		pid=$!
		go run ./checks/generate/records -records $((round * 150)) -base-url "$base" |
			"$work/vitrine" load --db "$db" --base-url "$base" --validate off --format jsonl - >"$work/load.log" 2>&1
		node checks/interop/delete.mjs "$address" "$base" "$token" "$round"
		kill -9 "$pid"
		wait "$pid" 2>/dev/null || true
	done
	if "$work/vitrine" mirror-to "$endpoint" --db "$db" --interval 0 >"$work/mirror.out" 2>&1; then
		say "ok $name: $(tail -n 1 "$work/mirror.out")"
	else
		tail -n 5 "$work/mirror.out"
		say "FAIL $name: vitrine mirror-to"
	fi
	"$work/vitrine" dump --db "$db" >"$work/mirror.nq"
	node -e 'fetch(process.argv[1], { headers: { accept: "application/n-quads" } }).then(async (r) => process.stdout.write(await r.text()))' "$endpoint" >"$work/mirror-$name.nq"
	same "$name in step with a server, by RDF Dataset Canonicalization" "$work/mirror.nq" "$work/mirror-$name.nq"
}

# graph_stores NQUADS is all of it.
graph_stores() {
	oxigraph=$PWD/checks/interop/.venv/bin/oxigraph
	if [ ! -x "$oxigraph" ]; then
		say "skip graph stores: there is no Oxigraph here"
		return
	fi
	recipes "$1"
	if start_oxigraph; then mirrored oxigraph "$endpoint"; else say "FAIL oxigraph serve does not start"; fi
	if [ -s "${fuseki:-}" ]; then
		if start_fuseki; then mirrored fuseki "$endpoint"; else say "FAIL Fuseki does not start"; fi
	fi
}
