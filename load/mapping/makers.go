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
	parts := c.parts
	if c.each == nil {
		parts = [][]namedText{c.values}
	}
	for _, part := range parts {
		m := maker{}
		for _, of := range part {
			m[of.name] = of.text
		}
		if cmp.Or(m["name"], m["inverted"]) != "" {
			c.maker(production, m)
		}
	}
	for _, text := range c.odd {
		production.ReferredToBy = append(production.ReferredToBy, entity.Statement(text, entity.Type("300435416", "Description")))
	}
	return c.merge(objectOf(*production)), nil
}

// maker adds one maker to the production.
func (c *call) maker(production *entity.Entity, m maker) {
	text := cmp.Or(m["name"], m["inverted"])
	n, role := c.qualified(text, m)
	_, below, _ := strings.Cut(strings.TrimSpace(text), "\n") // XML has lines that are indented
	inLines := below != "" && below == strings.TrimLeft(below, " \t") && n.Life.Text == "" && n.Qualifier == ""
	if inLines {
		c.unclear(text) // two makers, or one and what is said of them
	}
	if n.Unknown || inLines {
		var about []string
		for _, name := range []string{"role", "nationality", "qualifier"} {
			if !strings.Contains(text, m[name]) && !isPlainRole(m[name]) {
				about = append(about, m[name])
			}
		}
		if len(about) > 0 {
			text += " (" + strings.Join(about, ", ") + ")"
		}
		production.ReferredToBy = append(production.ReferredToBy, entity.Statement(text, entity.Type("300435416", "Description")))
		return
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
	reference := c.person(n, m)
	group := ""
	if record, ok := n.GroupRecord(reference); ok {
		group = "group/" + idOf(m, n) + "-" + string(n.Qualifier)
		c.addRecord(group, record)
	}
	if role == "" {
		n.Production(production, reference, group)
		return
	}
	part := entity.Entity{Type: "Production", Label: role}
	n.Production(&part, reference, group)
	production.Part = append(production.Part, part)
}

// qualified reads the name of a maker with the qualifier that is in it, in a column of its own,
// or in that of the role. It returns the role, "" for one that says no more.
func (c *call) qualified(text string, m maker) (n names.Name, role string) {
	n = c.run.readers.names.Read(text)
	if qualifier := m["qualifier"]; qualifier != "" && !c.qualify(&n, qualifier, qualifier+" "+text) && !c.qualify(&n, qualifier, text+" ("+qualifier+")") {
		c.unclear(qualifier)
	}
	role = m["role"]
	if role == "" || isPlainRole(role) || c.qualify(&n, role, role+" "+text) {
		role = ""
	}
	return n, role
}

// qualify gives a name a qualifier, where it is one in a text with the name.
func (c *call) qualify(n *names.Name, qualifier, text string) bool {
	qualified := c.run.readers.names.Read(text)
	if qualified.Qualifier == "" {
		return false
	}
	n.Qualifier, n.Qualified = qualified.Qualifier, qualifier
	return true
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
func (c *call) person(n names.Name, m maker) entity.Entity {
	record := n.Record(c.nationality(m["nationality"]))
	for _, of := range []struct {
		text  string
		event *entity.Entity
	}{{cmp.Or(m["birthplace"], n.Life.BirthPlace), first(record.Born, record.FormedBy)}, {cmp.Or(m["deathplace"], n.Life.DeathPlace), first(record.Died, record.DissolvedBy)}} {
		if of.text != "" && of.event != nil {
			of.event.TookPlaceAt = []entity.Entity{c.place(of.text)}
		}
	}
	class := strings.ToLower(record.Type)
	if found := c.run.readers.note(class, n.Name); found.ID != "" {
		record.Equivalent = []entity.Entity{{ID: found.ID, Type: record.Type, Label: found.Label}}
	}
	return c.addRecord(class+"/"+idOf(m, n), record)
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
func (c *call) place(text string) entity.Entity {
	record := named("Place", text)
	if found := c.run.readers.note("place", text); found.ID != "" {
		record.Equivalent = []entity.Entity{{ID: found.ID, Type: "Place", Label: found.Label}}
	}
	return c.addRecord("place/"+slug(text), record)
}

// named returns a record that has a name alone.
func named(class, text string) entity.Entity {
	return entity.Entity{Type: class, Label: text, IdentifiedBy: []entity.Entity{entity.Name(text, entity.Type("300404670", "Primary Name"))}}
}

// addRecord adds a record that a verb makes, and returns the reference to it.
func (c *call) addRecord(id string, record entity.Entity) entity.Entity {
	record.ID = id
	c.run.add(objectOf(record), true)
	return entity.Entity{ID: id, Type: record.Type, Label: record.Label}
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
	for _, of := range []string{"organi", "group", "collaborat", "corpor", "firm", "körperschaft", "institution", "company", "collectivit", "organisatie", "culture", "family"} {
		if strings.Contains(kind, of) {
			return true
		}
	}
	return false
}

// nationality returns the concept of a nationality, nil for an empty text.
func (c *call) nationality(text string) *entity.Entity {
	if text = strings.Trim(text, "() "); text == "" {
		return nil
	}
	found := c.concept("nationality", text)
	return &found
}
