package terms

import (
	"strings"
	"testing"
)

func allTerms(t testing.TB) *Table {
	t.Helper()
	all, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFind(t *testing.T) {
	all := allTerms(t)
	for _, c := range []struct{ kind, word, want string }{
		{"material", "oil", "300015050"}, {"material", "Öl", "300015050"}, {"material", "huile", "300015050"},
		{"material", "Leinwand", "300014078"}, {"material", "toile", "300014078"}, {"material", "lienzo", "300014078"},
		{"material", "PORCELAIN", "300010662"}, {"object", "paintings", "300033618"}, {"object", "Gemälde", "300033618"},
		{"object", "prints", "300041273"}, {"object", "etching", "300041365"}, {"technique", "etching", "300053241"},
		{"nationality", "Dutch", "300111175"}, {"nationality", "Japonés", "300018519"},
		{"object", "color photographs", "300128359"}, {"object", "black-and-white photograph", "300128347"},
		{"nationality", "English", "300111178"}, {"nationality", "Yoruba", "300016031"}, {"material", "silk", "300014072"}, {"material", "Seide", "300014072"},
		{"style", "Ming dynasty", "300018438"}, {"style", "Kubismus", "300021495"}, {"role", "graveur", "300025165"}, {"role", "engravers", "300025165"},
		{"object", "Teekanne", "300043022"}, {"object", "dishes", "300042973"}, {"object", "berries", ""},
		{"material", "charcoal", "300012862"}, {"material", "corduroy", "300014080"}, {"material", "velvet", ""},
		{"material", "unobtainium", ""}, {"nationality", "oil", ""}, {"material", "", ""},
	} {
		if got, _ := all.Find(c.kind, c.word); got.AAT != c.want {
			t.Errorf("%s %q is %q, want %q", c.kind, c.word, got.AAT, c.want)
		}
	}
}

// TestMatch has words with a qualifier after those without one, and plurals last.
func TestMatch(t *testing.T) {
	all := allTerms(t)
	for _, c := range []struct {
		kind, word, aat string
		how             Match
	}{
		{"material", "Lin", "300014069", Exact}, {"material", "Lino", "300014069", Exact}, {"material", "rubies", "300011082", Exact},
		{"role", "weavers", "300025367", Plural}, {"object", "daguerreotypes", "300127181", Plural}, {"object", "teapots", "300043022", Plural}, {"object", "benches", "300038494", Exact},
		{"nationality", "English", "300111178", Exact}, {"nationality", "frenchs", "", None},
	} {
		got, how := all.Match(c.kind, c.word)
		if got.AAT != c.aat || how != c.how {
			t.Errorf("%s %q is %q, %s, want %q, %s", c.kind, c.word, got.AAT, how, c.aat, c.how)
		}
	}
}

func TestRead(t *testing.T) {
	for _, broken := range []string{"aat\tkind\n", "aat\tkind\ten\talso\n300\n", "aat\tkind\ten\talso\n300\t\t\t\n", "aat\tkind\ten\talso\n300\t\ta\t\n300\t\tb\t\n"} {
		if _, err := Read(broken); err == nil || !strings.Contains(err.Error(), "line") {
			t.Errorf("%q: %v", broken, err)
		}
	}
}

// TestNumbers checks the form of the numbers, and that each kind has words.
func TestNumbers(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, term := range all {
		if len(term.AAT) != 9 || !strings.HasPrefix(term.AAT, "300") || strings.Trim(term.AAT, "0123456789") != "" {
			t.Errorf("%q is no number of the AAT", term.AAT)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("material", "oil")
	f.Add("object", "Gemälde (x")
	all := allTerms(f)
	f.Fuzz(func(t *testing.T, kind, word string) {
		if term, ok := all.Find(kind, word); ok && term.Kind != kind {
			t.Errorf("%s %q: %+v", kind, word, term)
		}
	})
}
