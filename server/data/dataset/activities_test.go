package dataset

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"

	"vitrine/checks/golden"
	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/framing"
)

const base = "https://data.museum.example/"

func testFeed() activities {
	return activities{
		ID: base + "-/activity", Label: "Changes of the museum", Rights: "https://creativecommons.org/publicdomain/zero/1.0/",
		SeeAlso: []SeeAlso{newSeeAlso(base+"-/dataset", "What there is", "text/turtle", "http://rdfs.org/ns/void")},
		Class: func(class rdf.IRI) string {
			if local, ok := strings.CutPrefix(class.String(), "http://www.cidoc-crm.org/cidoc-crm/"); ok {
				return map[string]string{"E22_Human-Made_Object": "HumanMadeObject", "E21_Person": "Person"}[local]
			}
			return class.String()
		},
		Address: func(name rdf.IRI) string {
			if strings.HasPrefix(name.String(), base) {
				return name.String()
			}
			return base + "entity?id=elsewhere"
		},
	}
}

func iri(t *testing.T, s string) rdf.IRI {
	t.Helper()
	out, err := graph.IRI(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// entries are the entries of the log after one, n of them, a quarter of a
// second apart.
func entries(t *testing.T, after uint64, n int) []rdfstore.LogEntry {
	t.Helper()
	names := []string{base + "object/1", base + "person/ä", "https://elsewhere.example/1", base + "thing"}
	classes := []rdf.IRI{
		iri(t, "http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object"), iri(t, "http://www.cidoc-crm.org/cidoc-crm/E21_Person"),
		iri(t, "https://elsewhere.example/Class"), {},
	}
	kinds := []rdfstore.Kind{rdfstore.Created, rdfstore.Updated, rdfstore.Deleted}
	start := time.Date(2026, 2, 28, 23, 59, 58, 0, time.UTC)
	var out []rdfstore.LogEntry
	for i := range n {
		seq := after + uint64(i) + 1
		out = append(out, rdfstore.LogEntry{
			Seq: seq, Name: iri(t, names[seq%4]), Class: classes[seq%4], Kind: kinds[seq%3],
			Time: start.Add(time.Duration(seq) * 250 * time.Millisecond),
		})
	}
	return out
}

func TestActivities(t *testing.T) {
	f := testFeed()
	bare := activities{ID: f.ID, Class: f.Class, Address: f.Address}
	tests := map[string]any{
		"collection": f.collection(2*ActivityPageSize + 1),
		"one":        bare.collection(1),
		"full":       bare.collection(ActivityPageSize),
		"empty":      bare.collection(0),
		"first":      f.page(0, entries(t, 0, 8), true),
		"middle":     f.page(1, entries(t, ActivityPageSize, 2), true),
		"last":       f.page(2, entries(t, 2*ActivityPageSize, 1), false),
		"only":       f.page(0, entries(t, 0, 1), false),
	}
	for name, document := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := json.MarshalIndent(document, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "testdata/feed/"+name+".json", append(got, '\n'))
		})
	}
}

// TestActivitiesMeaning expands the golden documents with the contexts that they name,
// and checks that no member is lost: each has its IRI.
func TestActivitiesMeaning(t *testing.T) {
	options := ld.NewJsonLdOptions("")
	options.DocumentLoader = framing.NewContexts(ldcontext.New(nil))
	const as = "https://www.w3.org/ns/activitystreams#"
	for file, want := range map[string][]string{
		"collection": {"@id", "@type", as + "first", as + "last", as + "totalItems", "http://purl.org/dc/terms/rights",
			"http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2000/01/rdf-schema#seeAlso"},
		"middle": {"@id", "@type", as + "items", as + "next", as + "partOf", as + "prev", as + "startIndex"},
	} {
		text, err := os.ReadFile("testdata/feed/" + file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		nodes, err := ld.NewJsonLdProcessor().Expand(document, options)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for member := range nodes[0].(map[string]any) {
			got = append(got, member)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", file, got, want)
		}
	}
}

func TestPageNumber(t *testing.T) {
	tests := []struct {
		text string
		want uint64
		ok   bool
	}{
		{"0", 0, true}, {"17", 17, true}, {"1000000", 1000000, true},
		{"", 0, false}, {"00", 0, false}, {"01", 0, false}, {"+1", 0, false}, {"-1", 0, false}, {"1.0", 0, false},
		{"1e3", 0, false}, {"%31", 0, false}, {"18446744073709551615", 0, false}, {"18446744073709551616", 0, false},
	}
	for _, test := range tests {
		got, ok := PageNumber(test.text)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%q: %d, %t", test.text, got, ok)
		}
	}
}

// TestLast checks that pages meet without a gap and that the last has an entry.
func TestLastPage(t *testing.T) {
	for total := uint64(1); total < 5*ActivityPageSize; total++ {
		last := lastPage(total)
		if start := last * ActivityPageSize; start >= total || total-start > ActivityPageSize {
			t.Fatalf("%d activities: the last page %d begins at %d", total, last, start)
		}
	}
}

// TestEndTime checks that an end time is never before the change, less than a
// second after it, and in the order of the changes.
func TestEndTime(t *testing.T) {
	zone := time.FixedZone("", 2*60*60)
	before := time.Time{}
	for _, nanoseconds := range []int{0, 1, 499_999_999, 999_999_999, 1_000_000_000} {
		at := time.Date(2026, 12, 31, 23, 59, 59, nanoseconds, zone)
		got := endTime(at)
		if got.Before(at) || got.Sub(at) >= time.Second || got.Nanosecond() != 0 || got.Location() != time.UTC || got.Before(before) {
			t.Errorf("%s: %s", at, got)
		}
		before = got
	}
	if got := fmt.Sprint(endTime(time.Date(2026, 12, 31, 23, 59, 59, 1, time.UTC))); got != "2027-01-01 00:00:00 +0000 UTC" {
		t.Error(got)
	}
}
