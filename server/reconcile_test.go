package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"vitrine/data"
)

// reconciled is an answer of the reconciliation service: of version 0.2 by the keys of queries.
type reconciled map[string]struct {
	Result []struct {
		ID, Name string
		Score    float64
		Match    bool
	}
}

// matchNames asks by version 0.2.
func matchNames(t testing.TB, h http.Handler, queries any, fields ...string) (out reconciled) {
	t.Helper()
	batch, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	status, text := posted(h, "/-/reconcile", "application/x-www-form-urlencoded", url.Values{"queries": {string(batch)}}.Encode(), fields...)
	if err := json.Unmarshal([]byte(text), &out); err != nil || status != http.StatusOK {
		t.Fatalf("%s: %d %s", batch, status, text)
	}
	return out
}

// posted sends a body, or nothing by GET where there is none.
func posted(h http.Handler, target, mediaType, text string, fields ...string) (int, string) {
	method := http.MethodPost
	if mediaType == "" {
		method = http.MethodGet
	}
	r := httptest.NewRequest(method, target, strings.NewReader(text))
	r.Header.Set("Content-Type", mediaType)
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// distinctNames are the names of the sample collection that one entity alone has, with its URI.
func distinctNames(t testing.TB) (names []string, of map[string]string) {
	t.Helper()
	of = map[string]string{}
	shared := map[string]bool{}
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".json" {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		var record struct {
			Label        string                           `json:"_label"`
			IdentifiedBy []struct{ Type, Content string } `json:"identified_by"`
		}
		if err == nil {
			err = json.Unmarshal(text, &record)
		}
		id := testBase + strings.TrimSuffix(name, ".json")
		all := []string{record.Label}
		for _, n := range record.IdentifiedBy {
			if n.Type == "Name" {
				all = append(all, n.Content)
			}
		}
		for _, n := range all {
			if key := strings.ToLower(n); len(n) > 3 {
				shared[key] = shared[key] || of[n] != "" && of[n] != id
				of[n] = id
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range of {
		if !shared[strings.ToLower(n)] {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names, of
}

// misspelled returns a name with a letter left out, doubled, changed or swapped with the next one,
// for each ten letters that it has.
func misspelled(random *rand.Rand, name string) string {
	letters := []rune(name)
	for range 1 + len(letters)/10 {
		i := 1 + random.IntN(len(letters)-1)
		switch random.IntN(4) {
		case 0:
			letters = slices.Delete(letters, i, i+1)
		case 1:
			letters = slices.Insert(letters, i, letters[i])
		case 2:
			letters[i] = rune('a' + random.IntN(26))
		default:
			letters[i-1], letters[i] = letters[i], letters[i-1]
		}
	}
	return string(letters)
}

// misspelledFirst tells of how many misspelt names the right candidate is the first.
func misspelledFirst(t testing.TB, h http.Handler, n int) (first, matched int) {
	names, of := distinctNames(t)
	random := rand.New(rand.NewPCG(35, 6))
	for begin := 0; begin < n; begin += 50 {
		queries, want := map[string]any{}, map[string]string{}
		for i := begin; i < min(begin+50, n); i++ {
			name := names[random.IntN(len(names))]
			key := fmt.Sprint("q", i)
			queries[key], want[key] = map[string]any{"query": misspelled(random, name), "limit": 3}, of[name]
		}
		for key, found := range matchNames(t, h, queries) {
			if len(found.Result) == 0 || found.Result[0].ID != want[key] {
				t.Logf("%v is not %s but %v", queries[key], want[key], found.Result)
				continue
			}
			first++
			if found.Result[0].Match {
				matched++
			}
		}
	}
	return first, matched
}

func TestReconcileFindsMisspelledNames(t *testing.T) {
	const n = 200 // of 1,000 it was 94 %
	first, matched := misspelledFirst(t, newSample(t, nil), n)
	t.Logf("of %d misspelt names the right candidate is first for %d, and a match for %d", n, first, matched)
	if first < n*9/10 {
		t.Errorf("the right candidate is first for %d of %d", first, n)
	}
}

// TestReconcileShapes compares the members of answers with what the schemas of the protocol
// demand, in both versions.
func TestReconcileShapes(t *testing.T) {
	m := newSample(t, nil)
	const form, jsonType = "application/x-www-form-urlencoded", "application/json"
	id := testBase + "person/rembrandt"
	tests := []struct {
		target, mediaType, body string
		want                    []string
	}{
		{"/-/reconcile", "", "", []string{`"versions":["0.2"]`, `"identifierSpace":"` + testBase + `"`, `"view":{"url":"` + testBase + `entity?id={{id}}"}`, `"service_path":"/suggest/entity"`}},
		{"/-/reconcile/1.0", "", "", []string{`"versions":["1.0-draft"]`, `"suggest":{"entity":true,"property":true,"type":true}`, `"standardizedScore":true`}},
		{"/-/reconcile?queries=" + url.QueryEscape(`{"q":{"query":"Rembrandt van Rijn","type":"Person","limit":1}}`), "", "",
			[]string{`{"q":{"result":[{"id":"` + id + `","name":"Rembrandt van Rijn","description":"Painter; 1606–1669","score":100,"match":true,"type":[{"id":"Person","name":"Person"}],"features":[{"id":"name","name":"Name","value":100}]}]}}`}},
		{"/-/reconcile", form, "queries=" + url.QueryEscape(`{"a":{"query":"zzzzzzzz"},"b":{"query":"?!"}}`), []string{`{"a":{"result":[]},"b":{"result":[]}}`}},
		{"/-/reconcile?callback=jQuery_1.run&queries=" + url.QueryEscape(`{"q":{"query":"zzzzzzzz"}}`), "", "", []string{`/**/jQuery_1.run({"q":{"result":[]}});`}},
		{"/-/reconcile/1.0/match", jsonType, `{"queries":[{"type":"Place","conditions":[{"matchType":"name","propertyValue":"Delft"}]},{"conditions":[{"matchType":"id","propertyValue":"` + id + `"}]}]}`,
			[]string{`{"results":[{"candidates":[{"id":"` + testBase + `place/delft","name":"Delft"`, `"match":true`, `]},{"candidates":[{"id":"` + id + `"`}},
		// Properties tell namesakes apart, and a condition that has to hold leaves others out.
		{"/-/reconcile/1.0/match", jsonType, `{"queries":[{"conditions":[{"matchType":"name","propertyValue":"The Milkmaid"},{"matchType":"property","propertyId":"produced_by.timespan","propertyValue":1660,"required":true}]}]}`,
			[]string{`{"results":[{"candidates":[{"id":"` + testBase + `object/the-milkmaid","name":"The Milkmaid"`, `"match":true`, `{"id":"produced_by.timespan","name":"Made","value":100}`}},
		{"/-/reconcile/1.0/match", jsonType, `{"queries":[{"type":"Person","conditions":[{"matchType":"name","propertyValue":"Rembrandt van Rijn"},{"matchType":"property","propertyId":"born.took_place_at","propertyValue":{"id":"` + testBase + `place/delft"},"required":true}]}]}`,
			[]string{`{"results":[{"candidates":[]}]}`}},
		{"/-/reconcile", form, "extend=" + url.QueryEscape(`{"ids":["`+id+`","x"],"properties":[{"id":"born.timespan"},{"id":"born.took_place_at"}]}`),
			[]string{`"meta":[{"id":"born.timespan","name":"Born"}`, `"born.timespan":[{"date":"1606-07-15T00:00:00Z"},{"date":"1606-07-15T23:59:59Z"}]`, `"born.took_place_at":[{"id":"` + testBase + `place/leiden","name":"Leiden"}]`, `"x":{"born.timespan":[],"born.took_place_at":[]}`}},
		{"/-/reconcile/1.0/extend", jsonType, `{"ids":["` + id + `"],"properties":[{"id":"equivalent"}]}`, []string{`"rows":[{"id":"` + id + `","properties":[{"id":"equivalent","values":[{"id":"http://www.wikidata.org/entity/Q5598"`}},
		{"/-/reconcile/extend/propose?type=Place&limit=100", "", "", []string{`{"properties":[{"id":"identified_by"`, `"id":"part_of"`, `"type":"Place"`}},
		{"/-/reconcile/suggest/entity?prefix=rembr", "", "", []string{`{"id":"` + id + `","name":"Rembrandt van Rijn"`, `"notable":[{"id":"Person","name":"Person"}]`}},
		{"/-/reconcile/1.0/suggest/type?prefix=per", "", "", []string{`{"id":"Person","name":"Person","description":"29 records"}`}},
		{"/-/reconcile/suggest/property?prefix=born", "", "", []string{`{"result":[{"id":"born.timespan","name":"Born"},{"id":"born.took_place_at","name":"Born in"}]}`}},
		{"/-/reconcile/suggest/property?prefix=born&cursor=1", "", "", []string{`{"result":[{"id":"born.took_place_at","name":"Born in"}]}`}},
		{"/-/reconcile/suggest/entity?prefix=rembr&cursor=100", "", "", []string{`{"result":[]}`}}, {"/-/reconcile/suggest/type?prefix=per&cursor=9", "", "", []string{`{"result":[]}`}},
		{"/-/reconcile/preview?id=" + url.QueryEscape(id), "", "", []string{"Rembrandt van Rijn</a>", "1606"}},
	}
	for _, test := range tests {
		status, text := posted(m, test.target, test.mediaType, test.body)
		if status != http.StatusOK {
			t.Errorf("%s %s: %d %s", test.target, test.body, status, text)
		}
		if !strings.Contains(test.target, "preview") {
			text = compacted(text)
		}
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s %s: the answer has no %s:\n%s", test.target, test.body, want, text)
			}
		}
	}
}

// compacted is JSON without the white space between its tokens.
func compacted(text string) string {
	begin, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if begin < 0 || end < begin {
		return text
	}
	var b bytes.Buffer
	if json.Compact(&b, []byte(text[begin:end+1])) != nil {
		return text
	}
	return text[:begin] + b.String() + text[end+1:]
}

func TestReconcileRefuses(t *testing.T) {
	m := newSample(t, nil)
	const form, jsonType = "application/x-www-form-urlencoded", "application/json"
	batch := func(q string) string { return "queries=" + url.QueryEscape(q) }
	many := `{`
	for i := range 101 {
		many += fmt.Sprintf(`"q%d":{"query":"x"},`, i)
	}
	tests := []struct {
		target, mediaType, body string
		status                  int
	}{
		{"/-/reconcile", form, batch(`{"q":`), 400}, {"/-/reconcile", form, batch(`[]`), 400}, {"/-/reconcile", form, batch(`null`), 400}, {"/-/reconcile", form, batch(`{"q":{}}`), 400},
		{"/-/reconcile", form, batch(`{"q":{"query":"x","type":"person"}}`), 400}, {"/-/reconcile", form, batch(`{"q":{"query":"x","type_strict":"maybe"}}`), 400},
		{"/-/reconcile", form, batch(`{"q":{"query":"x","limit":0}}`), 400}, {"/-/reconcile", form, batch(`{"q":{"query":"x","properties":[{"pid":"colour","v":"red"}]}}`), 400},
		{"/-/reconcile", form, batch(strings.TrimSuffix(many, ",") + "}"), 400}, {"/-/reconcile", form, strings.Repeat("x", 1<<20+1), 413},
		{"/-/reconcile", jsonType, `{}`, 415}, {"/-/reconcile?query=x", "", "", 400}, {"/-/reconcile?callback=alert(1)//", "", "", 400},
		{"/-/reconcile", form, "extend=" + url.QueryEscape(`{"ids":["x"],"properties":[{"id":"colour"}]}`), 400},
		{"/-/reconcile/1.0/match", jsonType, `{"queries":[{"conditions":[]}]}`, 400}, {"/-/reconcile/1.0/match", jsonType, `{"queries":[{"conditions":[{"matchType":"colour","propertyValue":"x"}]}]}`, 400},
		{"/-/reconcile/1.0/match", form, `{}`, 415}, {"/-/reconcile/1.0/match", "", "", 405}, {"/-/reconcile/preview?id=x", "", "", 400}, {"/-/reconcile/preview?id=" + testBase + "person/nobody", "", "", 404},
		{"/-/reconcile/suggest/entity?prefix=" + strings.Repeat("x", 501), "", "", 400}, {"/-/reconcile/1.0/extend", jsonType, `{"ids":"x"}`, 400},
		{"/-/reconcile/suggest/type?prefix=p&cursor=-1", "", "", 400}, {"/-/reconcile/suggest/entity?prefix=p&cursor=x", "", "", 400}, {"/-/reconcile/extend/propose?type=Person&limit=0", "", "", 400},
		{"/-/reconcile?callback=a&callback=b", "", "", 400}, {"/-/reconcile", form, batch(`{}`) + "&" + batch(`{}`), 400}, {"/-/reconcile?" + batch(`{}`), form, batch(`{}`), 400},
		{"/-/reconcile/1.0/match", jsonType, `{}`, 400}, {"/-/reconcile/1.0/match", jsonType, `null`, 400}, {"/-/reconcile/1.0/extend", jsonType, ` null `, 400},
	}
	for _, test := range tests {
		if status, text := posted(m, test.target, test.mediaType, test.body); status != test.status {
			t.Errorf("%s %.80s: %d, want %d: %s", test.target, test.body, status, test.status, text)
		}
	}
}

// TestReconcileSeesNothingPrivate asks for private records in all ways, of a server that has them
// and of one that never had them.
func TestReconcileSeesNothingPrivate(t *testing.T) {
	a := newArchive(t)
	const form = "application/x-www-form-urlencoded"
	requests := [][2]string{
		{"/-/reconcile", "queries=" + url.QueryEscape(`{"q":{"query":"`+hiddenWord+`"},"r":{"query":"painting","limit":50}}`)},
		{"/-/reconcile/suggest/entity?prefix=" + hiddenWord[:5], ""}, {"/-/reconcile/suggest/type?prefix=", ""},
	}
	for name := range privateRecords() {
		id := testBase + name
		requests = append(requests,
			[2]string{"/-/reconcile", "queries=" + url.QueryEscape(`{"q":{"query":"`+id+`"}}`)},
			[2]string{"/-/reconcile", "queries=" + url.QueryEscape(`{"q":{"query":"girl","properties":[{"pid":"current_owner","v":{"id":"`+id+`"}}]}}`)},
			[2]string{"/-/reconcile", "extend=" + url.QueryEscape(`{"ids":["`+id+`"],"properties":[{"id":"classified_as"}]}`)},
			[2]string{"/-/reconcile/preview?id=" + url.QueryEscape(id), ""})
	}
	found := 0
	for _, r := range requests {
		mediaType := ""
		if r[1] != "" {
			mediaType = form
		}
		status, got := posted(a, r[0], mediaType, r[1], "X-Request-Id", "one")
		wantStatus, want := posted(a.without, r[0], mediaType, r[1], "X-Request-Id", "one")
		if status != wantStatus || withoutVarying(got) != withoutVarying(want) {
			t.Errorf("%s: %d\n%s\nwithout private records %d\n%s", r, status, got, wantStatus, want)
		}
		if _, read := posted(a, r[0], mediaType, r[1], "Authorization", "Bearer "+a.reader); strings.Contains(read, hiddenWord) {
			found++
		}
	}
	if found < len(privateRecords()) {
		t.Errorf("readers found private records in %d answers", found)
	}
}
