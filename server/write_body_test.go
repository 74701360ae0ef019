package server

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/linkedart/admission"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/update"
)

// TestContentTypes sends one body under many names.
func TestContentTypes(t *testing.T) {
	m := newMuseum(t, nil)
	for _, test := range []struct {
		method, target, contentType, coding string
		status                              int
		field, lists                        string
	}{
		{"PUT", "/person/ada", "application/ld+json", "", 200, "", ""},
		{"PUT", "/person/ada", "application/json", "", 200, "", ""},
		{"PUT", "/person/ada", "application/json; charset=UTF-8", "identity", 200, "", ""},
		{"PUT", "/person/ada", askedLinkedArt, "", 200, "", ""},
		{"PUT", "/person/ada", `application/ld+json;profile="https://example.org/other"`, "", 200, "", ""},
		{"PUT", "/person/ada", "Application/LD+JSON", "", 200, "", ""},
		{"PUT", "/person/ada", "", "", 415, "Accept", "text/turtle"},
		{"PUT", "/person/ada", "text/html", "", 415, "Accept", "application/ld+json"},
		{"PUT", "/person/ada", "application/jsonl", "", 415, "Accept", "application/rdf+xml"},
		{"PUT", "/person/ada", "application/geo+json", "", 415, "Accept", "application/n-quads"},
		{"PUT", "/person/ada", "application/merge-patch+json", "", 415, "Accept", "application/trig"},
		{"PUT", "/person/ada", "nonsense", "", 415, "Accept", "application/json"},
		{"PUT", "/person/ada", "application/json; charset=iso-8859-1", "", 415, "Accept", "application/json"},
		{"PUT", "/person/ada", "application/json", "gzip", 415, "Accept-Encoding", "identity"},
		{"PATCH", "/person/ada", "application/json", "", 415, "Accept-Patch", "application/merge-patch+json, application/json-patch+json"},
		{"POST", "/person/", "text/plain", "", 415, "Accept-Post", "text/turtle"},
		{"POST", "/-/load", "text/turtle", "", 415, "Accept-Post", "application/jsonl"},
	} {
		t.Run(fmt.Sprint(test.method, test.target, test.contentType, test.coding), func(t *testing.T) {
			r := m.send(t, test.method, test.target, ada("Ada"), "Content-Type", test.contentType, "Content-Encoding", test.coding, "Authorization", "Bearer "+m.admin)
			if r.StatusCode != test.status || !strings.Contains(r.Header.Get(test.field), test.lists) {
				t.Errorf("status %d, header %v: %s", r.StatusCode, r.Header, body(t, r))
			}
		})
	}
}

// TestTooLargeBodies sends bodies at the limit and beyond, with and without a
// length.
func TestTooLargeBodies(t *testing.T) {
	text := ada("Ada")
	m := newMuseum(t, func(c *Config) { c.MaxBody, c.MaxLoad = int64(len(text)), int64(3*len(text)) })
	line := text + "\n"
	before := m.dump(t)
	for _, test := range []struct {
		method, target, contentType, text string
		status                            int
	}{
		{"PUT", "/person/ada", "application/ld+json", text, 200},
		{"PUT", "/person/ada", "application/ld+json", text + " ", 413},
		{"PUT", "/person/ada", "text/turtle", strings.Repeat("# a comment\n", 1000), 413},
		{"PATCH", "/person/ada", "application/merge-patch+json", `{"a":"` + text + `"}`, 413},
		{"POST", "/person/", "application/ld+json", text + " ", 413},
		{"POST", "/-/load", "application/jsonl", line[:len(line)-1], 200},
		{"POST", "/-/load", "application/jsonl", "\n\n" + text, 200},
		{"POST", "/-/load", "application/jsonl", " " + text, 413},
		{"POST", "/-/load", "application/jsonl", strings.Repeat("\n", 3*len(text)+1), 413},
	} {
		for _, chunked := range []bool{false, true} {
			r := httptest.NewRequest(test.method, test.target, strings.NewReader(test.text))
			r.Header.Set("Authorization", "Bearer "+m.admin)
			r.Header.Set("Content-Type", test.contentType)
			if chunked {
				r.ContentLength = -1
			}
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			if w.Code != test.status || test.status == 413 && !strings.Contains(w.Body.String(), "content-too-large") {
				t.Errorf("%s %s, %d bytes, chunked %v: status %d, want %d: %s", test.method, test.target, len(test.text), chunked, w.Code, test.status, w.Body)
			}
		}
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
}

// TestBeyondTheGraphsLimits sends terms that no graph may have.
func TestBeyondTheGraphsLimits(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	long := "https://x.example/" + strings.Repeat("a", graph.MaxIRI)
	r := m.send(t, "PUT", "/person/ada", "<> <x:p> <"+long+"> .", "Content-Type", "text/turtle")
	if a := answerOf(t, r); r.StatusCode != 413 || a.Code != "content-too-large" {
		t.Errorf("status %d, %+v", r.StatusCode, a)
	}
	if r := m.send(t, "PUT", "/person/"+strings.Repeat("a", graph.MaxIRI), "<> <x:p> <x:o> .", "Content-Type", "text/turtle"); r.StatusCode != 400 {
		t.Errorf("a long address: status %d", r.StatusCode)
	}
}

// TestTooLongIsSeenAtOnce: a body that says how long it is need not be read.
func TestTooLongIsSeenAtOnce(t *testing.T) {
	m := newMuseum(t, nil)
	r := httptest.NewRequest("PUT", "/person/ada", failingBody{io.ErrUnexpectedEOF})
	r.ContentLength = m.config.MaxBody + 1
	r.Header.Set("Authorization", "Bearer "+m.writer)
	r.Header.Set("Content-Type", "text/turtle")
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	if w.Code != 413 {
		t.Errorf("status %d", w.Code)
	}
}

// failingBody fails like a connection.
type failingBody struct{ err error }

func (b failingBody) Read([]byte) (int, error) { return 0, b.err }

func TestBodiesThatDoNotArrive(t *testing.T) {
	m := newMuseum(t, nil)
	for err, status := range map[error]int{
		os.ErrDeadlineExceeded: 408, io.ErrUnexpectedEOF: 400, net.ErrClosed: 400,
		&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}: 408,
	} {
		for target, contentType := range map[string]string{"/person/": "application/ld+json", "/-/load": "application/jsonl"} {
			r := httptest.NewRequest("POST", target, failingBody{err})
			r.Header.Set("Authorization", "Bearer "+m.admin)
			r.Header.Set("Content-Type", contentType)
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			if w.Code != status {
				t.Errorf("%s, %v: status %d, want %d", target, err, w.Code, status)
			}
		}
	}
}

// TestContentRange: a PUT of a part would replace the whole (RFC 9110 section
// 14.5).
func TestContentRange(t *testing.T) {
	m := newMuseum(t, nil)
	if r := m.send(t, "PUT", "/person/ada", ada("Countess"), "Content-Range", "bytes 0-9/100"); r.StatusCode != 400 {
		t.Errorf("status %d", r.StatusCode)
	}
}

// TestPost makes a record without a name in each format that can say so.
func TestPost(t *testing.T) {
	m := newMuseum(t, nil)
	const crm = "http://www.cidoc-crm.org/cidoc-crm/"
	turtle := "a <" + crm + "E21_Person> ; <http://www.w3.org/2000/01/rdf-schema#label> \"Eve\" ; <" + crm + "P1_is_identified_by> [ a <" + crm + "E33_E41_Linguistic_Appellation> ; <" + crm + "P190_has_symbolic_content> \"Eve\" ] .\n"
	triples := "_:e <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <" + crm + "E21_Person> .\n_:e <http://www.w3.org/2000/01/rdf-schema#label> \"Eve\" .\n"
	seen := map[string]bool{}
	for _, test := range []struct{ name, contentType, text string }{
		{"no id", "application/ld+json", strings.Replace(ada("Eve"), `"id":"`+testBase+`person/ada",`, "", 1)},
		{"expanded", "application/ld+json", `{"@type":["` + crm + `E21_Person"],"http://www.w3.org/2000/01/rdf-schema#label":[{"@value":"Eve"}]}`},
		{"the address itself", "text/turtle", "<> " + turtle},
		{"a blank node", "text/turtle", "[] " + turtle},
		{"triples", "application/n-triples", triples},
		{"TriG", "application/trig", "<> " + turtle},
		{"RDF/XML", "application/rdf+xml", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:crm="` + crm + `"><crm:E21_Person rdf:about=""><rdfs:label>Eve</rdfs:label></crm:E21_Person></rdf:RDF>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := m.send(t, "POST", "/person/", test.text, "Content-Type", test.contentType)
			location := r.Header.Get("Location")
			a := answerOf(t, r)
			if r.StatusCode != 201 || !strings.HasPrefix(location, "/person/") || a.ID != strings.TrimSuffix(testBase, "/")+location || a.Result != "created" || seen[location] {
				t.Fatalf("status %d, Location %q, %+v", r.StatusCode, location, a)
			}
			seen[location] = true
			got := m.get(t, location)
			text := body(t, got)
			if got.StatusCode != 200 || !strings.Contains(text, `"id":"`+a.ID+`","type":"Person"`) || !strings.Contains(text, "Eve") || got.Header.Get("ETag") != a.ETag {
				t.Errorf("status %d, ETag %s, report %+v, %s", got.StatusCode, got.Header.Get("ETag"), a, text)
			}
			if r.Header.Get("ETag") != a.ETag {
				t.Errorf("ETag %q, report %+v", r.Header.Get("ETag"), a)
			}
		})
	}
	before := m.dump(t)
	for _, test := range []struct{ name, contentType, text string }{
		{"with an id", "application/ld+json", ada("Ada")},
		{"of no record class", "application/ld+json", strings.Replace(strings.Replace(ada("Eve"), `"id":"`+testBase+`person/ada",`, "", 1), `"Person"`, `"TimeSpan"`, 1)},
		{"about another", "text/turtle", "<ada> " + turtle},
		{"about nothing", "text/turtle", ""},
	} {
		r := m.send(t, "POST", "/person/", test.text, "Content-Type", test.contentType)
		if a := answerOf(t, r); r.StatusCode != 422 || len(a.Findings) == 0 {
			t.Errorf("%s: status %d, %+v", test.name, r.StatusCode, a)
		}
	}
	m.updates.Checking = admission.Off
	for _, text := range []string{"[] <x:p> 1 . [] <x:p> 2 .", "<x:a> <x:p> [] .", "[] <x:p> 1 . <x:a> <x:p> 2 ."} {
		if r := m.send(t, "POST", "/person/", text, "Content-Type", "text/turtle"); r.StatusCode != 422 {
			t.Errorf("%s: status %d", text, r.StatusCode)
		}
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
}

// TestLoad takes many records, all or none.
func TestLoad(t *testing.T) {
	m := newMuseum(t, nil)
	load := func(text string) (*http.Response, string) {
		r := m.send(t, "POST", "/-/load", text, "Content-Type", "application/x-ndjson", "Authorization", "Bearer "+m.admin)
		return r, body(t, r)
	}
	eve, bob := personRecord(testBase+"person/eve", "Eve"), personRecord(testBase+"person/bob", "Bob")
	before := m.dump(t)
	bad := strings.Join([]string{
		eve, "", "not JSON", ada("Countess"), strings.Replace(bob, `"_label"`, `"favourite":"blue","_label"`, 1),
		personRecord("https://elsewhere.example/1", "X"), personRecord(testBase+"person/eve", "Evelyn"), bob,
	}, "\n")
	r, text := load(bad)
	want := `"load":{"records":7,"refused":4,"created":0,"updated":0,"unchanged":0,"lines":[{"line":1,"id":"https://data.museum.example/person/eve","result":"accepted"},{"line":3,"result":"refused","findings":[{"pointer":"","level":"error","rule":"malformed"`
	if r.StatusCode != 422 || !strings.Contains(text, want) {
		t.Errorf("status %d, %s, want in it %s", r.StatusCode, text, want)
	}
	for _, part := range []string{`"line":5,"result":"refused","findings":[{"pointer":"/favourite"`, `"rule":"outside-base"`, `"line":7,"result":"refused","findings":[{"pointer":"/id","level":"error","rule":"address","message":"the record https://data.museum.example/person/eve stands at 1 already"`, `{"line":8,"id":"https://data.museum.example/person/bob","result":"accepted"}`} {
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %s", text, part)
		}
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
	array := func(text string) (int, string) {
		r := m.send(t, "POST", "/-/load?dry-run", text, "Content-Type", "application/json", "Authorization", "Bearer "+m.admin)
		return r.StatusCode, body(t, r)
	}
	for text, status := range map[string]int{
		"[" + eve + ", " + bob + "]": 200, "[]": 200, "[" + eve + ", 7]": 422, eve: 400, "[" + eve: 400, "[" + eve + "] []": 400, "[" + eve + " " + bob + "]": 400, "": 400,
	} {
		if got, answer := array(text); got != status {
			t.Errorf("the array %s: status %d, want %d: %s", text, got, status, answer)
		}
	}
	if _, answer := array("[" + eve + ",\n7]"); !strings.Contains(answer, `{"line":1,"id":"https://data.museum.example/person/eve","result":"accepted"},{"line":2,"result":"refused"`) {
		t.Errorf("the elements of an array: %s", answer)
	}
	r, text = load(eve + "\n\n" + ada("Ada") + "\n" + bob)
	want = `{
  "records": 3,
  "refused": 0,
  "created": 2,
  "updated": 0,
  "unchanged": 1,
  "lines": [
    {
      "line": 1,
      "id": "https://data.museum.example/person/eve",
      "result": "created",
      "version": 2
    },
    {
      "line": 3,
      "id": "https://data.museum.example/person/ada",
      "result": "unchanged",
      "version": 1
    },
    {
      "line": 4,
      "id": "https://data.museum.example/person/bob",
      "result": "created",
      "version": 3
    }
  ]
}
`
	if r.StatusCode != 200 || text != want {
		t.Errorf("status %d, %s", r.StatusCode, text)
	}
	if r, text := load(""); r.StatusCode != 200 || !strings.Contains(text, `"records": 0`) {
		t.Errorf("nothing: status %d, %s", r.StatusCode, text)
	}
	if r, text := load(strings.Replace(eve, "Eve", "Evelyn", 2)); r.StatusCode != 200 || !strings.Contains(text, `"updated": 1`) {
		t.Errorf("an update: status %d, %s", r.StatusCode, text)
	}
	if got := body(t, m.get(t, "/person/eve")); !strings.Contains(got, "Evelyn") {
		t.Errorf("got %s", got)
	}
}

// TestLongReportsAreCut bounds what a load with very many faults says.
func TestLongReportsAreCut(t *testing.T) {
	m := newMuseum(t, nil)
	var wrong []string
	for i := range 900 {
		wrong = append(wrong, fmt.Sprintf(`"wrong%d":1`, i))
	}
	line := `{"@context":"` + linkedArt + `","id":"` + testBase + `person/eve","type":"Person",` + strings.Join(wrong, ",") + "}\n"
	r := m.send(t, "POST", "/-/load", strings.Repeat(line, 12), "Content-Type", "application/jsonl", "Authorization", "Bearer "+m.admin)
	a := answerOf(t, r)
	if r.StatusCode != 422 || a.Load == nil || a.Load.Refused != 12 || a.Load.Omitted < 800 || len(a.Load.Lines) != 12 {
		t.Fatalf("status %d, %+v", r.StatusCode, a.Load)
	}
	said := 0
	for _, line := range a.Load.Lines {
		said += len(line.Findings)
	}
	if said != update.MaxLineFindings {
		t.Errorf("%d findings", said)
	}
}

// TestPreferences asks for each kind of answer.
func TestPreferences(t *testing.T) {
	m := newMuseum(t, nil)
	canonical := body(t, m.get(t, "/person/ada"))
	n := 0
	for _, prefer := range []string{"", "return=minimal", "return=representation", `return="representation"; x=y`, "respond-async, return=minimal", "return=other"} {
		for _, accept := range []string{"", "text/turtle", "text/html", "image/png"} {
			for _, method := range []string{"PUT", "PUT new", "PUT canonical", "PATCH", "POST"} {
				n++
				label := fmt.Sprint("Ada ", n)
				target, text, contentType := "/person/ada", ada(label)+"  ", "application/ld+json"
				status := 200
				switch method {
				case "PUT new":
					target, text, status = fmt.Sprint("/person/", n), personRecord(testBase+fmt.Sprint("person/", n), label), 201
				case "PUT canonical":
					text = canonical
				case "PATCH":
					text, contentType = fmt.Sprintf(`{"_label":%q}`, label), "application/merge-patch+json"
				case "POST":
					target, text, status = "/person/", strings.Replace(ada(label), `"id":"`+testBase+`person/ada",`, "", 1), 201
				}
				what := fmt.Sprintf("%s, %s, %s", method, prefer, accept)
				verb, _, _ := strings.Cut(method, " ")
				r := m.send(t, verb, target, text, "Content-Type", contentType, "Accept", accept, "Prefer", prefer)
				said := body(t, r)
				if at := r.Header.Get("Location"); at != "" {
					target = at
				}
				now := m.get(t, target, "Accept", accept)
				record := m.get(t, target)
				applied, etag := "", ""
				if method == "PATCH" || method == "POST" || method == "PUT canonical" {
					etag = record.Header.Get("ETag")
				}
				switch {
				case strings.Contains(prefer, "minimal"):
					applied = "return=minimal"
					if status == 200 {
						status = 204
					}
					if said != "" {
						t.Errorf("%s: body %q", what, said)
					}
				case strings.Contains(prefer, "representation") && accept != "image/png":
					applied, etag = "return=representation", now.Header.Get("ETag")
					if said != body(t, now) || r.Header.Get("Content-Location") != now.Header.Get("Content-Location") || r.Header.Get("Content-Type") != now.Header.Get("Content-Type") {
						t.Errorf("%s: header %v, body %s", what, r.Header, said)
					}
				default:
					if !strings.Contains(said, `"etag": "\"`+strings.Trim(record.Header.Get("ETag"), `"`)) || r.Header.Get("Content-Type") != "application/json" {
						t.Errorf("%s: body %s, ETag %s", what, said, record.Header.Get("ETag"))
					}
				}
				if r.StatusCode != status || r.Header.Get("Preference-Applied") != applied {
					t.Errorf("%s: status %d, want %d, Preference-Applied %q", what, r.StatusCode, status, r.Header.Get("Preference-Applied"))
				}
				if strings.HasPrefix(method, "PUT") && applied != "return=representation" {
					etag = "" // RFC 9110 section 9.3.4
				}
				if got := r.Header.Get("ETag"); got != etag {
					t.Errorf("%s: ETag %q, want %q", what, got, etag)
				}
			}
		}
	}
}

// patientWriter notes the deadlines that a handler sets.
type patientWriter struct {
	*httptest.ResponseRecorder
	read, write time.Time
}

func (w *patientWriter) SetReadDeadline(t time.Time) error  { w.read = t; return nil }
func (w *patientWriter) SetWriteDeadline(t time.Time) error { w.write = t; return nil }

// TestLoadsHaveTheirOwnTime: the timeouts of a connection are those of a short
// request.
func TestLoadsHaveTheirOwnTime(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.LoadTimeout = time.Hour })
	for target, want := range map[string]time.Duration{"/-/load": time.Hour, "/person/": 0} {
		r := httptest.NewRequest("POST", target, nil)
		r.Header.Set("Content-Type", map[string]string{"/-/load": "application/jsonl", "/person/": "text/turtle"}[target])
		r.Header.Set("Authorization", "Bearer "+m.admin)
		w := &patientWriter{ResponseRecorder: httptest.NewRecorder()}
		before := time.Now()
		m.ServeHTTP(w, r)
		if want == 0 && !w.read.IsZero() || want > 0 && (w.read.Before(before.Add(want)) || w.read != w.write) {
			t.Errorf("%s: deadlines %v and %v", target, w.read, w.write)
		}
	}
}

// TestPrefixesAreNoReasonTooLarge sends valid documents that are much longer
// with their IRIs written out: what counts is the body, not what its prefixes
// stand for.
func TestPrefixesAreNoReasonTooLarge(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.MaxBody = 64 << 10; c.Checking = admission.Off })
	namespace := "collection/" + strings.Repeat("of-things-with-a-very-long-name/", 8)
	head := "@prefix : <" + testBase + namespace + "> .\n@prefix c: <http://www.cidoc-crm.org/cidoc-crm/> .\n"
	statement := ":1000 a c:E22_Human-Made_Object ."
	same := strings.Repeat(statement+"\n", 60)
	var distinct strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&distinct, ":1000 c:P46_is_composed_of :p%d .\n", i)
	}
	tests := []struct{ name, contentType, text string }{
		{"Turtle", "text/turtle", head + same},
		{"TriG", "application/trig", head + same},
		{"TriG with a graph", "application/trig", head + ":1000 {\n" + same + "}\n"},
		{"Turtle, 50 kB", "text/turtle", head + distinct.String()},
		{"TriG, 50 kB", "application/trig", head + ":1000 {\n" + distinct.String() + "}\n"},
	}
	for _, test := range tests {
		r := m.send(t, "PUT", "/"+namespace+"1000", test.text, "Content-Type", test.contentType)
		if r.StatusCode != 200 && r.StatusCode != 201 {
			t.Errorf("%s, %d bytes: status %d: %s", test.name, len(test.text), r.StatusCode, body(t, r))
		}
	}
	if n := strings.Count(body(t, m.get(t, "/"+namespace+"1000.nt")), "P46_is_composed_of"); n != 1500 {
		t.Errorf("%d of 1500 statements are stored", n)
	}
}
