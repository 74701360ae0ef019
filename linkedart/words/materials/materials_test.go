package materials

import (
	"encoding/json"
	"strings"
	"testing"

	"vitrine/linkedart/words/terms"
)

var cases = []struct{ text, want string }{
	{"oil on canvas", "oil paint / canvas"},
	{"Oil on canvas.", "oil paint / canvas"},
	{"ink and watercolor on paper", "ink+watercolour / paper"},
	{"Öl auf Leinwand", "oil paint / canvas"},
	{"huile sur toile", "oil paint / canvas"},
	{"olie op doek", "oil paint / canvas"},
	{"óleo sobre lienzo", "oil paint / canvas"},
	{"olio su tela", "oil paint / canvas"},
	{"brown ink on laid paper", "ink / laid paper"},
	{"brown ink on cream paper", "ink / paper"},
	{"etching on paper", " / paper | tech etching | object etching"},
	{"etching and aquatint on wove paper", " / wove paper | tech etching+aquatint | object etching+aquatint"},
	{"gelatin silver print", " | object gelatin silver print"},
	{"glazed earthenware", "earthenware | tech glazing"},
	{"porcelain with enamel decoration", "porcelain | rest enamel decoration"},
	{"bronze", "bronze"},
	{"Feder in Braun, laviert", " | tech wash technique | rest Feder in Braun"},
	{"Feder, laviert", " | tech wash technique | rest Feder"},
	{"plume, encre brune", "ink | rest plume"},
	{"watercolor on ivory; gold frame", "watercolour / ivory | rest gold frame"},
	{"embroidered silk", "silk | tech embroidering"},
	{"oil on paper on cardboard", "oil paint / paper+cardboard"},
	{"found objects", " | object found object"},
	{"", ""},
}

func short(r Reading) string {
	name := func(list []terms.Term) string {
		var out []string
		for _, t := range list {
			word, _, _ := strings.Cut(strings.ToLower(t.Words["en"]), " (")
			out = append(out, word)
		}
		return strings.Join(out, "+")
	}
	text := name(r.Materials)
	for _, more := range []struct{ mark, text string }{{" / ", name(r.Supports)}, {" | tech ", name(r.Techniques)}, {" | object ", name(r.Objects)}, {" | rest ", strings.Join(r.Rest, "+")}} {
		if more.text != "" {
			text += more.mark + more.text
		}
	}
	return text
}

func reader(t testing.TB) *Reader {
	t.Helper()
	table, err := terms.New()
	if err != nil {
		t.Fatal(err)
	}
	return New(table)
}

func TestRead(t *testing.T) {
	r := reader(t)
	for _, c := range cases {
		got := r.Read(c.text)
		if short(got) != c.want || got.Text != c.text {
			t.Errorf("%q: %s, want %s", c.text, short(got), c.want)
		}
	}
}

func TestEntities(t *testing.T) {
	reading := reader(t).Read("oil on canvas")
	part, _ := reading.Support()
	got, err := json.Marshal([]any{reading.MadeOf(), part, reading.Statement()})
	want := `[[{"id":"http://vocab.getty.edu/aat/300015050","type":"Material","_label":"Oil paint"}],` +
		`{"type":"HumanMadeObject","_label":"Support","classified_as":[{"id":"http://vocab.getty.edu/aat/300014844","type":"Type","_label":"Support"}],"made_of":[{"id":"http://vocab.getty.edu/aat/300014078","type":"Material","_label":"Canvas"}]},` +
		`{"type":"LinguisticObject","classified_as":[{"id":"http://vocab.getty.edu/aat/300435429","type":"Type","_label":"Material Statement","classified_as":[{"id":"http://vocab.getty.edu/aat/300418049","type":"Type","_label":"Brief Text"}]}],"content":"oil on canvas"}]`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// FuzzRead checks that the text and what is not known of it are kept.
func FuzzRead(f *testing.F) {
	for _, c := range cases {
		f.Add(c.text)
	}
	r := reader(f)
	f.Fuzz(func(t *testing.T, text string) {
		got := r.Read(text)
		if got.Text != text {
			t.Errorf("%q became %q", text, got.Text)
		}
		for _, phrase := range got.Rest {
			if !strings.Contains(text, phrase) && !strings.Contains(phrase, ",") {
				t.Errorf("%q: %q is made up", text, phrase)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r := reader(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Read(cases[i%len(cases)].text)
	}
}
