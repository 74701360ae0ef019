package i18n

import (
	_ "embed"
	"fmt"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/linkedart/words/lexicon"
)

// namesTable names what records and the API are made of, in English; the translations are in
// the catalogue. A row has a kind, the IRI or another name, and the words for one thing and for
// several. A unit or currency without the latter has a symbol, which all languages share.
//
//go:embed names.tsv
var namesTable string

// nameOf is the key of a table: a kind of names, and a name of it.
type nameOf struct{ kind, name string }

// counted is what is counted, in words: one of it, and several.
type counted struct{ one, many Key }

// readNames reads the table of names.
func readNames() (map[nameOf]counted, error) {
	out := map[nameOf]counted{}
	for row, err := range lexicon.Rows(namesTable, 4) {
		if err != nil {
			return nil, fmt.Errorf("names.tsv, %w", err)
		}
		out[nameOf{row.Cells[0], row.Cells[1]}] = counted{Key(row.Cells[2]), Key(row.Cells[3])}
	}
	return out, nil
}

// Class is a class in words, as what one thing is: "Person"; "" where it has none.
func (w *Wording) Class(class reading.Class) string {
	return w.named(w.all.names[nameOf{"class", string(class)}].one)
}

// Classes is a class in words, as what several things are: "People".
func (w *Wording) Classes(class reading.Class) string {
	return w.named(w.all.names[nameOf{"class", string(class)}].many)
}

// Endpoint is an endpoint of Linked Art's API in words: "People" of person.
func (w *Wording) Endpoint(name string) string {
	return w.named(w.all.names[nameOf{"endpoint", name}].one)
}

// Property is a property in words, as the heading of its values: "Materials"; "" where it
// has none.
func (w *Wording) Property(property reading.Property) string {
	return w.named(w.all.names[nameOf{"property", string(property)}].one)
}

// Link is an inverse link in words, as the heading of a list on the page of what is linked
// to: "Born here" of personBornAtPlace; "" where it has none.
func (w *Wording) Link(name string) string { return w.named(w.all.names[nameOf{"link", name}].one) }

// unitNamed is a unit or a currency by its concepts, or else by its name.
func (w *Wording) unitNamed(kind string, unit Unit) (counted, bool) {
	for _, iri := range unit.IRIs {
		if words, ok := w.all.names[nameOf{kind, aatIRI(iri)}]; ok {
			return words, true
		}
	}
	words, ok := w.all.names[nameOf{kind, strings.ToLower(unit.Name)}]
	return words, ok
}

func (w *Wording) named(key Key) string {
	if key == "" {
		return ""
	}
	return w.Text(key)
}
