package i18n

import (
	"go/constant"
	"go/types"
	"os"
	"strings"
	"sync"
	"testing"

	"vitrine/linkedart/reading"
)

// languages are those of the program, read once.
var languages = sync.OnceValues(All)

func english(t *testing.T) *Wording {
	t.Helper()
	return in(t, "en")
}

func in(t *testing.T, code string) *Wording {
	t.Helper()
	all, err := languages()
	if err != nil {
		t.Fatal(err)
	}
	w, ok := all.Find(code)
	if !ok {
		t.Fatalf("no %s", code)
	}
	return w
}

// TestNamesOfModel has a name for each class and property of package reading.
func TestNamesOfModel(t *testing.T) {
	p := &program{t: t, used: map[string]string{}, seen: map[string]*types.Package{}}
	model, err := p.Import("vitrine/linkedart/reading")
	if err != nil {
		t.Fatal(err)
	}
	w, n := english(t), 0
	for _, name := range model.Scope().Names() {
		constantOf, ok := model.Scope().Lookup(name).(*types.Const)
		if !ok || constantOf.Val().Kind() != constant.String {
			continue
		}
		value, words := constant.StringVal(constantOf.Val()), "-"
		switch constantOf.Type().String() {
		case "vitrine/linkedart/reading.Class":
			words = w.Class(reading.Class(value)) + w.Classes(reading.Class(value))
		case "vitrine/linkedart/reading.Property":
			words = w.Property(reading.Property(value))
		default:
			continue
		}
		if n++; words == "" {
			t.Errorf("%s has no name", name)
		}
	}
	if n < 100 {
		t.Errorf("found only %d classes and properties", n)
	}
}

// TestNamesOfLinks has a name for each link of linkedart/links.
func TestNamesOfLinks(t *testing.T) {
	table, err := os.ReadFile(root + "/linkedart/links/links.tsv")
	if err != nil {
		t.Fatal(err)
	}
	w := english(t)
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	for _, line := range lines {
		name, _, _ := strings.Cut(line, "\t")
		if w.Link(name) == "" {
			t.Errorf("the link %s has no name", name)
		}
	}
	named := 0
	for of := range w.all.names {
		if of.kind == "link" {
			named++
		}
	}
	if len(lines) != named {
		t.Errorf("there are %d links, and names of %d", len(lines), named)
	}
}

func TestNames(t *testing.T) {
	w := in(t, "nl")
	for got, want := range map[string]string{
		w.Class(reading.ClassPerson):          "Persoon",
		w.Classes(reading.ClassPerson):        "Personen",
		w.Endpoint("person"):                  "Personen",
		w.Property(reading.MadeOf):            "Materialen",
		w.Link("personBornAtPlace"):           "Hier geboren",
		w.Class("http://example.org/unknown"): "",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
