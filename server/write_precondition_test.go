package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/update"
)

// TestAnyETagOfTheVersion takes the entity tag of each representation, in each
// coding, and changes the record with it.
func TestAnyETagOfTheVersion(t *testing.T) {
	m := newMuseum(t, nil)
	long := strings.Repeat("A long name. ", 200)
	old := ""
	for i, o := range m.offers.List {
		for _, coding := range []string{"identity", "gzip", "br", "zstd"} {
			what := o.Name + " " + coding
			if r := m.send(t, "PUT", "/person/ada", ada(fmt.Sprint(long, i, coding))); r.StatusCode != 200 {
				t.Fatalf("%s: status %d: %s", what, r.StatusCode, body(t, r))
			}
			r := m.get(t, "/person/ada?format="+o.Name, "Accept-Encoding", coding)
			if r.StatusCode == 406 && (o.Name == "geojson" || o.Alternate != nil) {
				continue
			}
			etag := r.Header.Get("ETag")
			if r.StatusCode != 200 || etag == "" || coding != "identity" && r.Header.Get("Content-Encoding") != coding {
				t.Fatalf("%s: status %d, header %v", what, r.StatusCode, r.Header)
			}
			for _, test := range []struct {
				field, value string
				status       int
			}{
				{"If-Match", old, 412},
				{"If-Match", "W/" + etag, 412},
				{"If-Match", `"x", W/` + etag, 412},
				{"If-Match", `"` + etag[1:10] + `"`, 412},
				{"If-Match", `nonsense`, 412},
				{"If-None-Match", etag, 412},
				{"If-None-Match", "W/" + etag, 412},
				{"If-None-Match", "*", 412},
				{"If-None-Match", `"x"`, 200},
				{"If-Match", "*", 200},
				{"If-Match", `"x", ` + etag, 200},
				{"If-Match", etag, 200},
			} {
				if test.value == "" {
					continue
				}
				r := m.send(t, "PUT", "/person/ada?dry-run", ada("Countess"), test.field, test.value)
				if r.StatusCode != test.status {
					t.Errorf("%s, %s: %s: status %d, want %d", what, test.field, test.value, r.StatusCode, test.status)
				}
			}
			old = etag
		}
	}
}

// TestETagAndOtherRecords: a record that takes the address of one of another's
// forms makes no other version of that.
func TestETagAndOtherRecords(t *testing.T) {
	m := newMuseum(t, nil)
	tag := m.get(t, "/person/ada").Header.Get("ETag")
	m.mustSend(t, "PUT", "/person/ada.x", personRecord(testBase+"person/ada.x", "X"))
	if now := m.get(t, "/person/ada").Header.Get("ETag"); now == tag {
		t.Error("the tag did not change, but the addresses of the forms did")
	}
	if r := m.send(t, "PUT", "/person/ada", ada("Countess"), "If-Match", tag); r.StatusCode != 200 {
		t.Errorf("status %d: %s", r.StatusCode, body(t, r))
	}
}

// TestPreconditionsOfMissing are those on an entity that is not there.
func TestPreconditionsOfMissing(t *testing.T) {
	m := newMuseum(t, nil)
	eve := personRecord(testBase+"person/eve", "Eve")
	for _, test := range []struct {
		method, field, value string
		status               int
		code                 string
	}{
		{"PUT", "If-Match", "*", 412, "precondition-failed"},
		{"PUT", "If-Match", `"x"`, 412, "precondition-failed"},
		{"PUT", "If-Unmodified-Since", "Mon, 02 Jan 2006 15:04:05 GMT", 200, ""},
		{"PUT", "If-None-Match", "*", 200, ""},
		{"PUT", "If-None-Match", `"x"`, 200, ""},
		{"DELETE", "If-Match", `"x"`, 404, "not-found"},
		{"PATCH", "If-Match", `"x"`, 404, "not-found"},
	} {
		contentType := "application/ld+json"
		if test.method == "PATCH" {
			contentType = "application/merge-patch+json"
		}
		r := m.send(t, test.method, "/person/eve?dry-run", eve, test.field, test.value, "Content-Type", contentType)
		if a := answerOf(t, r); r.StatusCode != test.status || a.Code != test.code {
			t.Errorf("%s %s: %s: status %d, %+v", test.method, test.field, test.value, r.StatusCode, a)
		}
	}
}

func TestUnmodifiedSince(t *testing.T) {
	m := newMuseum(t, nil)
	modified, err := resourceOf(t, m.Server, testBase+"person/ada")
	if err != nil {
		t.Fatal(err)
	}
	for since, want := range map[time.Time]int{modified.Modified: 200, modified.Modified.Add(-time.Second): 412} {
		r := m.send(t, "PUT", "/person/ada?dry-run", ada("Countess"), "If-Unmodified-Since", since.Format(http.TimeFormat))
		if r.StatusCode != want {
			t.Errorf("since %s: status %d, want %d", since, r.StatusCode, want)
		}
	}
	if r := m.send(t, "DELETE", "/person/ada", "", "If-Unmodified-Since", modified.Modified.Format(http.TimeFormat)); r.StatusCode != 204 {
		t.Errorf("status %d", r.StatusCode)
	}
}

// TestARetryIsSafe repeats a PUT whose answer was lost, with the precondition
// that held the first time.
func TestARetryIsSafe(t *testing.T) {
	m := newMuseum(t, nil)
	etag := m.get(t, "/person/ada").Header.Get("ETag")
	if r := m.send(t, "PUT", "/person/ada", ada("Countess"), "If-Match", etag); r.StatusCode != 200 {
		t.Fatalf("status %d", r.StatusCode)
	}
	before := m.dump(t)
	r := m.send(t, "PUT", "/person/ada", ada("Countess"), "If-Match", etag)
	if a := answerOf(t, r); r.StatusCode != 200 || a.Result != "unchanged" || a.ETag != m.get(t, "/person/ada").Header.Get("ETag") {
		t.Errorf("again: status %d, %+v", r.StatusCode, a)
	}
	if r := m.send(t, "PUT", "/person/ada", ada("Another"), "If-Match", etag); r.StatusCode != 412 {
		t.Errorf("another: status %d", r.StatusCode)
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
}

func TestRequirePreconditions(t *testing.T) {
	m := newMuseum(t, nil)
	m.updates.RequirePreconditions = true
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		for _, fields := range [][]string{nil, {"If-Unmodified-Since", "Mon, 02 Jan 2006 15:04:05 GMT"}} {
			r := m.send(t, method, "/person/ada", ada("Countess"), fields...)
			if a := answerOf(t, r); r.StatusCode != 428 || a.Code != "precondition-required" {
				t.Errorf("%s, %v: status %d, %+v", method, fields, r.StatusCode, a)
			}
		}
	}
	if r := m.send(t, "PUT", "/person/ada", ada("Countess"), "If-Match", m.get(t, "/person/ada").Header.Get("ETag")); r.StatusCode != 200 {
		t.Errorf("with one: status %d", r.StatusCode)
	}
	if r := m.send(t, "POST", "/person/", strings.Replace(ada("Eve"), `"id":"`+testBase+`person/ada",`, "", 1)); r.StatusCode != 201 {
		t.Errorf("POST: status %d", r.StatusCode)
	}
}

// intruder is a store in which somebody else writes just before or after each
// change, as long as there is somebody.
type intruder struct {
	rdfstore.Store
	before, after func() *graph.Graph
}

func (i *intruder) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if g := i.before(); g != nil {
		if _, err := i.Store.Apply(ctx, rdfstore.Change{Put: g}); err != nil {
			return nil, err
		}
	}
	outcomes, err := i.Store.Apply(ctx, changes...)
	if g := i.after(); g != nil {
		if _, err := i.Store.Apply(ctx, rdfstore.Change{Put: g}); err != nil {
			return nil, err
		}
	}
	return outcomes, err
}

func nobody() *graph.Graph { return nil }

// TestAWriteRightAfter: the answer shows what its own request stored, with the
// entity tag of that, which by then is an old one.
func TestAWriteRightAfter(t *testing.T) {
	between := &intruder{before: nobody, after: nobody}
	m := newMuseum(t, func(c *Config) {
		between.Store = c.Store
		c.Store = between
	})
	between.after = func() *graph.Graph {
		return decodeNamed(t, m.config.Formats.ByName("jsonld"), ada("Other"), testBase+"person/ada")
	}
	r := m.send(t, "PUT", "/person/ada", ada("Mine"), "Prefer", "return=representation")
	if text := body(t, r); r.StatusCode != 200 || !strings.Contains(text, "Mine") {
		t.Errorf("status %d, %s", r.StatusCode, text)
	}
	if r := m.send(t, "DELETE", "/person/ada", "", "If-Match", r.Header.Get("ETag")); r.StatusCode != 412 {
		t.Errorf("with the ETag: status %d", r.StatusCode)
	}
}

// TestAWriteInBetween puts another client's change between the look at the
// record and the write.
func TestAWriteInBetween(t *testing.T) {
	var others []string
	between := &intruder{before: nobody, after: nobody}
	m := newMuseum(t, func(c *Config) {
		between.Store = c.Store
		c.Store = between
	})
	jsonld := m.config.Formats.ByName("jsonld")
	between.before = func() *graph.Graph {
		if len(others) == 0 {
			return nil
		}
		g := decodeNamed(t, jsonld, others[0], testBase+"person/ada")
		others = others[1:]
		return g
	}
	merge := "application/merge-patch+json"
	for _, test := range []struct {
		name, method, text, contentType string
		others                          int
		fields                          []string
		status                          int
		has                             string
	}{
		{"PUT", "PUT", ada("Mine"), "", 1, nil, 200, "Mine"},
		{"PUT if unchanged", "PUT", ada("Mine"), "", 1, []string{"If-Match", "TAG"}, 412, "Other 1"},
		{"PUT unless it is another", "PUT", ada("Mine"), "", 1, []string{"If-None-Match", `"x"`}, 200, "Mine"},
		{"PUT if there is any", "PUT", ada("Mine"), "", 1, []string{"If-Match", "*"}, 200, "Mine"},
		{"DELETE", "DELETE", "", "", 1, nil, 204, ""},
		{"DELETE if unchanged", "DELETE", "", "", 1, []string{"If-Match", "TAG"}, 412, "Other 1"},
		{"PATCH", "PATCH", `{"born":null}`, merge, 1, nil, 200, "Other 1"},
		{"PATCH, often", "PATCH", `{"born":null}`, merge, update.MaxRounds - 1, nil, 200, fmt.Sprint("Other ", update.MaxRounds-1)},
		{"PATCH, too often", "PATCH", `{"born":null}`, merge, update.MaxRounds, nil, 503, fmt.Sprint("Other ", update.MaxRounds)},
		{"PATCH if unchanged", "PATCH", `{"_label":"Mine"}`, merge, 1, []string{"If-Match", "TAG"}, 412, "Other 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if r := m.send(t, "PUT", "/person/ada", ada(test.name)); r.StatusCode >= 300 {
				t.Fatalf("status %d", r.StatusCode)
			}
			fields := append([]string{"Content-Type", cmp.Or(test.contentType, "application/ld+json")}, test.fields...)
			for i := range fields {
				fields[i] = strings.Replace(fields[i], "TAG", m.get(t, "/person/ada").Header.Get("ETag"), 1)
			}
			for i := range test.others {
				others = append(others, ada(fmt.Sprint("Other ", i+1)))
			}
			r := m.send(t, test.method, "/person/ada", test.text, fields...)
			got := body(t, m.get(t, "/person/ada"))
			if r.StatusCode != test.status || !strings.Contains(got, test.has) {
				t.Errorf("status %d, want %d, the record is %s", r.StatusCode, test.status, got)
			}
			if test.method == "PATCH" && test.status == 200 && strings.Contains(got, "born") {
				t.Errorf("the patch is lost: %s", got)
			}
		})
	}
}

// TestACreationInBetween makes the record just before a client that asks that
// there be none.
func TestACreationInBetween(t *testing.T) {
	between := &intruder{before: nobody, after: nobody}
	m := newMuseum(t, func(c *Config) {
		between.Store = c.Store
		c.Store = between
	})
	if r := m.send(t, "DELETE", "/person/ada", ""); r.StatusCode != 204 {
		t.Fatalf("status %d", r.StatusCode)
	}
	between.before = func() *graph.Graph {
		return decodeNamed(t, m.config.Formats.ByName("jsonld"), ada("Other"), testBase+"person/ada")
	}
	r := m.send(t, "PUT", "/person/ada", ada("Mine"), "If-None-Match", "*")
	if text := body(t, m.get(t, "/person/ada")); r.StatusCode != 412 || !strings.Contains(text, "Other") {
		t.Errorf("status %d, the record is %s", r.StatusCode, text)
	}
}

// TestOneOfTwoWins lets two clients change one record, both from the same
// version, many times over.
func TestOneOfTwoWins(t *testing.T) {
	m := newMuseum(t, nil)
	for round := range 40 {
		etag := m.get(t, "/person/ada").Header.Get("ETag")
		statuses := make([]int, 2)
		var group sync.WaitGroup
		for client := range statuses {
			group.Go(func() {
				statuses[client] = m.send(t, "PUT", "/person/ada", ada(fmt.Sprint("round ", round, " client ", client)), "If-Match", etag).StatusCode
			})
		}
		group.Wait()
		winner := 0
		if statuses[1] == 200 {
			winner = 1
		}
		if statuses[winner] != 200 || statuses[1-winner] != 412 {
			t.Fatalf("round %d: statuses %v", round, statuses)
		}
		if got := body(t, m.get(t, "/person/ada")); !strings.Contains(got, fmt.Sprint("round ", round, " client ", winner)) {
			t.Fatalf("round %d: client %d won, the record is %s", round, winner, got)
		}
	}
}

// TestOneCreates lets several clients create one record.
func TestOneCreates(t *testing.T) {
	m := newMuseum(t, nil)
	for round := range 20 {
		id := fmt.Sprint("person/", round)
		var created, refused atomic.Int64
		var group sync.WaitGroup
		for client := range 4 {
			group.Go(func() {
				switch r := m.send(t, "PUT", "/"+id, personRecord(testBase+id, fmt.Sprint("client ", client)), "If-None-Match", "*"); r.StatusCode {
				case 201:
					created.Add(1)
				case 412:
					refused.Add(1)
				}
			})
		}
		group.Wait()
		if created.Load() != 1 || refused.Load() != 3 {
			t.Fatalf("%d created it, %d were refused", created.Load(), refused.Load())
		}
	}
}

// TestNoUpdateIsLost lets clients add names to one record, each by reading it
// and putting it back, until all have succeeded.
func TestNoUpdateIsLost(t *testing.T) {
	m := newMuseum(t, nil)
	const clients, each = 4, 8
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			for i := range each {
				for !m.addName(t, fmt.Sprintf("name %d of %d", i, client)) {
				}
			}
		})
	}
	group.Wait()
	text := body(t, m.get(t, "/person/ada"))
	for client := range clients {
		for i := range each {
			if !strings.Contains(text, fmt.Sprintf("name %d of %d", i, client)) {
				t.Errorf("name %d of client %d is lost", i, client)
			}
		}
	}
}

// addName adds a name to the record, and tells whether it has.
func (m *museum) addName(t *testing.T, name string) bool {
	r := m.get(t, "/person/ada")
	etag := r.Header.Get("ETag")
	var rec map[string]any
	if err := json.Unmarshal([]byte(body(t, r)), &rec); err != nil {
		t.Error(err)
		return true
	}
	rec["identified_by"] = append(rec["identified_by"].([]any), map[string]any{"type": "Name", "content": name})
	text, err := json.Marshal(rec)
	if err != nil {
		t.Error(err)
		return true
	}
	r = m.send(t, "PUT", "/person/ada", string(text), "If-Match", etag)
	if r.StatusCode != 200 && r.StatusCode != 412 {
		t.Errorf("status %d: %s", r.StatusCode, body(t, r))
		return true
	}
	return r.StatusCode == 200
}

// TestPatchesDoNotUndoEachOther sends patches without a precondition: each is
// made of the record as it then is.
func TestPatchesDoNotUndoEachOther(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	keys := []string{"took_place_at", "classified_as", "identified_by", "referred_to_by"}
	for round := range 10 {
		if r := m.send(t, "PUT", "/person/ada", ada(fmt.Sprint("round ", round))); r.StatusCode != 200 {
			t.Fatalf("status %d", r.StatusCode)
		}
		var group sync.WaitGroup
		for _, key := range keys {
			group.Go(func() {
				patch := fmt.Sprintf(`{"born":{%q:[{"id":"https://elsewhere.example/%s"}]}}`, key, key)
				if r := m.send(t, "PATCH", "/person/ada", patch, "Content-Type", "application/merge-patch+json"); r.StatusCode != 200 {
					t.Errorf("status %d: %s", r.StatusCode, body(t, r))
				}
			})
		}
		group.Wait()
		text := body(t, m.get(t, "/person/ada"))
		for _, key := range append(keys, "1815-12-10") {
			if !strings.Contains(text, key) {
				t.Fatalf("round %d: %s is lost: %s", round, key, text)
			}
		}
	}
}
