package describe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/server/people/html"
)

// record is a record of the class with the id, and further members.
func record(class, id, members string) string {
	return fmt.Sprintf(`{"@context":"https://linked.art/ns/v1/linked-art.json","id":%q,"type":%q%s}`, data.Base+id, class, members)
}

const (
	english = `,"language":[{"id":"http://vocab.getty.edu/aat/300388277","type":"Language"}]`
	dutch   = `,"language":[{"id":"https://data.museum.example/concept/dutch","type":"Language"}]`
	primary = `,"classified_as":[{"id":"http://vocab.getty.edu/aat/300404670","type":"Type"}]`
)

// named is the member of a record with its names.
func named(names ...string) string {
	return `,"identified_by":[{"type":"Name",` + strings.Join(names, `},{"type":"Name",`) + `}]`
}

func TestNameSuitsTheReader(t *testing.T) {
	dutchConcept := record("Language", "concept/dutch", `,"equivalent":[{"id":"http://vocab.getty.edu/aat/300388256","type":"Language"}]`)
	for _, test := range []struct {
		name, members, reader string
		want                  html.Part
	}{
		{"in the reader's language", named(`"content":"Girl"`+primary+english, `"content":"Meisje"`+primary+dutch), "nl", html.Part{Text: "Meisje"}},
		{"in another language", named(`"content":"Girl"`+primary+english, `"content":"Meisje"`+primary+dutch), "de", html.Part{Text: "Girl", Lang: "en"}},
		{"preferred without a language", named(`"content":"Jan"`+english, `"content":"Johannes"`+primary), "en", html.Part{Text: "Johannes"}},
		{"not preferred, but the reader's", named(`"content":"Delft"`+primary+dutch, `"content":"Delph"`+english), "en", html.Part{Text: "Delph"}},
		{"name before label", `,"_label":"A label"` + named(`"content":"A name"`), "en", html.Part{Text: "A name"}},
		{"label", `,"_label":"A label","identified_by":[{"type":"Identifier","content":"670"}]`, "en", html.Part{Text: "A label"}},
		{"identifier", `,"identified_by":[{"type":"Identifier","content":"670"}]`, "en", html.Part{Text: "670"}},
		{"nothing", "", "en", html.Part{Text: "1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMuseum(t, parse(t, dutchConcept), parse(t, record("Person", "person/1", test.members)))
			got, err := m.Name(t.Context(), m.at(t), data.Base+"person/1", in(t, test.reader))
			if err != nil {
				t.Fatal(err)
			}
			test.want.Href, test.want.IRI = "/person/1", data.Base+"person/1"
			if got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestNameFollowsTheStore(t *testing.T) {
	m := newMuseum(t)
	name := func() html.Part {
		part, err := m.Name(t.Context(), m.at(t), data.Base+"person/1", in(t, "en"))
		if err != nil {
			t.Fatal(err)
		}
		return part
	}
	missing := html.Part{Text: "1", Href: "/person/1", IRI: data.Base + "person/1", Missing: true}
	if got := name(); got != missing {
		t.Errorf("before it is there: %+v", got)
	}
	for _, text := range []string{"Ada", "Ada Lovelace"} {
		m.put(t, parse(t, record("Person", "person/1", named(`"content":"`+text+`"`))))
		if got := name(); got.Text != text || got.Missing {
			t.Errorf("%+v, want %q", got, text)
		}
	}
	iri, err := rdf.NewIRI(data.Base + "person/1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.store.Apply(t.Context(), rdfstore.Change{Delete: iri}); err != nil {
		t.Fatal(err)
	}
	if got := name(); got != missing {
		t.Errorf("after it was deleted: %+v", got)
	}
}

func TestNameElsewhere(t *testing.T) {
	m := newMuseum(t)
	for iri, want := range map[string]html.Part{
		"http://www.wikidata.org/entity/Q1": {Text: "Q1", Href: "http://www.wikidata.org/entity/Q1", External: true},
		"urn:isbn:1":                        {Text: "urn:isbn:1"},
		"javascript:alert(1)":               {Text: "javascript:alert(1)"},
	} {
		want.IRI = iri
		got, err := m.Name(t.Context(), m.at(t), iri, in(t, "en"))
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestCardTellsWhoMadeIt(t *testing.T) {
	m := newMuseum(t, sampleGraphs(t)...)
	cards, _, err := m.Cards(t.Context(), m.at(t), []string{data.Base + "object/girl-with-a-pearl-earring"}, in(t, "nl"))
	if err != nil {
		t.Fatal(err)
	}
	if got := cards[0]; got.Name.Text != "Meisje met de parel" || got.Name.Lang != "" || got.Note.Plain() != "Johannes Vermeer" {
		t.Errorf("%+v", got)
	}
}
