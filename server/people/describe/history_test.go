package describe

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/checks/golden"
	"vitrine/data"
	"vitrine/server/people/describe/provenance"
	"vitrine/server/people/html"
)

// TestHistories compares the provenance of objects of the sample collection with golden
// files, in the languages of the pages.
func TestHistories(t *testing.T) {
	m := newMuseum(t, sampleGraphs(t)...)
	for _, test := range []struct{ object, languages string }{
		{"girl-with-a-pearl-earring", "en nl fr de"}, {"the-milkmaid", "en nl fr de"}, {"rosetta-stone", "en nl fr de"},
		{"the-night-watch", "en de"}, {"girl-with-the-red-hat", "en fr"}, {"the-little-street", "en"}, {"view-of-delft", "en nl"},
		{"marten-soolmans", "en nl"}, {"the-goldfinch", "en"},
	} {
		for _, language := range strings.Fields(test.languages) {
			t.Run(test.object+"/"+language, func(t *testing.T) {
				record, err := m.Record(t.Context(), m.subject(t, data.Base+"object/"+test.object), in(t, language))
				if err != nil || record.Provenance == nil {
					t.Fatal("no provenance", err)
				}
				golden.Check(t, "testdata/history/"+test.object+"."+language+".txt", dumpHistory(record.Provenance))
			})
		}
	}
}

// TestAccounts compares what is told of the provenance activities with a golden file.
func TestAccounts(t *testing.T) {
	m := newMuseum(t, sampleGraphs(t)...)
	for _, language := range []string{"en", "nl", "fr", "de"} {
		var b strings.Builder
		for _, g := range sampleGraphs(t) {
			iri := g.Name.String()
			if !strings.HasPrefix(iri, data.Base+"provenance/") {
				continue
			}
			record, err := m.Record(t.Context(), m.subject(t, iri), in(t, language))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n", record.Summary.Plain())
		}
		golden.Check(t, "testdata/history/accounts."+language+".txt", b.String())
	}
}

func dumpHistory(p *html.Provenance) string {
	var b strings.Builder
	for _, list := range []struct {
		title  string
		owners []html.Owner
	}{{"owners", p.Owners}, {"custodians", p.Custodians}} {
		b.WriteString(list.title + "\n")
		for _, o := range list.owners {
			name := o.Name.Plain()
			if o.Gap {
				name = "?"
			}
			fmt.Fprintf(&b, "  %s | %s – %s | %s\n", name, o.From.Plain(), o.Until.Plain(), o.How.Plain())
		}
	}
	for _, e := range p.Events {
		fmt.Fprintf(&b, "%s | %s | %s | %s\n", e.Kind.Text, e.Date.Plain(), e.Status, e.Link.Text)
		b.WriteString("  " + e.Account.Plain() + "\n")
		for _, f := range e.Facts {
			var values []string
			for _, v := range f.Values {
				values = append(values, v.Plain())
			}
			fmt.Fprintf(&b, "  - %s: %s\n", f.Name, strings.Join(values, " / "))
		}
	}
	b.WriteString(marked(p.Text) + "\n")
	for i, note := range p.Notes {
		fmt.Fprintf(&b, "%d. %s\n", i+1, marked(note))
	}
	return b.String() + p.More
}

// marked is a phrase with the languages of its parts that are in another one than the
// page: "{nl: Schilderij}".
func marked(p html.Phrase) string {
	var b strings.Builder
	for _, part := range p {
		if part.Lang != "" {
			fmt.Fprintf(&b, "{%s: %s}", part.Lang, part.Text)
		} else {
			b.WriteString(part.Text)
		}
	}
	return b.String()
}

// TestLongHistory has more activities than a page reads, and an activity with more parts
// than it shows.
func TestLongHistory(t *testing.T) {
	const acquisition = `{"type": "Acquisition", "transferred_title_of": [{"id": "object/vase", "type": "HumanMadeObject"}],
		"transferred_title_to": [{"id": "person/a", "type": "Person"}]}`
	record := func(id, class, members string) string {
		return `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "` + id + `", "type": "` + class + `"` + members + `}`
	}
	m := newMuseum(t, parse(t, record("object/vase", "HumanMadeObject", "")))
	for i := range provenance.MaxActivities + 10 {
		m.put(t, parse(t, record(fmt.Sprintf("event/%d", i), "Activity", `, "used_specific_object": [{"id": "object/vase", "type": "HumanMadeObject"}]`)))
	}
	m.put(t, parse(t, record("provenance/many", "Activity", `, "classified_as": [{"id": "http://vocab.getty.edu/aat/300055863", "type": "Type"}], "part": [`+strings.Repeat(acquisition+",", 300)+acquisition+`]`)))
	page, err := m.Record(t.Context(), m.subject(t, data.Base+"object/vase"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	if p := page.Provenance; len(p.Events) != provenance.MaxEvents || p.More == "" {
		t.Errorf("the page shows %d events, and says %q of the others", len(p.Events), p.More)
	}
	page, err = m.Record(t.Context(), m.subject(t, data.Base+"provenance/many"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page.Summary.Plain(), "."); n != provenance.MaxAccount || !strings.HasSuffix(page.Summary.Plain(), "…") {
		t.Errorf("the account of many events is %q", page.Summary.Plain())
	}
}

// TestUnusualHistories compares what is not certain, promised, lost and found with golden
// files.
func TestUnusualHistories(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "vase.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	m := newMuseum(t)
	for line := range strings.Lines(string(text)) {
		m.put(t, parse(t, line))
	}
	for _, language := range []string{"en", "nl", "fr", "de"} {
		record, err := m.Record(t.Context(), m.subject(t, data.Base+"object/vase"), in(t, language))
		if err != nil || record.Provenance == nil {
			t.Fatal("no provenance", err)
		}
		golden.Check(t, "testdata/history/vase."+language+".txt", dumpHistory(record.Provenance))
	}
}

// TestOwnWords tells an activity that is no transfer in the museum's own words.
func TestOwnWords(t *testing.T) {
	m := newMuseum(t)
	m.put(t, parse(t, record("HumanMadeObject", "object/cup", `,"_label":"Cup"`)))
	m.put(t, parse(t, record("Activity", "provenance/cup-1", `,"_label":"Seen in Lund","classified_as":[{"id":"http://vocab.getty.edu/aat/300055863","type":"Type"}],
		"used_specific_object":[{"id":"`+data.Base+`object/cup","type":"HumanMadeObject"}],
		"referred_to_by":[{"type":"LinguisticObject","classified_as":[{"id":"http://vocab.getty.edu/aat/300435438","type":"Type"}],"content":"Seen in Lund, they say. "}]`)))
	page, err := m.Record(t.Context(), m.subject(t, data.Base+"object/cup"), in(t, "en"))
	if err != nil || page.Provenance == nil || len(page.Provenance.Events) != 1 {
		t.Fatal("there is no event", err)
	}
	e := page.Provenance.Events[0]
	if e.Account.Plain() != "Seen in Lund, they say." || !e.Written || len(e.Facts) > 0 {
		t.Errorf("the account is %q, the facts are %v", e.Account.Plain(), e.Facts)
	}
	if text := page.Provenance.Text.Plain(); text != "Seen in Lund, they say. " {
		t.Errorf("the text is %q", text)
	}
}

// TestJourney has the map of a journey with the dates of its stops.
func TestJourney(t *testing.T) {
	m := newMapped(t)
	record, err := m.Record(t.Context(), m.subject(t, data.Base+"object/the-night-watch"), in(t, "en"))
	if err != nil || record.Provenance == nil || record.Provenance.Map == nil {
		t.Fatal("there is no map of the journey", err)
	}
	var got []string
	for _, place := range record.Provenance.Map.Places {
		got = append(got, place.Plain())
	}
	want := []string{
		"Amsterdam (making)", "Kloveniersdoelen (until 1715)", "Town hall on the Dam (1715)", "Amsterdam (1808)", "Trippenhuis (until 1885)",
		"Rijksmuseum building (1885)", "Radboud Castle, Medemblik (1939)", "Sint-Pietersberg shelter (1942)", "Rijksmuseum building (1945, current location)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the stops are %q, want %q", got, want)
	}
}
