package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/server/people/site"
)

// randomAda is a record with names, statements and dates at random.
func randomAda(r *rand.Rand) string {
	var members []string
	add := func(format string, args ...any) {
		if r.IntN(3) > 0 {
			members = append(members, fmt.Sprintf(format, args...))
		}
	}
	var names []string
	for range r.IntN(4) {
		names = append(names, fmt.Sprintf(`{"type":"Name","content":"Name %d"}`, r.IntN(5)))
	}
	add(`"referred_to_by":[{"type":"LinguisticObject","classified_as":[{"id":"http://vocab.getty.edu/aat/300435416","type":"Type","_label":"Description"}],"content":"Text %d"}]`, r.IntN(3))
	add(`"equivalent":[{"id":"http://www.wikidata.org/entity/Q%d","type":"Person"}]`, r.IntN(3))
	add(`"died":{"type":"Death","timespan":{"type":"TimeSpan","end_of_the_end":"185%d-12-31T00:00:00Z"}}`, r.IntN(3))
	add(`"identified_by":[%s]`, strings.Join(append(names, `{"type":"Name","content":"Ada"}`), ","))
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	members = append([]string{fmt.Sprintf(`"_label":"Ada %d"`, r.IntN(3))}, members...)
	return fmt.Sprintf(`{"@context":%q,"id":"%sperson/ada","type":"Person",%s}`, linkedArt, testBase, strings.Join(members, ","))
}

// TestDiffIsPatch: the JSON Patch between two states, sent to the older one by PATCH, makes the newer
// one, with its members in order; and the quads are what one has and the other has not.
func TestDiffIsPatch(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 36))
		before, after := randomAda(r), randomAda(r)
		store := func(text string) (version uint64, state string) {
			t.Helper()
			if r := m.send(t, "PUT", "/person/ada", text); r.StatusCode/100 != 2 {
				t.Fatalf("seed %d: %d %s", seed, r.StatusCode, body(t, r))
			}
			return versionsOf(t, m, "person/ada")[0].Seq, body(t, m.get(t, "/person/ada?links=none"))
		}
		from, _ := store(before)
		to, want := store(after)
		store(before)
		patch := m.get(t, fmt.Sprintf("/-/diff?of=%sperson/ada&from=%d&to=%d", testBase, from, to))
		text := body(t, patch)
		if patch.Header.Get("Content-Type") != "application/json-patch+json" || patch.Header.Get("Cache-Control") != site.Immutable {
			t.Errorf("seed %d: %v", seed, patch.Header)
		}
		if r := m.send(t, "PATCH", "/person/ada", text, "Content-Type", "application/json-patch+json"); r.StatusCode != 200 {
			t.Fatalf("seed %d: %d %s\n%s", seed, r.StatusCode, body(t, r), text)
		}
		if got := body(t, m.get(t, "/person/ada?links=none")); got != want {
			t.Fatalf("seed %d:\n%s\npatch %s\ngot  %s\nwant %s", seed, before, text, got, want)
		}
	}
}

func TestDiff(t *testing.T) {
	m := newMuseum(t, nil)
	m.mustSend(t, "PUT", "/person/ada", strings.Replace(ada("Countess"), "1815-12-10", "1815-12-11", 1))
	target := "/-/diff?of=" + testBase + "person/ada&from=1&to=2"
	var operations []struct{ Op, Path string }
	if err := json.Unmarshal([]byte(body(t, m.get(t, target))), &operations); err != nil || len(operations) != 3 || operations[0].Path != "/_label" {
		t.Errorf("%v, %v", operations, err)
	}
	for lang, words := range map[string][]string{
		"en": {"<dt>Name</dt>", "<del>Ada</del>", "<ins>Countess</ins>", "<del>", "10 December 1815", "11 December 1815", "/person/ada?version=1&amp;lang=en"},
		"de": {"<dt>Name</dt>", "10. Dezember 1815", "Was sich geändert hat: Countess"}, "fr": {"<dt>Nom</dt>"}, "nl": {"<dt>Naam</dt>", "10 december 1815"},
	} {
		r := m.get(t, target+"&lang="+lang, "Accept", "text/html")
		text := body(t, r)
		for _, word := range words {
			if !strings.Contains(text, word) {
				t.Errorf("%s: %d, the page lacks %q:\n%s", lang, r.StatusCode, word, text)
			}
		}
		if r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("Cache-Control %s", r.Header.Get("Cache-Control"))
		}
	}
	graphs := map[string]int{}
	quads, err := rdf.NewQuadDecoder(m.get(t, target+"&format=nquads").Body, rdf.NQuads).DecodeAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range quads {
		_, part, _ := strings.Cut(q.Ctx.String(), "#")
		graphs[part]++
	}
	if graphs["added"] == 0 || graphs["added"] != graphs["removed"] || len(graphs) != 2 {
		t.Errorf("quads of %v", graphs)
	}
	if same := body(t, m.get(t, strings.Replace(target, "to=2", "to=1", 1))); same != "[]\n" {
		t.Errorf("a state and itself: %s", same)
	}
	m.mustSend(t, "DELETE", "/person/ada", "")
	for target, status := range map[string]int{
		target: 200, target + "&format=x": 400, "/-/diff": 400, "/-/diff?of=x&from=1&to=2": 400, "/-/diff?of=" + testBase + "none&from=1&to=2": 404,
		"/-/diff?of=" + testBase + "person/ada&from=1": 400, "/-/diff?of=" + testBase + "person/ada&from=1&to=9": 404, "/-/diff?of=" + testBase + "person/ada&from=1&to=3": 410,
	} {
		if r := m.get(t, target); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d: %s", target, r.StatusCode, status, body(t, r))
		}
	}
}

// TestTimeMapProvenance reads a TimeMap in PROV-O.
func TestTimeMapProvenance(t *testing.T) {
	m := newMuseum(t, nil)
	m.mustSend(t, "PUT", "/person/ada", ada("Countess"), "Vitrine-Message", "title")
	m.mustSend(t, "DELETE", "/person/ada", "")
	r := m.get(t, "/-/timemap?of="+testBase+"person/ada", "Accept", "application/n-quads")
	facts := map[string]string{}
	quads, err := rdf.NewQuadDecoder(r.Body, rdf.NQuads).DecodeAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range quads {
		facts[strings.TrimPrefix(q.Subj.String(), testBase)+" "+q.Pred.String()[strings.LastIndexAny(q.Pred.String(), "#/")+1:]] = strings.TrimPrefix(q.Obj.String(), testBase)
	}
	for key, want := range map[string]string{
		"person/ada?version=2 wasRevisionOf": "person/ada?version=1", "person/ada?version=2 wasGeneratedBy": "-/activity/page/0#2",
		"person/ada?version=2 wasInvalidatedBy": "-/activity/page/0#3", "person/ada?version=1 specializationOf": "person/ada",
		"-/activity/page/0#2 comment": "title", "person/ada?version=1 wasRevisionOf": "",
	} {
		if facts[key] != want {
			t.Errorf("%s is %q, want %q", key, facts[key], want)
		}
	}
	if e := versionsOf(t, m, "person/ada"); e[0].Kind != rdfstore.Deleted || facts["-/activity/page/0#2 endedAtTime"] == "" || facts["-/activity/page/0#2 startedAtTime"] == "" {
		t.Errorf("%v", facts)
	}
}
