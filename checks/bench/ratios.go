package main

import "slices"

// section is a part of the page.
type section struct {
	title string
	// text says what was measured and how.
	text   string
	ratios []ratio
	// listed are the packages of which all results follow.
	listed []string
}

// ratio is what was measured beside its yardstick, of / to, or a figure by
// itself where there is no yardstick.
type ratio struct {
	what   string
	of, to measure
	limit  limit
	// speed tells that of and to are times and the ratio is of speeds, to / of.
	speed bool
	// optional tells that the yardstick is a program that is not to be had
	// everywhere: the ratio may be left out.
	optional bool
}

// wherePossible returns the ratio as one that may be left out.
func (r ratio) wherePossible() ratio {
	r.optional = true
	return r
}

// beside is the ratio of a measure to its yardstick.
func beside(what string, of, to measure, l limit) ratio {
	return ratio{what: what, of: of, to: to, limit: l}
}

// faster is how many times as fast a benchmark is as its yardstick.
func faster(what string, of, to measure, l limit) ratio {
	return ratio{what: what, of: of, to: to, limit: l, speed: true}
}

// figure is a measure without a yardstick.
func figure(what string, of measure, l limit) ratio {
	return ratio{what: what, of: of, limit: l}
}

// measure is what a benchmark measures in one unit.
type measure struct{ benchmark, unit string }

// limit is what a ratio has to keep; the zero value is no limit.
type limit struct {
	kind  limitKind
	value float64
}

type limitKind int

const (
	noLimit limitKind = iota
	isAtMost
	isAtLeast
)

func atMost(value float64) limit  { return limit{isAtMost, value} }
func atLeast(value float64) limit { return limit{isAtLeast, value} }

// Units as the benchmark format names them.
const (
	seconds    = "sec/op"
	throughput = "B/s"
)

func jsonldTime(name string) measure    { return measure{"serialize/jsonld " + name, seconds} }
func jsonldSpeed(name string) measure   { return measure{"serialize/jsonld " + name, throughput} }
func storeTime(name string) measure     { return measure{"rdfstore/boltstore " + name, seconds} }
func store(name, unit string) measure   { return measure{"rdfstore/boltstore " + name, unit} }
func peerTime(name string) measure      { return measure{"checks/bench/peers " + name, seconds} }
func peer(name, unit string) measure    { return measure{"checks/bench/peers " + name, unit} }
func searchTime(name string) measure    { return measure{"server/search " + name, seconds} }
func search(name, unit string) measure  { return measure{"server/search " + name, unit} }
func linksTime(name string) measure     { return measure{"linkedart/links " + name, seconds} }
func serverTime(name string) measure    { return measure{"server " + name, seconds} }
func serving(name, unit string) measure { return measure{"server " + name, unit} }

// cold is a format made anew for each request, beside an answer from the cache.
func cold(format string) ratio {
	return beside("cold, to warm, without the network: "+format, serverTime("Cold/"+format), serverTime("Handler/*/*"), limit{})
}

// links is a record with links, beside the same without. The hot place is one
// where 100,000 people were born, to the lonely one nothing refers.
func links(state, place string) ratio {
	name := "Links/" + state + "/" + place
	return beside(state+" with links, to without: the "+place+" place", serverTime(name+"/links"), serverTime(name+"/bare"), atMost(2))
}

// sections are what docs/benchmarks.md shows, in its order.
var sections = []section{jsonldSection, storeSection, putsSection, loadSection, servingSection, serverSection, linksSection, searchSection, otherSection}

var jsonldSection = section{
	title: "JSON-LD",
	text: "The mean record of the fixtures in testdata/records/roundtrip, without those that JSON-LD beyond Linked Art makes " +
		"exotic. encoding/json reads into `any` and writes the same value; it knows nothing of JSON-LD. json-gold has its contexts " +
		"in memory, like Vitrine. A record is written cold: from its quads, with nothing kept from before.",
	ratios: []ratio{
		beside("writing, time to that of encoding/json.Marshal", jsonldTime("Write/vitrine"), jsonldTime("Write/encoding-json"), atMost(2)),
		faster("writing, speed to that of json-gold's Frame", jsonldTime("Write/vitrine"), jsonldTime("Write/json-gold"), atLeast(500)),
		beside("reading, time to that of encoding/json.Unmarshal", jsonldTime("Read/vitrine"), jsonldTime("Read/encoding-json"), atMost(4)),
		faster("reading, speed to that of json-gold's ToRDF", jsonldTime("Read/vitrine"), jsonldTime("Read/json-gold"), atLeast(50)),
		beside("framing, for what came as no JSON-LD, time to that of encoding/json.Marshal", jsonldTime("Write/vitrine-framing"), jsonldTime("Write/encoding-json"), limit{}),
		beside("reading a record of 10 MiB, bytes/s to those of 1 KiB", jsonldSpeed("Size/read/10240KiB"), jsonldSpeed("Size/read/1KiB"), limit{}),
		beside("writing a record of 10 MiB, bytes/s to those of 1 KiB", jsonldSpeed("Size/write/10240KiB"), jsonldSpeed("Size/write/1KiB"), limit{}),
	},
	listed: []string{"serialize/jsonld"},
}

var storeSection = section{
	title: "The store",
	text: "Generated records (linkedart/generate). Raw bbolt reads and writes the same bytes by the same keys, in the same run. " +
		"A quad is a triple of a named graph.",
	ratios: []ratio{
		beside("reading a graph by id, time to that of bbolt's Get and decoding", storeTime("Get/store"), storeTime("Get/raw"), atMost(1.5)),
		beside("bulk load, index entries/s to sequential puts/s of raw bbolt", store("BulkLoad", "entries/s"), store("RawPuts", "entries/s"), atLeast(0.4)),
		figure("bulk load with 256 MiB of --memory, peak memory in bytes", store("BulkLoad", "peak-B"), atMost(368e6)),
		figure("bytes for a quad on disk", store("BulkLoad", "bytes/quad"), atMost(80)),
		beside("reads from 6 M quads, p99 to that of 60,000 quads", store("P99/records=300000", "p99-sec"), store("P99/records=3000", "p99-sec"), atMost(1.3)),
		beside("opening a store of 300,000 records, time to that of one of 3,000", storeTime("Open/records=300000"), storeTime("Open/records=3000"), atMost(1.2)),
		beside("opening a store of 300,000 records, time to that of an empty one", storeTime("Open/records=300000"), storeTime("Open/records=0"), atMost(1.2)),
		figure("after a million updates of a hundred graphs: opening the store", updates("open-ms"), atMost(50)),
		figure("the same: the first read of an entity", updates("get-ms"), atMost(50)),
		figure("the same: the first answer to a pattern", updates("pattern-ms"), atMost(50)),
		figure("the same: the first write", updates("write-ms"), atMost(50)),
		beside("counting the triples that refer to an entity, 100,000 to 10", storeTime("Referrers/count/referrers=100000"), storeTime("Referrers/count/referrers=10"), atMost(2)),
		beside("the first 10 of them, of 100,000 to all of 10", storeTime("Referrers/page/referrers=100000"), storeTime("Referrers/page/referrers=10"), atMost(2)),
		beside("the relations to an entity and their counts, 100,000 referrers to 10", storeTime("Referrers/relations/referrers=100000"), storeTime("Referrers/relations/referrers=10"), atMost(2)),
		beside("the first 10 entities in a relation, of 100,000 to all of 10", storeTime("Referrers/related/referrers=100000"), storeTime("Referrers/related/referrers=10"), atMost(2)),
	},
	listed: []string{"rdfstore/boltstore"},
}

func updates(unit string) measure { return store("Updates/of_few_graphs/puts=1000000", unit) }

var putsSection = section{
	title: "Durable puts",
	text: "New records, each put by itself and acknowledged when it is on the disk. Vitrine takes a record apart, indexes it and logs " +
		"the change. SQLite (modernc.org/sqlite, WAL, synchronous=FULL) and bbolt, by its own Batch, put the bytes of the record under " +
		"its id and know nothing of it. Batch waits 10 ms for others, also where there are none.",
	ratios: []ratio{
		faster("32 clients, puts/s to those of SQLite", peerTime("Puts/clients=32/vitrine"), peerTime("Puts/clients=32/sqlite"), atLeast(1)),
		faster("32 clients, puts/s to those of bbolt", peerTime("Puts/clients=32/vitrine"), peerTime("Puts/clients=32/bbolt"), limit{}),
		beside("one client, time to that of SQLite", peerTime("Puts/clients=1/vitrine"), peerTime("Puts/clients=1/sqlite"), atMost(1.5)),
		beside("one client, time to that of bbolt", peerTime("Puts/clients=1/vitrine"), peerTime("Puts/clients=1/bbolt"), limit{}),
		figure("32 clients, p99 of a put", peer("Puts/clients=32/vitrine", "p99-sec"), limit{}),
	},
}

var loadSection = section{
	title: "Loading",
	text: "250,000 generated records by the programs themselves, from their start to their end. JSON Lines are checked by the model as " +
		"they are by default, N-Quads by nobody. Oxigraph is `oxigraph load`, TDB2 is `tdb2.tdbloader` of Apache Jena.",
	ratios: []ratio{
		faster("JSON Lines, speed with two processors to that with one", peerTime("Load/records/processors=2"), peerTime("Load/records/processors=1"), atLeast(1.7)),
		faster("N-Quads, speed to that of Oxigraph", peerTime("Load/nquads/vitrine"), peerTime("Load/nquads/oxigraph"), atLeast(1.5)).wherePossible(),
		faster("N-Quads, speed to that of TDB2", peerTime("Load/nquads/vitrine"), peerTime("Load/nquads/tdb2"), atLeast(3)).wherePossible(),
		beside("on the disk, to Oxigraph", peer("Load/nquads/vitrine", "disk-B"), peer("Load/nquads/oxigraph", "disk-B"), limit{}).wherePossible(),
		beside("on the disk, to TDB2", peer("Load/nquads/vitrine", "disk-B"), peer("Load/nquads/tdb2", "disk-B"), limit{}).wherePossible(),
	},
}

// requests are the ratios of serving a format, all of which have the limits.
func requests(format string) []ratio {
	of := "Serve/" + format
	return []ratio{
		faster(format+", requests/s to those of Oxigraph", peerTime(of+"/vitrine"), peerTime(of+"/oxigraph"), atLeast(1)).wherePossible(),
		beside(format+", p99 to that of Oxigraph", peer(of+"/vitrine", "p99-sec"), peer(of+"/oxigraph", "p99-sec"), atMost(1.3)).wherePossible(),
		faster(format+", requests/s to those of Fuseki", peerTime(of+"/vitrine"), peerTime(of+"/fuseki"), limit{}).wherePossible(),
	}
}

var servingSection = section{
	title: "Serving, beside others",
	text: "The same 250,000 records. 16 clients on the same machine ask for one record after the other in random order, each once, so that " +
		"none is in a cache of answers. The others are asked for a graph by the SPARQL 1.1 Graph Store HTTP Protocol; their JSON-LD is " +
		"expanded, ours the record as it was. Fuseki has no N-Quads for a graph.",
	ratios: slices.Concat(requests("ntriples"), requests("nquads")[:2], requests("turtle"), requests("jsonld")),
	listed: []string{"checks/bench/peers"},
}

var serverSection = section{
	title: "HTTP",
	text: "A record of about 2 kB over keep-alive connections. The bare handler of net/http writes the same bytes and header fields, " +
		"and knows nothing else. Warm is from the cache, cold is rendered for each request. The change feed and dumps are of small records, " +
		"without the network.",
	ratios: []ratio{
		faster("warm, requests/s to those of the bare handler: no Accept of its own", serverTime("Warm/default/vitrine"), serverTime("Warm/default/bare"), atLeast(0.9)),
		faster("warm, requests/s to those of the bare handler: the Linked Art profile", serverTime("Warm/profile/vitrine"), serverTime("Warm/profile/bare"), atLeast(0.9)),
		faster("warm, requests/s to those of the bare handler: a browser", serverTime("Warm/browser/vitrine"), serverTime("Warm/browser/bare"), atLeast(0.9)),
		faster("warm, requests/s to those of the bare handler: a record with links", serverTime("WarmLinks/vitrine"), serverTime("WarmLinks/bare"), atLeast(0.9)),
		beside("64 clients that never pause, p99 to that of the bare handler", serving("Latency/vitrine", "p99-sec"), serving("Latency/bare", "p99-sec"), limit{}),
		figure("memory for an idle connection, both ends, bytes", serving("Idle", "B/connection"), limit{}),
		beside("the change feed's collection, of 300,000 changes to that of 3,000", serverTime("Feed/collection/300000"), serverTime("Feed/collection/3000"), atMost(1.5)),
		beside("a full page of the change feed, of 300,000 changes to that of 3,000", serverTime("Feed/page/300000"), serverTime("Feed/page/3000"), atMost(1.5)),
		beside("the last page of the change feed, of 300,000 changes to that of 3,000", serverTime("Feed/last/300000"), serverTime("Feed/last/3000"), atMost(1.5)),
		beside("a dump over HTTP, time to that of writing the same N-Quads to memory", serverTime("Dump/nq"), serverTime("Dump/bare"), atMost(1.5)),
		cold("jsonld"), cold("expanded"), cold("compacted"), cold("flattened"), cold("turtle"), cold("ntriples"),
		cold("nquads"), cold("trig"), cold("rdfxml"), cold("html"),
		links("cold", "hot"), links("cold", "lonely"), links("warm", "hot"), links("warm", "lonely"),
		beside("the last page of a list of 100,000, to the first: people", serverTime("Lists/prefix/last"), serverTime("Lists/prefix/first"), limit{}),
		beside("the last page of a list of 100,000, to the first: a link", serverTime("Lists/link/last"), serverTime("Lists/link/first"), limit{}),
	},
	listed: []string{"server"},
}

var searchSection = section{
	title: "Search",
	text: "20,000 generated records (linkedart/generate). The scan reads every record of the store and looks for the word in its " +
		"literals. A search has a first page of 100 results.",
	ratios: []ratio{
		beside("searching for a frequent word, time to that of a scan", searchTime("Find/frequent-word"), searchTime("Find/scan"), atMost(0.02)),
		beside("searching for a phrase, time to that of a scan", searchTime("Find/phrase"), searchTime("Find/scan"), atMost(0.05)),
		beside("the last page of 10,000 results, time to that of the first", searchTime("Find/deep-page"), searchTime("Find/everything"), limit{}),
		figure("building the index, records/s", search("Build", "records/s"), atLeast(2000)),
		beside("building the index, time to that of reading the records from the store", searchTime("Build"), searchTime("ReadAll"), limit{}),
		figure("the index on disk, to the store", search("Build", "of-store"), atMost(0.5)),
		figure("building the index, peak memory in bytes", search("Build", "peak-B"), atMost(256e6)),
		beside("a durable write and a search that finds it, time to that of the write", searchTime("WriteAndFind/write-and-find"), searchTime("WriteAndFind/write"), limit{}),
		faster("warm GET while others write, speed to that without an index", serverTime("BesideSearch/with"), serverTime("BesideSearch/without"), limit{}),
	},
	listed: []string{"server/search"},
}

var linksSection = section{
	title: "Links",
	text: "What records are linked from. The links of each record are derived when it is written (linkedart/links). " +
		"Quad patterns would find them without, which is done here for one link of one place.",
	ratios: []ratio{
		beside("deriving the links of a record, time to that of reading its subjects and predicates into a map", linksTime("Derive/vitrine"), linksTime("Derive/map"), atMost(4)),
		figure("relations for a record", measure{"linkedart/links Derive/vitrine", "relations/record"}, limit{}),
		faster("the links of a place with 100,000 results, speed to that of finding one of them by quad patterns", linksTime("For/results=100000"), linksTime("For/patterns"), atLeast(1000)),
		beside("the links of a place with 100,000 results, time to that of one with none", linksTime("For/results=100000"), linksTime("For/results=0"), limit{}),
	},
	listed: []string{"linkedart/links"},
}

var otherSection = section{
	title:  "More",
	text:   "Results without a yardstick.",
	listed: []string{"serialize/nquads", "server/negotiate", "linkedart", "linkedart/generate", "context"},
}
