package generate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"vitrine/checks/generate"
	ldcontext "vitrine/context"
	"vitrine/linkedart"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// parse returns the records as JSON values.
func parse(t *testing.T, o generate.Options) []map[string]any {
	t.Helper()
	var all []map[string]any
	for text := range generate.Records(o) {
		var record map[string]any
		if err := json.Unmarshal(text, &record); err != nil {
			t.Fatalf("record %d: %v\n%s", len(all), err, text)
		}
		all = append(all, record)
	}
	return all
}

// ids calls visit for every id inside a value.
func ids(value any, visit func(id string, object map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		if id, ok := value["id"].(string); ok {
			visit(id, value)
		}
		for _, v := range value {
			ids(v, visit)
		}
	case []any:
		for _, v := range value {
			ids(v, visit)
		}
	}
}

func TestSeedDecides(t *testing.T) {
	run := func(seed uint64) string {
		return string(bytes.Join(slices.Collect(generate.Records(generate.Options{Records: 300, Seed: seed})), []byte("\n")))
	}
	first, again := run(7), run(7)
	if first != again {
		t.Error("two runs with one seed differ")
	}
	if first == run(8) {
		t.Error("two seeds give the same run")
	}
}

func TestRecordDependsOnItsNumberAlone(t *testing.T) {
	long := slices.Collect(generate.Records(generate.Options{Records: 500, Seed: 3}))
	short := slices.Collect(generate.Records(generate.Options{Records: 90, Seed: 3}))
	for k, text := range short {
		if !bytes.Equal(text, long[k]) {
			t.Fatalf("record %d differs between runs of 90 and 500", k)
		}
	}
	if got := generate.Record(generate.Options{Seed: 3}, 444); !bytes.Equal(got, long[444]) {
		t.Errorf("record 444 on its own is %s, in a run %s", got, long[444])
	}
}

func TestNumberOfRecords(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 11, 57} {
		if got := len(parse(t, generate.Options{Records: n})); got != max(n, 0) {
			t.Errorf("%d records for %d", got, n)
		}
	}
	count := 0
	for range generate.Records(generate.Options{Records: 100}) {
		if count++; count == 5 {
			break
		}
	}
	if count != 5 {
		t.Errorf("a walk that ends after 5 took %d", count)
	}
}

func TestReferencesResolve(t *testing.T) {
	for _, n := range []int{1, 5, 12, 35, 2000} {
		all := parse(t, generate.Options{Records: n, Seed: uint64(n)})
		class := map[string]any{}
		for k, record := range all {
			id := record["id"].(string)
			if class[id] != nil {
				t.Fatalf("record %d: the id %s is there already", k, id)
			}
			ids(record, func(target string, object map[string]any) {
				if target == id || !strings.HasPrefix(target, generate.DefaultBase) {
					return
				}
				if class[target] != object["type"] {
					t.Errorf("%s: refers to %s as a %v, which is a %v", id, target, object["type"], class[target])
				}
			})
			class[id] = record["type"]
		}
	}
}

func TestBase(t *testing.T) {
	for _, base := range []string{"https://archive.example/x/", "https://archive.example/x"} {
		for _, record := range parse(t, generate.Options{Records: 200, Base: base}) {
			ids(record, func(id string, _ map[string]any) {
				if !strings.HasPrefix(id, "https://archive.example/x/") && !strings.HasPrefix(id, "http://vocab.getty.edu/aat/") {
					t.Errorf("base %s: an id is %s", base, id)
				}
			})
		}
	}
}

// TestEveryKind checks that there are all endpoints and all kinds of
// provenance part.
func TestEveryKind(t *testing.T) {
	endpoints, parts := map[string]int{}, map[string]int{}
	for _, record := range parse(t, generate.Options{Records: 5000, Seed: 1}) {
		endpoint, _, _ := strings.Cut(strings.TrimPrefix(record["id"].(string), generate.DefaultBase), "/")
		endpoints[endpoint]++
		list, _ := record["part"].([]any)
		for _, part := range list {
			parts[part.(map[string]any)["type"].(string)]++
		}
	}
	for _, want := range []string{"concept", "place", "group", "person", "object", "provenance", "set", "text"} {
		if endpoints[want] == 0 {
			t.Errorf("no %s", want)
		}
	}
	for _, want := range []string{"Acquisition", "RightAcquisition", "TransferOfCustody", "Payment", "Encounter", "Move", "Activity"} {
		if parts[want] == 0 {
			t.Errorf("no part of type %s", want)
		}
	}
}

// TestSkew checks that a few concepts are named by about a tenth of all
// records each, and most by hardly any.
func TestSkew(t *testing.T) {
	const n = 20000
	named := map[string]int{}
	for text := range generate.Records(generate.Options{Records: n, Seed: 11}) {
		var record any
		if err := json.Unmarshal(text, &record); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		ids(record, func(id string, _ map[string]any) { seen[id] = true })
		for id := range seen {
			if strings.HasPrefix(id, generate.DefaultBase+"concept/") {
				named[id]++
			}
		}
	}
	tenth, rare := 0, 0
	for _, count := range named {
		switch share := float64(count) / n; {
		case share > 0.15:
			t.Errorf("a concept is named by %.0f %% of the records", share*100)
		case share > 0.08:
			tenth++
		case share < 0.001:
			rare++
		}
	}
	if tenth < 3 || rare < len(named)*9/10 {
		t.Errorf("of %d concepts %d are named by about a tenth of the records and %d by less than a thousandth", len(named), tenth, rare)
	}
}

// TestValid checks the records with the model, to the letter of its tables.
func TestValid(t *testing.T) {
	validator, err := linkedart.NewValidator(linkedart.Options{Reading: linkedart.Strict, Base: generate.DefaultBase})
	if err != nil {
		t.Fatal(err)
	}
	k := 0
	for text := range generate.Records(generate.Options{Records: 1500, Seed: 5}) {
		for _, finding := range validator.Validate(text) {
			// The core concepts have no earlier ones to be classified by.
			if finding.Level == linkedart.Error || k >= 10 {
				t.Fatalf("record %d: %+v\n%s", k, finding, text)
			}
		}
		k++
	}
}

// TestReadable checks that nothing is lost on the way through RDF, and that
// the records have about twenty quads on average.
func TestReadable(t *testing.T) {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	const n = 3000
	quads := 0
	for text := range generate.Records(generate.Options{Records: n, Seed: 9}) {
		for g, err := range format.Decode(context.Background(), bytes.NewReader(text), serialize.DecodeOptions{}) {
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			quads += len(g.Triples)
		}
	}
	average := float64(quads) / n
	t.Logf("%.1f quads a record", average)
	if average < 18 || average > 22 {
		t.Errorf("%.1f quads a record, want about 20", average)
	}
}

// TestConstantMemory checks that a run holds on to nothing: making a record
// late in it allocates as much as making an early one.
func TestConstantMemory(t *testing.T) {
	allocated := func(from int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for k := from; k < from+2000; k++ {
			generate.Record(generate.Options{}, k)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(0)
	early, late := allocated(1000), allocated(5_000_000)
	if late > early*3/2 {
		t.Errorf("2000 early records take %d bytes, 2000 late ones %d", early, late)
	}
}

func BenchmarkRecords(b *testing.B) {
	bytes := 0
	for text := range generate.Records(generate.Options{Records: b.N, Seed: 1}) {
		bytes += len(text)
	}
	b.SetBytes(int64(bytes / b.N))
}

func ExampleRecords() {
	for text := range generate.Records(generate.Options{Records: 1, Seed: 42}) {
		fmt.Println(string(text))
	}
	// Output:
	// {"@context":"https://linked.art/ns/v1/linked-art.json","id":"https://data.museum.example/concept/1","type":"Language","_label":"Language 1","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404670","type":"Type","_label":"Primary Name"}],"content":"Language 1"}]}
}
