package mapping

import (
	"testing"

	"vitrine/load/rows"
)

// TestMakerIDs gives people of one name a record each where their years differ, and one
// person one record where only the spelling does.
func TestMakerIDs(t *testing.T) {
	m, err := Parse("m.yaml", []byte(`
sources:
- records:
  - id: object/1
    type: HumanMadeObject
    produced_by: {type: Production, $makers: {name: '{name}', id: '{id}', born: '{born}', died: '{died}'}}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ id, name, born, died, want string }{
		{"", "William Sharp", "1749", "1824", "person/william-sharp-1749-1824"},
		{"", "William Sharp", "1900-01-01", "1961-01-01", "person/william-sharp-1900-1961"},
		{"", "Sharp, William", "1900", "1961", "person/william-sharp-1900-1961"},
		{"", "José Clemente Orozco (1883–1949)", "", "", "person/jose-clemente-orozco-1883-1949"},
		{"", "OROZCO, Jose Clemente", "1883", "1949", "person/jose-clemente-orozco-1883-1949"},
		{"", "William Sharp", "1900", "", "person/william-sharp"},
		{"", "William Sharp", "about 1900", "1961", "person/william-sharp"},
		{"7", "William Sharp", "1749", "1824", "person/7"},
	} {
		value := map[string]any{"id": c.id, "name": c.name, "born": c.born, "died": c.died}
		made, err := m.For("objects.csv").Records(rows.Row{Value: value}, func(Unclear) {})
		if err != nil {
			t.Fatal(err)
		}
		if got := made[0].Value.text("id"); got != c.want {
			t.Errorf("%+v has the id %s", c, got)
		}
	}
	// Two lines are no name: the text stays, and is told of.
	var told []string
	value := map[string]any{"name": "Mary Cassatt\nEdgar Degas"}
	made, err := m.For("objects.csv").Records(rows.Row{Value: value}, func(u Unclear) { told = append(told, u.Value) })
	if err != nil || len(made) != 1 || len(told) != 1 {
		t.Errorf("two makers in two lines made %d records, with %q not understood: %v", len(made), told, err)
	}
}
