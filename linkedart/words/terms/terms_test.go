package terms

import (
	"strings"
	"testing"
)

func table(t testing.TB) *Table {
	t.Helper()
	all, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFind(t *testing.T) {
	all := table(t)
	for _, c := range []struct{ kind, word, want string }{
		{"material", "oil", "300015050"}, {"material", "Öl", "300015050"}, {"material", "huile", "300015050"},
		{"material", "Leinwand", "300014078"}, {"material", "toile", "300014078"}, {"material", "lienzo", "300014078"},
		{"material", "PORCELAIN", "300010662"}, {"object", "paintings", "300033618"}, {"object", "Gemälde", "300033618"},
		{"object", "prints", "300041273"}, {"object", "etching", "300041365"}, {"technique", "etching", "300053241"},
		{"nationality", "Dutch", "300111175"}, {"nationality", "Japonés", "300018519"},
		{"object", "color photographs", "300128359"}, {"object", "black-and-white photograph", "300128347"},
		{"material", "unobtainium", ""}, {"nationality", "oil", ""}, {"material", "", ""},
	} {
		if got, _ := all.Find(c.kind, c.word); got.AAT != c.want {
			t.Errorf("%s %q is %q, want %q", c.kind, c.word, got.AAT, c.want)
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
	all := table(f)
	f.Fuzz(func(t *testing.T, kind, word string) {
		if term, ok := all.Find(kind, word); ok && term.Kind != kind {
			t.Errorf("%s %q: %+v", kind, word, term)
		}
	})
}
