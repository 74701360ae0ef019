package provtext

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/names"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

const base = "https://example.org/"

// museum has the records that a text becomes.
type museum struct {
	t       testing.TB
	names   *names.Reader
	jsonld  *jsonld.Processor
	records map[string]reading.Node
}

func (m *museum) add(e entity.Entity, after string) reading.Node {
	m.t.Helper()
	record := struct {
		Context string `json:"@context"`
		entity.Entity
		After []entity.Entity `json:"after,omitempty"`
	}{ldcontext.LinkedArt, e, nil}
	if after != "" {
		record.After = []entity.Entity{{ID: after, Type: "Activity"}}
	}
	text, err := json.Marshal(record)
	if err != nil {
		m.t.Fatal(err)
	}
	g, err := m.jsonld.Read(m.t.Context(), text, serialize.DecodeOptions{Base: base})
	if err != nil {
		m.t.Fatal(err)
	}
	m.records[e.ID] = reading.Read(g).Root()
	return m.records[e.ID]
}

func (m *museum) references() References {
	refs := references()
	party := refs.Party
	refs.Party = func(p Party) (entity.Entity, bool) {
		e, ok := party(p)
		n := m.names.Read(p.Name)
		n.Name, n.Life = p.Name, p.Life
		record := n.Record(nil)
		record.ID, record.Type, record.Label = e.ID, e.Type, e.Label
		if e.Type == "Group" {
			record.Born, record.Died = nil, nil
		}
		m.add(record, "")
		return e, ok
	}
	refs.Method = func(method Method) (entity.Entity, bool) {
		return entity.Entity{ID: base + "concept/" + method.Key, Type: "Type", Label: method.Label}, true
	}
	return refs
}

// written reads a text into activities, and writes the text of the history that their
// records give. The museum's own text in the activities is taken out if it is not to help.
func written(t testing.TB, text string, help bool) string {
	t.Helper()
	r := reader(t)
	m := &museum{t: t, names: r.names, jsonld: jsonld.New(ldcontext.New(nil)), records: map[string]reading.Node{}}
	read := r.Read(text)
	object := m.add(m.references().Object, "")
	var activities []reading.Node
	for i, a := range read.Activities(m.references()) {
		a.ID = fmt.Sprintf("%sprovenance/%d", base, i)
		if !help {
			a.ReferredToBy = slices.DeleteFunc(a.ReferredToBy, func(s entity.Entity) bool { return s.ClassifiedAs[0].ID == provenanceText.ID })
		}
		after := ""
		if b, ok := read.Before(i); ok {
			after = fmt.Sprintf("%sprovenance/%d", base, b)
		}
		activities = append(activities, m.add(a, after))
	}
	h := provenance.Of(object, activities, func(iri string) reading.Node { return m.records[iri] })
	out, _ := provenance.Writer[string]{Words: english{}}.Text(h, len(h.Text))
	return out
}

// TestTextOfActivities writes texts in the form of the standard from what their activities
// say alone.
func TestTextOfActivities(t *testing.T) {
	for _, text := range []string{
		"Ada Roth (1844–1911), Lund; inherited by Olof Roth (1870–1949), Stockholm, 1911; sold to Nordic Museum of Art, Stockholm, March 3, 1932.",
		"Ada Roth, Lund; Olof Roth, Malmö, by 1911; given to Nordic Museum of Art, Stockholm, 1932 [1].",
		"Ada Roth, Lund. Bought by Olof Roth, Malmö, 1911; sold at auction to Jakob Feld, London, 3 May 1978, lot 12, for 450 Pounds Sterling.",
		"Possibly bought by Ada Roth, Lund, 1911. Possibly Olof Roth, Malmö, 1923.",
		"Ada Roth; stolen, Oslo, 1943. Restituted to Ada Roth, Oslo, 1951; bequeathed to Nordic Museum of Art, Stockholm, 1960.",
		"Commissioned by Abbot Salvi, Perugia, 1484; exchanged with Convent of San Pietro, Perugia, 1500.",
		"Ada Roth; lent to Olof Roth, Malmö, 1928. Looted by French Army, 1940.",
	} {
		notes := ""
		if strings.Contains(text, "[1]") {
			notes = "\n\nNotes:\n[1] Letter of Ada Roth."
		}
		if got := written(t, text+notes, false); got != text {
			t.Errorf("%q was written as\n%q", text, got)
		}
	}
}

// TestTextOfTheMuseum writes texts whose activities have the museum's own words: they come
// out as they were, whatever their form, if they are in the order of time.
func TestTextOfTheMuseum(t *testing.T) {
	for _, m := range markedTexts(t) {
		if got := written(t, m.text, true); got != m.text {
			t.Errorf("%q was written as\n%q", m.text, got)
		}
	}
}
