package main

import "slices"

// section is a part of the page.
type section struct {
	title string
	// text says what was measured and how.
	text   string
	ratios []ratio
}

// ratio compares a measure with its yardstick, of / to. Without a yardstick it is a
// single figure.
type ratio struct {
	what   string
	of, to measure
	limit  limit
	// speed means that of and to are times and the ratio is that of speeds, to / of.
	speed bool
	// optional means that the yardstick is a program that is not available
	// everywhere, so that the ratio may be left out.
	optional bool
}

// wherePossible returns the ratio as one that may be left out.
func (r ratio) wherePossible() ratio {
	r.optional = true
	return r
}

// beside returns the ratio of a measure to its yardstick.
func beside(what string, of, to measure, l limit) ratio {
	return ratio{what: what, of: of, to: to, limit: l}
}

// faster returns the ratio of the speed of a benchmark to that of its yardstick.
func faster(what string, of, to measure, l limit) ratio {
	return ratio{what: what, of: of, to: to, limit: l, speed: true}
}

// figure returns a measure without a yardstick.
func figure(what string, of measure, l limit) ratio {
	return ratio{what: what, of: of, limit: l}
}

// measure is what a benchmark measures in one unit.
type measure struct{ benchmark, unit string }

// limit is the highest or lowest allowed value of a ratio; the zero value is no limit.
type limit struct {
	kind  limitKind
	value float64
	// figure is what the measure itself may be where the ratio is beyond its limit, in
	// the unit of the measure; 0 if there is no such figure.
	figure float64
}

type limitKind int

const (
	noLimit limitKind = iota
	isAtMost
	isAtLeast
)

func atMost(value float64) limit  { return limit{kind: isAtMost, value: value} }
func atLeast(value float64) limit { return limit{kind: isAtLeast, value: value} }

// orFigure returns the limit as one that is also kept by a measure of at most figure.
func (l limit) orFigure(figure float64) limit {
	l.figure = figure
	return l
}

// Units as the benchmark format names them.
const (
	seconds    = "sec/op"
	throughput = "B/s"
)

func jsonldTime(name string) measure    { return measure{"serialize/jsonld " + name, seconds} }
func storeTime(name string) measure     { return measure{"rdfstore/boltstore " + name, seconds} }
func store(name, unit string) measure   { return measure{"rdfstore/boltstore " + name, unit} }
func peerTime(name string) measure      { return measure{"checks/bench/peers " + name, seconds} }
func peer(name, unit string) measure    { return measure{"checks/bench/peers " + name, unit} }
func searchTime(name string) measure    { return measure{"server/data/search " + name, seconds} }
func search(name, unit string) measure  { return measure{"server/data/search " + name, unit} }
func linksTime(name string) measure     { return measure{"linkedart/links " + name, seconds} }
func besides(name, unit string) measure { return measure{"checks/bench/beside Beside/" + name, unit} }
func serverTime(name string) measure    { return measure{"server " + name, seconds} }
func serving(name, unit string) measure { return measure{"server " + name, unit} }

// links compares a record with links with the same record without. The hot place is
// one where 100,000 people were born; nothing refers to the lonely place.
func links(state, place string) ratio {
	name := "Links/" + state + "/" + place
	return beside(state+" with links, to without: the "+place+" place", serverTime(name+"/links"), serverTime(name+"/bare"), atMost(2))
}

// sections are the sections of docs/benchmarks.md, in order.
var sections = []section{jsonldSection, storeSection, putsSection, loadSection, databaseSection, importSection, servingSection, querySection, serverSection, linksSection, searchSection, pagesSection}

var jsonldSection = section{
	title: "JSON-LD",
	text: "Measured with the mean of the records in testdata/records/roundtrip that the one-pass reader takes. encoding/json " +
		"reads into `any` and writes the same value; it does no JSON-LD processing. json-gold has its contexts in memory, like " +
		"Vitrine. A record is written from its quads, without any cache.",
	ratios: []ratio{
		beside("writing: time relative to encoding/json.Marshal", jsonldTime("Write/vitrine"), jsonldTime("Write/encoding-json"), atMost(2)),
		faster("writing: speed relative to json-gold's Frame", jsonldTime("Write/vitrine"), jsonldTime("Write/json-gold"), atLeast(500)),
		beside("reading: time relative to encoding/json.Unmarshal", jsonldTime("Read/vitrine"), jsonldTime("Read/encoding-json"), atMost(4)),
		faster("reading: speed relative to json-gold's ToRDF", jsonldTime("Read/vitrine"), jsonldTime("Read/json-gold"), atLeast(50)),
	},
}

var storeSection = section{
	title: "The store",
	text: "Measured with generated records (checks/generate). Raw bbolt reads and writes the same bytes under the same keys, " +
		"in the same run.",
	ratios: slices.Concat([]ratio{
		beside("reading a graph by id: time relative to bbolt's Get and decoding", storeTime("Get/store"), storeTime("Get/raw"), atMost(1.5)),
		beside("bulk load: index entries/s relative to sequential puts/s of raw bbolt", store("BulkLoad", "entries/s"), store("RawPuts", "entries/s"), atLeast(0.4)),
		figure("bulk load with 256 MiB of --memory: peak memory in bytes", store("BulkLoad", "peak-B"), atMost(368e6)),
		figure("bytes per quad on disk", store("BulkLoad", "bytes/quad"), atMost(80)),
		beside("reading from 6 million quads: p99 relative to 60,000 quads", store("P99/records=300000", "p99-sec"), store("P99/records=3000", "p99-sec"), atMost(1.3)),
		beside("opening a store of 300,000 records: time relative to 3,000 records", storeTime("Open/records=300000"), storeTime("Open/records=3000"), atMost(1.2).orFigure(0.001)),
		beside("opening a store of 300,000 records: time relative to an empty store", storeTime("Open/records=300000"), storeTime("Open/records=0"), atMost(1.2).orFigure(0.001)),
	}, firsts("a million updates of a hundred graphs", "of_few_graphs/puts=1000000"), firsts("40,000 new graphs", "of_new_graphs/puts=40000"), []ratio{
		beside("counting the triples that refer to an entity: 100,000 relative to 10", storeTime("Referrers/count/referrers=100000"), storeTime("Referrers/count/referrers=10"), atMost(2)),
		beside("the first 10 of these triples: 100,000 relative to 10", storeTime("Referrers/page/referrers=100000"), storeTime("Referrers/page/referrers=10"), atMost(2)),
		beside("the relations to an entity and their counts: 100,000 referrers relative to 10", storeTime("Referrers/relations/referrers=100000"), storeTime("Referrers/relations/referrers=10"), atMost(2)),
		beside("the first 10 entities in a relation: 100,000 relative to 10", storeTime("Referrers/related/referrers=100000"), storeTime("Referrers/related/referrers=10"), atMost(2)),
		beside("a put with past states: time relative to one without", store("Past/put/changes=1", "kept-sec"), store("Past/put/changes=1", "none-sec"), atMost(1.15)),
		beside("a put of a hundred: the same", store("Past/put/changes=100", "kept-sec"), store("Past/put/changes=100", "none-sec"), limit{}),
		beside("the 500th of 1,000 versions: time relative to the present one", storeTime("Past/read/past"), storeTime("Past/read/present"), atMost(5)),
		beside("ten versions of a record that differ in a literal, with the log: bytes relative to one", store("Past/space", "ten-B"), store("Past/space", "one-B"), atMost(1.5)),
		figure("each of these versions", store("Past/space", "version-B"), atMost(150)),
	}),
}

// firsts are what each first takes in a store that was closed after a history, and what
// compacting it takes.
func firsts(history, name string) []ratio {
	of := func(unit string) measure { return store("Updates/"+name, unit) }
	return []ratio{
		// What was not flushed is loaded.
		figure("after "+history+": opening the store", of("open-ms"), atMost(1000)),
		figure("the same: the first read of an entity", of("get-ms"), atMost(50)),
		figure("the same: the first answer to a pattern", of("pattern-ms"), atMost(50)),
		figure("the same: the first write", of("write-ms"), atMost(50)),
	}
}

var putsSection = section{
	title: "Durable puts",
	text: "New records are put one by one, and each put returns when the record is on the disk. Vitrine parses the record, " +
		"indexes it and commits. SQLite (modernc.org/sqlite, WAL, synchronous=FULL) and bbolt store only the bytes of the record " +
		"under its id, bbolt with a commit for each put.",
	ratios: []ratio{
		faster("32 clients: puts/s relative to SQLite", peerTime("Puts/clients=32/vitrine"), peerTime("Puts/clients=32/sqlite"), atLeast(2)),
		beside("one client: time relative to bbolt's own commit", peerTime("Puts/clients=1/vitrine"), peerTime("Puts/clients=1/bbolt-update"), atMost(2).orFigure(0.0013)),
		beside("one client: time relative to SQLite", peerTime("Puts/clients=1/vitrine"), peerTime("Puts/clients=1/sqlite"), limit{}),
	},
}

var loadSection = section{
	title: "Loading",
	text: "Each program loads 250,000 generated records; the time is that of the whole process. JSON Lines are checked against " +
		"the model, as is the default; N-Quads are not. Oxigraph is `oxigraph load`, TDB2 is `tdb2.tdbloader` of Apache Jena.",
	ratios: []ratio{
		faster("JSON Lines: speed with two processors relative to one", peerTime("Load/records/processors=2"), peerTime("Load/records/processors=1"), atLeast(1.7)),
		faster("N-Quads: speed relative to Oxigraph", peerTime("Load/nquads/vitrine"), peerTime("Load/nquads/oxigraph"), atLeast(1.5)).wherePossible(),
		faster("N-Quads: speed relative to TDB2", peerTime("Load/nquads/vitrine"), peerTime("Load/nquads/tdb2"), atLeast(3)).wherePossible(),
		beside("size on disk relative to Oxigraph", peer("Load/nquads/vitrine", "disk-B"), peer("Load/nquads/oxigraph", "disk-B"), limit{}).wherePossible(),
		beside("size on disk relative to TDB2", peer("Load/nquads/vitrine", "disk-B"), peer("Load/nquads/tdb2", "disk-B"), limit{}).wherePossible(),
	},
}

var importSection = section{
	title: "Importing",
	text: "A CSV file of 100,000 objects with makers, dates, sizes and materials becomes a new store, by the mapping that " +
		"`vitrine import --draft` writes; the time is that of the whole process, with two processors. With a provenance of two " +
		"periods in each row, three times as many records are made. The preview shows the records of five rows of a file of 1 GiB.",
	ratios: []ratio{
		figure("CSV to a store: rows/s", peer("Import/objects", "rows/s"), atLeast(5000)),
		figure("the same: peak memory in bytes", peer("Import/objects", "peak-B"), atMost(300e6)),
		figure("with provenance: rows/s", peer("Import/provenance", "rows/s"), limit{}),
		figure("the same: peak memory in bytes", peer("Import/provenance", "peak-B"), atMost(300e6)),
		figure("a preview of 5 rows of 1 GiB", peerTime("Preview"), atMost(1)),
	},
}

func database(name, unit string) measure { return measure{"rdfstore/pgstore " + name, unit} }
func databaseTime(name string) measure   { return database(name, seconds) }

var databaseSection = section{
	title: "A store in PostgreSQL",
	text: "PostgreSQL runs on the same machine, with its own settings. The bare query is the SELECT of the row of an entity by its " +
		"name, by the same driver, of which nothing is read but the bytes. A put is durable when it returns. The load is that of the " +
		"250,000 records in JSON Lines by the process `vitrine load`, into an empty store, from JSON-LD to the last index.",
	ratios: []ratio{
		beside("reading a graph by name: time relative to the bare query, one client", databaseTime("Get/Get/clients=1"), databaseTime("Get/bare/clients=1"), atMost(1.3)).wherePossible(),
		beside("the same, 16 clients", databaseTime("Get/Get/clients=16"), databaseTime("Get/bare/clients=16"), atMost(1.3)).wherePossible(),
		faster("changing one graph: puts/s by 32 clients relative to one", databaseTime("Apply/clients=32"), databaseTime("Apply/clients=1"), atLeast(5)).wherePossible(),
		beside("a put with past states: time relative to one without", databaseTime("Versions/put/keep=all"), databaseTime("Versions/put/keep=none"), atMost(1.15)).wherePossible(),
		beside("the 500th of 1,000 versions: time relative to the present one", databaseTime("Versions/Past"), databaseTime("Versions/Get"), atMost(5)).wherePossible(),
		beside("ten versions of a record that differ in a literal, with the log: bytes relative to one", database("Versions/space", "ten-B"), database("Versions/space", "one-B"), atMost(1.5)).wherePossible(),
		figure("bulk load: quads/s", peer("Database/unchecked", "quads/s"), atLeast(100e3)).wherePossible(),
	},
}

// requests returns the ratios of serving a format; all formats have the same limits.
func requests(format string) []ratio {
	of := "Serve/" + format
	return []ratio{
		faster(format+": requests/s relative to Oxigraph", peerTime(of+"/vitrine"), peerTime(of+"/oxigraph"), atLeast(1)).wherePossible(),
		beside(format+": p99 relative to Oxigraph", peer(of+"/vitrine", "p99-sec"), peer(of+"/oxigraph", "p99-sec"), atMost(1.3)).wherePossible(),
	}
}

// atRate compares the p99 of records as N-Triples at an equal rate of requests.
func atRate(rate string) ratio {
	of := "ServeRate/" + rate
	return beside(rate+" requests/s: p99 relative to Oxigraph", peer(of+"/vitrine", "p99-sec"), peer(of+"/oxigraph", "p99-sec"), atMost(1)).wherePossible()
}

var servingSection = section{
	title: "Serving, compared with other programs",
	text: "With the same 250,000 records, 16 clients on the same machine request one record after the other in random order, each " +
		"record once, so that no response comes from a cache. Oxigraph is asked for a graph with the SPARQL 1.1 " +
		"Graph Store HTTP Protocol; its JSON-LD is expanded, and that of Vitrine is the record as it was loaded. " +
		"The rows of a rate are N-Triples asked for by vegeta, which sends the requests of a second " +
		"evenly, whether those before are answered or not.",
	ratios: slices.Concat(requests("ntriples"), requests("nquads"), requests("turtle"), requests("trig"), requests("rdfxml"), requests("jsonld"),
		[]ratio{atRate("5000"), atRate("10000")}),
}

// query compares the processor time of a query with that of Oxigraph.
func query(what, name string, most float64) ratio {
	of := "Query/" + name
	return beside(what, peer(of, "vitrine-sec"), peer(of, "oxigraph-sec"), atMost(most)).wherePossible()
}

var querySection = section{
	title: "Queries, compared with Oxigraph",
	text: "SPARQL queries over the same 250,000 records: the processor time of reading a query, evaluating it and writing all of " +
		"the answer to memory, relative to that of Oxigraph. Both answer in turns, and have their stores on the disk, read before; that of Oxigraph is " +
		"optimized (`oxigraph optimize`) and asked as a library of Python (pyoxigraph) for the union of all graphs. The queries " +
		"are in checks/bench/questions; both programs give as many results. Each text is read anew for each answer. " +
		"Vitrine collects garbage as its server does: when there is as much of it as is in use, or 256 MiB where that is more, and ten times as much as is in use at most.",
	ratios: []ratio{
		query("people born at a place, with their names", "born-at-a-place", 1),
		query("the works of an artist, with dates", "works-of-an-artist", 1),
		query("the provenance of an object", "provenance", 1),
		query("the names of a person", "names", 1),
		query("three hops from an object", "three-hops", 1),
		query("ASK", "ask", 1),
		query("CONSTRUCT of an entity", "construct", 0.1),
		query("GRAPH ?g with a bound object", "graphs-of-an-object", 2),
		query("objects of a material", "objects-of-a-material", 2),
		query("classes with counts", "classes", 2),
		query("the label of a popular type", "label-of-a-type", 2),
		query("a property path of 3,400 results", "path", 1.5),
		query("two branches: objects of an owner in sets", "objects-of-an-owner-in-sets", 2),
		query("two branches: where objects were made and moved to", "places-of-makers-and-owners", 2),
		query("a star with a dimension", "star", 2),
		query("places in places in places", "places-within-twice", 2),
		query("people by a path over types", "path-of-types", 2),
		query("members of a group, with dates where there are any", "optional-dates", 2),
		query("people without a birth, by NOT EXISTS", "not-exists", 2),
		query("people without works, by NOT EXISTS", "no-works", 2),
		query("objects without a material, by MINUS", "minus", 2),
		query("places where something happened, by EXISTS", "exists", 2),
		query("the 20 artists with most objects", "objects-by-artist", 2),
		query("the 20 places with most births", "births-by-place", 2),
		query("how many predicates there are", "predicates", 2),
		query("how many labels there are", "count-distinct", 2),
		query("all years", "distinct-years", 2),
		query("all units", "units", 2),
		query("all owners", "owners", 2),
		query("how many objects there are", "count-objects", 2),
		query("artists with more than 100 objects, by HAVING", "artists-of-many", 2),
		query("people older than 85 at their deaths, by BIND", "ages", 2),
		query("the 10 oldest objects", "oldest-objects", 2),
		query("labels with a text, by CONTAINS", "contains", 2),
		query("labels by REGEX", "regex", 2),
		query("a list of objects with their artists", "list-of-objects", 2),
		figure("artists born in one place who used one material: all pairs", peer("Query/two-artists", "elapsed-sec"), atMost(10)),
		figure("the same, of one place", peer("Query/two-artists-of-a-place", "elapsed-sec"), atMost(1)),
		figure("a star of people with seven patterns", peer("Query/star-of-names", "elapsed-sec"), atMost(1)),
		figure("the first row of an unselective query", peer("Query/first-row", "elapsed-sec"), atMost(0.005)),
	},
}

var serverSection = section{
	title: "HTTP",
	text: "A record of about 2 kB is requested over keep-alive connections. The bare handler of net/http does nothing but write " +
		"the same bytes and header fields. The change feed and dumps have small records, and are measured without the network. " +
		"In the rows about links, the hot place is one where 100,000 people were born, and nothing refers to the lonely place.",
	ratios: []ratio{
		faster("from the cache, requests/s relative to the bare handler: Accept */*", serving("Warm/default", "vitrine-sec"), serving("Warm/default", "bare-sec"), atLeast(0.9)),
		faster("from the cache, requests/s relative to the bare handler: the Linked Art profile", serving("Warm/profile", "vitrine-sec"), serving("Warm/profile", "bare-sec"), atLeast(0.9)),
		faster("from the cache, requests/s relative to the bare handler: a record with links", serving("WarmLinks", "vitrine-sec"), serving("WarmLinks", "bare-sec"), atLeast(0.9)),
		beside("the collection of the change feed: 300,000 changes relative to 3,000", serverTime("Feed/collection/300000"), serverTime("Feed/collection/3000"), atMost(1.5)),
		beside("a full page of the change feed: 300,000 changes relative to 3,000", serverTime("Feed/page/300000"), serverTime("Feed/page/3000"), atMost(1.5)),
		beside("the last page of the change feed: 300,000 changes relative to 3,000", serverTime("Feed/last/300000"), serverTime("Feed/last/3000"), atMost(1.5)),
		beside("a dump over HTTP: time relative to writing the same N-Quads to memory", serverTime("Dump/nq"), serverTime("Dump/bare"), atMost(1.5)),
		beside("200 requests/s while a command loads through the server: p99 relative to that without", besides("load", "p99-sec"), besides("load", "alone-p99-sec"), atMost(4)),
		figure("look-ups by ASK beside a heavy query for each processor: p99", besides("ask", "p99-sec"), atMost(0.05)),
		links("cold", "hot"), links("cold", "lonely"), links("warm", "hot"), links("warm", "lonely"),
	},
}

var searchSection = section{
	title: "Search",
	text: "Measured with 20,000 generated records (checks/generate). The scan reads every record of the store and looks for " +
		"the word in its literals. A search returns the first page of 100 results.",
	ratios: []ratio{
		beside("searching for a frequent word: time relative to a scan", searchTime("Find/frequent-word"), searchTime("Find/scan"), atMost(0.02)),
		beside("searching for a phrase: time relative to a scan", searchTime("Find/phrase"), searchTime("Find/scan"), atMost(0.05)),
		figure("building the index: records/s", search("Build", "records/s"), atLeast(2000)),
		figure("size of the index on disk relative to the store", search("Build", "of-store"), atMost(0.7)),
		figure("building the index: peak memory in bytes", search("Build", "peak-B"), atMost(256e6)),
	},
}

// firstPage is the time of the first page of a search with all facets.
func firstPage(what, name string) ratio {
	return figure("the first page with all facets: "+what, searchTime("Large/facets/"+name), atMost(0.05))
}

var pagesSection = section{
	title: "Pages for people",
	text: "The page is that of the object with the longest provenance in the sample collection, made anew for each request. " +
		"Searches are in the index of 300,000 generated records, of which nothing but the columns is kept in memory before.",
	ratios: []ratio{
		figure("a page of a record: processor time in seconds", measure{"server Page/provenance/page", "cpu-sec/op"}, atMost(0.003)),
		beside("the IIIF manifests of the sample: processor time relative to the pages of the same records",
			measure{"server Manifest/manifest", "cpu-sec/op"}, measure{"server Manifest/page", "cpu-sec/op"}, atMost(2)),
		firstPage("everything", "everything"),
		firstPage("everything, by name", "everything-by-name"),
		firstPage("everything, by date", "everything-by-date"),
		firstPage("a class", "class"),
		firstPage("a class and a century", "class-century"),
		firstPage("a rare word", "rare-word"),
		firstPage("a frequent word", "frequent-word"),
		firstPage("a word of more than half of the records", "most-frequent-word"),
	},
}

var linksSection = section{
	title: "Links",
	text: "The links of a record lead to the records that refer to it. They are derived when a record is written " +
		"(linkedart/links). For comparison, quad patterns find one link of one place.",
	ratios: []ratio{
		beside("deriving the links of a record: time relative to reading its subjects and predicates into a map", linksTime("Derive/vitrine"), linksTime("Derive/map"), atMost(4)),
		faster("the links of a place with 100,000 results: speed relative to finding one of the links by quad patterns", linksTime("For/results=100000"), linksTime("For/patterns"), atLeast(1000)),
	},
}
