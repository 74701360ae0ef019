package draft

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// Mapping returns a first mapping for a file, as YAML with comments.
func (l *Look) Mapping(file string) (string, error) {
	key := l.KeyOf()
	if key == nil {
		return "", fmt.Errorf("no column of %s tells its rows apart, so that there are no ids to give; add a column with a number for each row", file)
	}
	w := &writer{look: l, key: key, used: map[*Column]bool{key: true}}
	w.line(0, "# A first mapping for %s, by the names and values of its columns.", path.Base(file))
	w.line(0, "# It looks like the records that it makes: {column} is the value of a column.")
	w.line(0, "# What is guessed says so; change it where it is wrong. See docs/import.md.")
	for _, c := range l.Columns {
		if c.markup > 0 {
			w.line(0, "# %s has HTML, in %d rows: plain() takes out the tags, and leaves the text.", strings.ReplaceAll(c.Name, "\n", " "), c.markup)
		}
	}
	w.settings()
	w.line(0, "review: %s  # written by each import: what words were taken for; edit its ids", quoted(reviewName(file)))
	w.line(0, "sources:")
	w.line(1, "- file: %s", quoted("*"+extension(file)))
	w.line(2, "records:")
	w.record()
	w.columns()
	return w.text.String(), nil
}

// reviewName returns the name of the review file of a first mapping.
func reviewName(file string) string {
	base := strings.TrimSuffix(path.Base(file), ".gz")
	return strings.TrimSuffix(base, path.Ext(base)) + ".review.csv"
}

// extension returns the extension of a file, with that of gzip.
func extension(file string) string {
	plain := strings.TrimSuffix(file, ".gz")
	return path.Ext(plain) + file[len(plain):]
}

// writer writes a mapping.
type writer struct {
	text strings.Builder
	look *Look
	key  *Column
	// used are the columns that are in the mapping.
	used map[*Column]bool
}

func (w *writer) line(depth int, format string, args ...any) {
	w.text.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&w.text, format, args...)
	w.text.WriteByte('\n')
}

// at returns the column with a role, and notes that it is used; nil where there is none.
func (w *writer) at(role string) *Column {
	c := w.look.At(role)
	if c != nil {
		w.used[c] = true
	}
	return c
}

// slot returns the slot of a column, the first value where there are several.
func (c *Column) slot() string { return c.slotAt(c.Name) }

// inner returns the slot of a column within the elements of its list.
func (c *Column) inner() string {
	if c.Inner == "" {
		return c.slotAt("#text")
	}
	return c.slotAt(c.Inner)
}

// slotAt returns the slot of a column where it is called by a name.
func (c *Column) slotAt(name string) string {
	if strings.ContainsAny(name, "{}=") || c.isRefName() || c.markup > 0 {
		return "{= " + c.firstAt(name) + " }"
	}
	return "{" + name + "}"
}

// firstAt returns the expression for the first text of a column.
func (c *Column) firstAt(name string) string {
	if c.isRefName() {
		return "trimSuffix(last(split(" + first(name) + ", \")'\")), \"'\")"
	}
	if c.markup > 0 {
		return "plain(" + first(name) + ")"
	}
	return first(name)
}

// isRefName tells whether the values are references of CollectionSpace, which end with the name
// of what they refer to: urn:cspace:…:item:name(roth1)'Ada Roth'.
func (c *Column) isRefName() bool {
	return strings.HasPrefix(c.common, "urn:cspace:") && strings.HasSuffix(c.Examples[0], "'")
}

// texts returns the expression for the texts of a column, and first that for the first.
func texts(name string) string { return "texts($env, " + strconv.Quote(name) + ")" }

func first(name string) string { return "first(" + texts(name) + ") ?? \"\"" }

// idSlot returns the slot of a column in an id, without what all values begin with.
func (c *Column) idSlot() string {
	if c.prefix == "" {
		return c.slot()
	}
	return fmt.Sprintf("{= trimPrefix(%s, %q) }", first(c.Name), c.prefix)
}

// each returns the verb that repeats an object for each value of a column, with a comma,
// and the slot of the value; "" where a row has one value.
func (c *Column) each(separator string) (verb, slot string) {
	switch {
	case c.List != "":
		return "$each: " + quoted(c.List) + ", ", c.inner()
	case separator != "":
		return "$each: " + quoted(c.Name) + ", $split: " + quoted(separator) + ", ", c.slot()
	}
	return "", c.slot()
}

// separator returns what stands between the terms of a cell, "" where there is one.
func (c *Column) separator() string {
	if c.Split == "" && c.splits[";"]*20 > c.Filled && !c.inBrackets {
		return ";"
	}
	return c.Split
}

// quoted returns a text as a scalar of YAML.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// reason returns why a column has its role, as a comment.
func (c *Column) reason() string { return "  # " + c.Reason }

func (w *writer) record() {
	w.line(3, "- id: %s  # %s tells the rows apart", quoted("object/"+w.key.idSlot()), w.key.Name)
	w.line(4, "type: HumanMadeObject")
	title, accession := w.at("title"), w.at("accession")
	w.line(4, "_label: %s", quoted(w.label(title)))
	w.classes()
	w.names(title, accession)
	w.statements()
	w.production()
	if medium := w.look.At("medium"); medium != nil {
		each, slot := medium.each(medium.Split)
		w.line(4, "made_of:")
		w.line(4, "- {%s$materials: %s}", each, quoted(slot))
	}
	w.dimensions()
	w.sets()
	w.pictures()
	w.subjects(title)
	if c := w.at("provenance"); c != nil {
		slot := c.slot()
		if c.List != "" {
			slot = "{= join(" + texts(c.Name) + ", \"; \") }"
		}
		w.line(4, "$provenance: %s%s", quoted(slot), c.reason())
		w.line(4, "$museum: The museum  # your museum's name, for \"the museum\" in these texts")
	}
}

// label returns the text that names a record in short.
func (w *writer) label(title *Column) string {
	switch {
	case title == nil:
		return w.key.slot()
	case title.Filled < w.look.Rows || title.List != "" || w.look.isTree:
		text := fmt.Sprintf("first(%s) ?? \"Untitled\"", texts(title.Name))
		if title.markup > 0 {
			text = "plain(" + text + ")"
		}
		return "{= " + text + " }"
	}
	return title.slot()
}

// A concept of the AAT, as it stands in a mapping.
func aat(number, label string) string {
	return fmt.Sprintf("[{id: 'http://vocab.getty.edu/aat/%s', type: Type, _label: %s}]", number, label)
}

// classes are what kind of object it is, and of what culture and period.
func (w *writer) classes() {
	begun := false
	for _, of := range []struct{ role, kind, more string }{
		{"kind", "object", ""}, {"objectname", "object", ""},
		{"culture", "style", ", classified_as: " + aat("300055768", "Culture")}, {"period", "style", ", classified_as: " + aat("300081446", "Period")},
	} {
		c := w.look.At(of.role)
		if c == nil {
			continue
		}
		w.used[c] = true
		if !begun {
			w.line(4, "classified_as:")
			begun = true
		}
		each, slot := c.each(c.separator())
		w.line(4, "- {%s$term: %s, $kind: %s%s}%s", each, quoted(slot), of.kind, of.more, c.reason())
	}
}

func (w *writer) names(title, accession *Column) {
	w.line(4, "identified_by:")
	if title != nil {
		each, slot := title.each("")
		w.line(4, "- {%stype: Name, classified_as: %s, %scontent: %s}%s", each, aat("300404670", "Primary Name"), title.inLanguage(), quoted(slot), title.reason())
	}
	for _, c := range w.look.Columns {
		if c.Role == "translation" {
			w.used[c] = true
			each, slot := c.each("")
			w.line(4, "- {%stype: Name, %scontent: %s}%s", each, c.inLanguage(), quoted(slot), c.reason())
		}
	}
	if accession != nil {
		each, slot := accession.each("")
		w.line(4, "- {%stype: Identifier, classified_as: %s, content: %s}%s", each, aat("300312355", "Accession Number"), quoted(slot), accession.reason())
	}
	if w.key != accession {
		w.line(4, "- {type: Identifier, classified_as: %s, content: %s}", aat("300435704", "System-Assigned Number"), quoted(w.key.slot()))
	}
}

// inLanguage returns the member that says the language of a column.
func (c *Column) inLanguage() string {
	number, label, ok := strings.Cut(c.language, " ")
	if !ok {
		return ""
	}
	return "language: " + strings.Replace(aat(number, label), "type: Type", "type: Language", 1) + ", "
}

// statements are the roles of which the text is kept as it is, with the concept that says
// what it is.
var statements = []struct{ role, number, label string }{
	{"credit", "300026687", "Credit Line"},
	{"medium", "300435429", "Material Statement"},
	{"technique", "300435429", "Material Statement"},
	{"dimensions", "300435430", "Dimensions Description"},
	{"description", "300435416", "Description"},
	{"provenance", "300435438", "Provenance Statement"},
	{"inscription", "300435414", "Inscription Statement"},
	{"bibliography", "300311705", "Citation"},
	{"rights", "300435434", "Copyright/License Statement"},
	{"exhibitions", "300027200", "Note"},
	{"notes", "300027200", "Note"},
}

func (w *writer) statements() {
	begun := false
	for _, s := range statements {
		c := w.at(s.role)
		if c == nil {
			continue
		}
		if !begun {
			w.line(4, "referred_to_by:")
			begun = true
		}
		concept := strings.TrimSuffix(aat(s.number, s.label), "}]") + ", classified_as: " + aat("300418049", "Brief Text") + "}]"
		each, slot := c.each("")
		w.line(4, "- {%stype: LinguisticObject, classified_as: %s, content: %s}%s", each, concept, quoted(slot), c.reason())
	}
}

// sets are the department or collection that the object belongs to.
func (w *writer) sets() {
	c := w.at("department")
	if c == nil {
		return
	}
	w.line(4, "member_of:%s", c.reason())
	w.reference(4, c, "set/", "Set", "classified_as: "+aat("300025976", "Collection")+", ")
}

// reference writes a reference to a record that has the value of a column as its name, and other
// members.
func (w *writer) reference(depth int, c *Column, id, class, others string) {
	each, slot, name := c.referred()
	w.line(depth, "- {%s$ref: %s, type: %s, _label: %s, %sidentified_by: [{type: Name, classified_as: %s, content: %s}]}",
		each, quoted(id+"{= slug("+c.firstAt(name)+") }"), class, quoted(slot), others, aat("300404670", "Primary Name"), quoted(slot))
}

// referred returns what a record that is made of a column needs: the verb that repeats it,
// the slot, and the name of the column where the slot stands.
func (c *Column) referred() (each, slot, name string) {
	each, slot = c.each(c.separator())
	name = c.Name
	if c.List != "" {
		if name = c.Inner; name == "" {
			name = "#text"
		}
	}
	return each, slot, name
}

// subjects are what the object shows, as what its picture is about.
func (w *writer) subjects(title *Column) {
	c := w.at("subject")
	if c == nil {
		return
	}
	w.line(4, "shows:%s", c.reason())
	w.line(4, "- $if: %s", quoted("len("+texts(c.Name)+") > 0"))
	w.line(5, "$ref: %s", quoted("visual/"+w.key.idSlot()))
	w.line(5, "type: VisualItem")
	w.line(5, "_label: %s", quoted(w.label(title)))
	w.line(5, "about:")
	w.reference(5, c, "concept/subject-", "Type", "")
}

// pictures are the pictures and pages of the object elsewhere. Values that are no addresses
// are left out.
func (w *writer) pictures() {
	if c := w.at("image"); c != nil {
		w.line(4, "representation:%s", c.reason())
		w.repeated(c)
		w.line(5, "type: VisualItem")
		w.line(5, "digitally_shown_by:")
		w.line(5, "- {type: DigitalObject, classified_as: %s, access_point: [{id: %s, type: DigitalObject}]}", aat("300215302", "Digital Image"), quoted(c.elementSlot()))
	}
	if c := w.at("page"); c != nil {
		w.line(4, "subject_of:%s", c.reason())
		w.repeated(c)
		w.line(5, "type: LinguisticObject")
		w.line(5, "digitally_carried_by:")
		w.line(5, "- {type: DigitalObject, classified_as: %s, format: text/html, access_point: [{id: %s, type: DigitalObject}]}", aat("300264578", "Web Page"), quoted(c.elementSlot()))
	}
}

// repeated begins an element that is made for each address in a column.
func (w *writer) repeated(c *Column) {
	_, _, name := c.referred()
	sign := "- "
	begin := func(format string, args ...any) {
		w.line(4, sign+format, args...)
		sign = "  "
	}
	switch {
	case c.List != "":
		begin("$each: %s", quoted(c.List))
	case c.Split != "":
		begin("$each: %s", quoted(c.Name))
		begin("$split: %s", quoted(c.Split))
	}
	begin("$if: %s", quoted("("+first(name)+") startsWith \"http\""))
}

// elementSlot returns the slot of a column within an element that repeated began.
func (c *Column) elementSlot() string {
	if c.List != "" {
		return c.inner()
	}
	return c.slot()
}

// columns lists all columns, and says which are not used.
func (w *writer) columns() {
	w.line(0, "")
	w.line(0, "# The columns, in %d rows: filled, different values, examples. Those with - are not used.", w.look.Rows)
	for _, c := range w.look.Columns {
		sign := "-"
		if w.used[c] {
			sign = "+"
		}
		var examples []string
		for _, example := range c.Examples {
			examples = append(examples, strconv.Quote(short(example)))
		}
		w.line(0, "# %s %s: %d, %d, %s", sign, strings.ReplaceAll(c.Name, "\n", " "), c.Filled, c.Distinct, strings.Join(examples, " "))
	}
}

// short returns the begin of a text.
func short(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return text
}
