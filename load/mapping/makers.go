package mapping

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/lexicon"
	"vitrine/linkedart/words/names"
)

// makerNames are what $makers reads. Where several makers are in one row, $split says what
// stands between them in each column, and $each the list that they are in.
var makerNames = []string{"id", "name", "inverted", "kind", "qualifier", "role", "nationality", "born", "died", "birthplace", "deathplace"}

// maker is one maker of a work, as the columns have it.
type maker map[string]string

// makers gives a production who carried it out: it makes a record of each maker, and
// refers to it as the qualifiers "attributed to", "workshop of", "after" and the like want.
// A maker with another role carries out a part of the production.
func (c *call) makers() (any, error) {
	production := &entity.Entity{Type: "Production"}
	for _, m := range c.split() {
		if err := c.maker(production, m); err != nil {
			return nil, err
		}
	}
	made := objectOf(*production)
	return c.merge(made), nil
}

// split returns the makers of the row.
func (c *call) split() []maker {
	parts := c.parts
	if c.each == nil {
		parts = [][]namedText{c.values}
	}
	var makers []maker
	for _, part := range parts {
		m := maker{}
		for _, of := range part {
			m[of.name] = of.text
		}
		makers = append(makers, m)
	}
	return makers
}

// maker adds one maker to the production.
func (c *call) maker(production *entity.Entity, m maker) error {
	text := cmp.Or(m["name"], m["inverted"])
	if text == "" {
		return nil
	}
	n := c.run.readers.names.Read(text)
	role := m["role"]
	if qualifier := m["qualifier"]; qualifier != "" {
		if qualified := c.run.readers.names.Read(qualifier + " " + text); qualified.Qualifier != "" {
			n.Qualifier, n.Qualified = qualified.Qualifier, qualifier
		} else {
			c.unclear(qualifier)
		}
	}
	if isPlainRole(role) {
		role = ""
	}
	if qualified := c.run.readers.names.Read(role + " " + text); role != "" && qualified.Qualifier != "" {
		n.Qualifier, n.Qualified = qualified.Qualifier, role
		role = ""
	}
	if n.Unknown {
		production.ReferredToBy = append(production.ReferredToBy, entity.Statement(text, entity.Type("300435416", "Description")))
		return nil
	}
	if n.Sort == "" && m["name"] != "" && m["inverted"] != m["name"] {
		n.Sort = m["inverted"]
	}
	if isGroup(m["kind"]) {
		n.Kind = names.Group
	}
	for column, span := range map[string]*dates.Span{"born": &n.Life.Born, "died": &n.Life.Died} {
		if text := m[column]; !isNoYear(text) {
			*span = c.date1(text)
		}
	}
	reference, err := c.person(n, m)
	if err != nil {
		return err
	}
	group := ""
	if record, ok := n.GroupRecord(reference); ok {
		group = "group/" + idOf(m, n) + "-" + string(n.Qualifier)
		if err := c.addRecord(group, record); err != nil {
			return err
		}
	}
	if role == "" {
		n.Production(production, reference, group)
		return nil
	}
	part := entity.Entity{Type: "Production", Label: role}
	n.Production(&part, reference, group)
	production.Part = append(production.Part, part)
	return nil
}

// idOf returns what the id of a maker ends with: that of the column, or the name. Where it is
// known when the maker was born and died, the years tell people of one name apart, and
// spellings with and without accents are of one person.
func idOf(m maker, n names.Name) string {
	if id := m["id"]; id != "" {
		return escape(id, false)
	}
	born, ok1 := yearIn(n.Life.Born)
	died, ok2 := yearIn(n.Life.Died)
	if !ok1 || !ok2 {
		return slug(n.Name)
	}
	return fmt.Sprintf("%s-%d-%d", slug(lexicon.Fold(n.Name)), born, died)
}

// yearIn returns the year that a date is in.
func yearIn(s dates.Span) (int, bool) {
	return s.Earliest.Year, !s.Earliest.IsZero() && s.Earliest.Year == s.Latest.Year
}

// slug returns a name as the end of an id: small letters and digits, with hyphens between
// the words. Names that differ in nothing else have one record, with both as its names.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return escape(strings.Join(words, "-"), false)
}

// person makes the record of a maker, and returns the reference to it.
func (c *call) person(n names.Name, m maker) (entity.Entity, error) {
	nationality, err := c.nationality(m["nationality"])
	if err != nil {
		return entity.Entity{}, err
	}
	record := n.Record(nationality)
	for _, of := range []struct {
		text  string
		event *entity.Entity
	}{{cmp.Or(m["birthplace"], n.Life.BirthPlace), first(record.Born, record.FormedBy)}, {cmp.Or(m["deathplace"], n.Life.DeathPlace), first(record.Died, record.DissolvedBy)}} {
		if of.text == "" || of.event == nil {
			continue
		}
		place, err := c.place(of.text)
		if err != nil {
			return record, err
		}
		of.event.TookPlaceAt = []entity.Entity{place}
	}
	folder := "person/"
	if record.Type == "Group" {
		folder = "group/"
	}
	if found := c.run.readers.note(strings.ToLower(record.Type), n.Name); found.ID != "" {
		record.Equivalent = []entity.Entity{{ID: found.ID, Type: record.Type, Label: found.Label}}
	}
	id := folder + idOf(m, n)
	return entity.Entity{ID: id, Type: record.Type, Label: record.Label}, c.addRecord(id, record)
}

func first(a, b *entity.Entity) *entity.Entity {
	if a != nil {
		return a
	}
	return b
}

// date1 reads a date of a life.
func (c *call) date1(text string) dates.Span {
	span, ok := c.run.readers.dates.Read(yearOf(text))
	if !ok {
		c.unclear(text)
	}
	span.Text = text
	return span
}

// place makes the record of a place, and returns the reference to it.
func (c *call) place(text string) (entity.Entity, error) {
	id := "place/" + slug(text)
	record := entity.Entity{Type: "Place", Label: text, IdentifiedBy: []entity.Entity{entity.Name(text, entity.Type("300404670", "Primary Name"))}}
	if found := c.run.readers.note("place", text); found.ID != "" {
		record.Equivalent = []entity.Entity{{ID: found.ID, Type: "Place", Label: found.Label}}
	}
	return entity.Entity{ID: id, Type: "Place", Label: text}, c.addRecord(id, record)
}

// addRecord adds a record that a verb makes.
func (c *call) addRecord(id string, record entity.Entity) error {
	record.ID = id
	made := objectOf(record)
	c.run.add(made)
	return nil
}

// isPlainRole tells whether a role says no more than that it made the work.
func isPlainRole(role string) bool {
	switch strings.ToLower(strings.TrimSpace(role)) {
	case "artist", "artists", "maker", "creator", "artist/maker", "primary maker", "author", "künstler", "künstlerin", "künstler/in", "hersteller", "urheber",
		"artiste", "auteur", "créateur", "kunstenaar", "vervaardiger", "maker(s)", "artista", "autor", "autore", "creador":
		return true
	}
	return false
}

// isGroup tells whether a kind of party is a group: "Organization", "Körperschaft", "firm".
func isGroup(kind string) bool {
	kind = strings.ToLower(kind)
	for _, of := range []string{"organi", "group", "corpor", "firm", "körperschaft", "institution", "company", "collectivit", "organisatie", "culture", "family"} {
		if strings.Contains(kind, of) {
			return true
		}
	}
	return false
}

// nationality returns the concept of a nationality, nil for an empty text.
func (c *call) nationality(text string) (*entity.Entity, error) {
	if text = strings.Trim(text, "() "); text == "" {
		return nil, nil
	}
	found, err := c.concept("nationality", text)
	return &found, err
}
