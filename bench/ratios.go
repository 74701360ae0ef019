package main

// section is a part of the page.
type section struct {
	title string
	// text says what was measured and how.
	text   string
	ratios []ratio
	// listed are the packages of which all results follow.
	listed []string
}

// ratio is one benchmark beside its yardstick, of / to, or a figure by itself
// where there is no yardstick.
type ratio struct {
	what   string
	of, to measure
	limit  limit
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
	atMost
	atLeast
)

// Units as the benchmark format names them.
const (
	seconds    = "sec/op"
	throughput = "B/s"
)

func jsonldTime(name string) measure { return measure{"serialize/jsonld " + name, seconds} }
func storeTime(name string) measure  { return measure{"rdfstore/boltstore " + name, seconds} }
func serverTime(name string) measure { return measure{"server " + name, seconds} }

func store(name, unit string) measure   { return measure{"rdfstore/boltstore " + name, unit} }
func serving(name, unit string) measure { return measure{"server " + name, unit} }

// cold is a format made anew for each request, beside an answer from the cache.
func cold(format string) ratio {
	return ratio{"cold, to warm, without the network: " + format, serverTime("Cold/" + format), serverTime("Handler/*/*"), limit{}}
}

// sections are what docs/benchmarks.md shows, in its order.
var sections = []section{
	{
		title: "JSON-LD",
		text: "The mean record of the fixtures in testdata/records/roundtrip, without those that JSON-LD beyond Linked Art makes " +
			"exotic. encoding/json reads into `any` and writes the same value; it knows nothing of JSON-LD. json-gold has its contexts " +
			"in memory, like Vitrine. A record is written cold: from its quads, with nothing kept from before.",
		ratios: []ratio{
			{"writing, to encoding/json.Marshal", jsonldTime("Write/vitrine"), jsonldTime("Write/encoding-json"), limit{atMost, 2}},
			{"json-gold's Frame, to writing", jsonldTime("Write/json-gold"), jsonldTime("Write/vitrine"), limit{atLeast, 500}},
			{"reading, to encoding/json.Unmarshal", jsonldTime("Read/vitrine"), jsonldTime("Read/encoding-json"), limit{atMost, 4}},
			{"json-gold's ToRDF, to reading", jsonldTime("Read/json-gold"), jsonldTime("Read/vitrine"), limit{atLeast, 50}},
			{"writing what did not come as JSON-LD, to encoding/json.Marshal", jsonldTime("Write/vitrine-framing"), jsonldTime("Write/encoding-json"), limit{}},
			{"reading, bytes/s: a record of 1 KiB to one of 10 MiB", measure{"serialize/jsonld Size/read/1KiB", throughput}, measure{"serialize/jsonld Size/read/10240KiB", throughput}, limit{}},
			{"writing, bytes/s: a record of 1 KiB to one of 10 MiB", measure{"serialize/jsonld Size/write/1KiB", throughput}, measure{"serialize/jsonld Size/write/10240KiB", throughput}, limit{}},
		},
		listed: []string{"serialize/jsonld"},
	},
	{
		title: "The store",
		text: "Generated records (linkedart/generate). Raw bbolt reads and writes the same bytes by the same keys, in the same run. " +
			"A quad is a triple of a named graph.",
		ratios: []ratio{
			{"reading a graph by id, to bbolt's Get and decoding", storeTime("Get/vitrine"), storeTime("Get/raw"), limit{atMost, 1.5}},
			{"bulk load, index entries/s to sequential puts of raw bbolt", store("BulkLoad/vitrine", "entries/s"), store("BulkLoad/raw", "entries/s"), limit{atLeast, 0.4}},
			{"bulk load, peak memory above --memory, bytes", store("BulkLoad/vitrine", "B-over"), measure{}, limit{atMost, 100e6}},
			{"bytes for a quad on disk", store("BulkLoad/vitrine", "B/quad"), measure{}, limit{atMost, 80}},
			{"p99 of reads, full store to one of 60,000 quads", store("GetTail/full", "p99-sec"), store("GetTail/small", "p99-sec"), limit{atMost, 1.3}},
			{"opening, full store to an empty one", storeTime("Open/full"), storeTime("Open/empty"), limit{}},
			{"durable puts/s, 32 clients to one", storeTime("Put/clients-1"), storeTime("Put/clients-32"), limit{atLeast, 10}},
		},
		listed: []string{"rdfstore/boltstore"},
	},
	{
		title: "HTTP",
		text: "A record of about 2 kB over keep-alive connections. The bare handler of net/http writes the same bytes and header fields, " +
			"and knows nothing else.",
		ratios: []ratio{
			{"requests/s, warm, to the bare handler: no Accept of its own", serverTime("Warm/default/bare"), serverTime("Warm/default/vitrine"), limit{atLeast, 0.9}},
			{"requests/s, warm, to the bare handler: the Linked Art profile", serverTime("Warm/profile/bare"), serverTime("Warm/profile/vitrine"), limit{atLeast, 0.9}},
			{"requests/s, warm, to the bare handler: a browser", serverTime("Warm/browser/bare"), serverTime("Warm/browser/vitrine"), limit{atLeast, 0.9}},
			{"p99 of 64 clients that never pause, to the bare handler's", serving("Latency/vitrine", "p99-sec"), serving("Latency/bare", "p99-sec"), limit{}},
			{"memory for an idle connection, both ends", serving("Idle", "B/connection"), measure{}, limit{}},
			cold("jsonld"), cold("expanded"), cold("compacted"), cold("flattened"), cold("turtle"), cold("ntriples"),
			cold("nquads"), cold("trig"), cold("rdfxml"), cold("html"),
		},
		listed: []string{"server"},
	},
	{
		title:  "More",
		text:   "Results without a yardstick.",
		listed: []string{"serialize/nquads", "server/negotiate", "linkedart", "linkedart/generate", "context"},
	},
}
