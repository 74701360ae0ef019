package places

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/lexicon"
)

//go:embed places.tsv
var placesFile string

// Place is a place of the table.
type Place struct {
	// ID is its number in GeoNames.
	ID string
	// Kind is "country", "state" or "city".
	Kind string
	// Country and State are codes: "US", "PA".
	Country, State string
	// Name is the English name, or that of GeoNames.
	Name  string
	great bool
}

// table has places by their names without case and accents. It is read once and never
// changes.
var table = sync.OnceValues(func() (map[string][]Place, error) {
	out := map[string][]Place{}
	for row, err := range lexicon.Rows(placesFile, 6) {
		if err != nil {
			return nil, fmt.Errorf("places.tsv, %w", err)
		}
		cells := row.Cells
		names := strings.Split(cells[5], "|")
		p := Place{ID: cells[0], Kind: cells[1], Country: cells[2], State: cells[3], Name: names[0], great: cells[4] != ""}
		if p.Kind == "state" {
			names = append(names, p.State)
		}
		for _, name := range names {
			add(out, key(name), p)
		}
	}
	return out, nil
})

func add(table map[string][]Place, name string, p Place) {
	for _, known := range table[name] {
		if known.ID == p.ID {
			return
		}
	}
	table[name] = append(table[name], p)
}

// key is a name as the table has it.
func key(name string) string {
	return strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(lexicon.Fold(name)), ".", ""), "the ")
}

// Table finds places. Several goroutines may use it.
type Table struct{ places map[string][]Place }

// New returns the table. An error is a fault of its file.
func New() (*Table, error) {
	places, err := table()
	return &Table{places}, err
}

// maxText is how many bytes a name of a place has at most.
const maxText = 200

// Find returns the place of a name such as "Pittsburgh, PA", "München", "Paris (France)" or
// "Japan, Tokyo". It is false for one that the table does not have, and for one that several
// have.
func (t *Table) Find(text string) (Place, bool) {
	if len(text) > maxText {
		return Place{}, false
	}
	if p, ok := one(t.places[key(text)]); ok {
		return p, true
	}
	parts := partsOf(text)
	if p, ok := t.within(parts); ok {
		return p, true
	}
	slices.Reverse(parts)
	return t.within(parts)
}

// partsOf divides a name at its commas and brackets, and before the code of a state.
func partsOf(text string) []string {
	if name, in, ok := strings.Cut(text, " ("); ok && strings.HasSuffix(in, ")") {
		text = name + "," + strings.TrimSuffix(in, ")")
	}
	if at := len(text) - 3; at > 0 && text[at] == ' ' && text[at-1] != ',' && strings.ToUpper(text[at:]) == text[at:] {
		text = text[:at] + "," + text[at:]
	}
	return strings.Split(text, ",")
}

// within returns the place that is in all the others of a list, each of which has the next.
func (t *Table) within(parts []string) (Place, bool) {
	if len(parts) < 2 || len(t.wholes(parts[len(parts)-1])) == 0 {
		return Place{}, false
	}
	var found []Place
	for _, c := range t.places[key(parts[0])] {
		if t.isWithin(c, parts[1:]) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return Place{}, false
	}
	return found[0], true
}

// isWithin tells whether a place is in all of a list. A county or province that is called by
// the place, such as "Roma province", has it, and stands for the parts of the country that the
// table does not have, too. So does a county of a city that no other of its name comes near,
// where its state is named.
func (t *Table) isWithin(p Place, wholes []string) bool {
	isSeat := false
	inState := p.great && slices.ContainsFunc(wholes, func(whole string) bool {
		return slices.ContainsFunc(t.wholes(whole), func(w Place) bool { return w.Kind == "state" && p.in(w) })
	})
	for _, whole := range wholes {
		of := t.wholes(whole)
		name, isDivision := divisionName(key(whole))
		switch {
		case slices.ContainsFunc(of, func(w Place) bool { return p.ID != w.ID && p.in(w) }):
		case isDivision && slices.ContainsFunc(t.places[name], func(w Place) bool { return p.ID == w.ID }):
			isSeat = true
		case isSeat && len(of) == 0:
		case inState && len(of) == 0 && strings.HasSuffix(key(whole), " county"):
		default:
			return false
		}
	}
	return true
}

// wholes are the places that a part of a name may mean: "New York state" is no city.
func (t *Table) wholes(name string) []Place {
	state, isState := strings.CutSuffix(key(name), " state")
	return slices.DeleteFunc(slices.Clone(t.places[state]), func(p Place) bool { return isState && p.Kind != "state" })
}

// divisionName returns what a division of a country is called by: "roma" for "roma province".
func divisionName(name string) (string, bool) {
	for _, word := range []string{" county", " province", " department", " metropolis", " state", " district", " prefecture"} {
		if of, ok := strings.CutSuffix(name, word); ok {
			return strings.TrimPrefix(of, "ville de "), true
		}
	}
	return strings.CutPrefix(name, "greater ")
}

// Known tells whether a text is the name of a place of the table, of however many.
func (t *Table) Known(text string) bool { return len(text) <= maxText && len(t.places[key(text)]) > 0 }

func (p Place) in(whole Place) bool {
	switch whole.Kind {
	case "country":
		return p.Country == whole.Country
	case "state":
		return p.Country == whole.Country && p.State == whole.State
	}
	return false
}

// one is the place that a name means by itself.
func one(places []Place) (Place, bool) {
	var found []Place
	for _, p := range places {
		if p.Kind != "city" || p.great {
			found = append(found, p)
		}
	}
	if len(found) != 1 || found[0].Kind == "state" && len(places) > 1 {
		return Place{}, false
	}
	return found[0], true
}

// IRI is the address of the place in GeoNames.
func (p Place) IRI() string { return "https://sws.geonames.org/" + p.ID + "/" }

// Reference is the place as an entity that is described elsewhere.
func (p Place) Reference() entity.Entity {
	return entity.Entity{ID: p.IRI(), Type: "Place", Label: p.Name}
}

// Names are the names of each place of the table, in the languages that it has.
func Names() ([][]string, error) {
	var out [][]string
	for row, err := range lexicon.Rows(placesFile, 6) {
		if err != nil {
			return nil, fmt.Errorf("places.tsv, %w", err)
		}
		out = append(out, strings.FieldsFunc(row.Cells[5], func(r rune) bool { return r == '|' }))
	}
	return out, nil
}
