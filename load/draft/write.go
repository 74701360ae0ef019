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
	w.line(0, "circa: 5  # years that a date with \"about\" reaches to both sides")
	w.line(0, "sources:")
	w.line(1, "- file: %s", quoted("*"+extension(file)))
	w.line(2, "records:")
	w.record()
	w.columns()
	return w.text.String(), nil
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

// slot returns the slot of a column.
func (c *Column) slot() string {
	if strings.ContainsAny(c.Name, "{}=") {
		return "{= $env[" + strconv.Quote(c.Name) + "]}"
	}
	return "{" + c.Name + "}"
}

// idSlot returns the slot of a column in an id, without what all values begin with.
func (c *Column) idSlot() string {
	if c.prefix == "" {
		return c.slot()
	}
	return fmt.Sprintf("{= trimPrefix($env[%q], %q)}", c.Name, c.prefix)
}

// quoted returns a text as a scalar of YAML.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// reason returns why a column has its role, as a comment.
func (c *Column) reason() string { return "  # " + c.Reason }

func (w *writer) record() {
	w.line(3, "- id: %s  # %s tells the rows apart", quoted("object/"+w.key.idSlot()), w.key.Name)
	w.line(4, "type: HumanMadeObject")
	title, accession := w.at("title"), w.at("accession")
	label := w.key.slot()
	switch {
	case title != nil && title.Filled < w.look.Rows:
		label = fmt.Sprintf("{= trim($env[%q]) != \"\" ? $env[%q] : \"Untitled\"}", title.Name, title.Name)
	case title != nil:
		label = title.slot()
	}
	w.line(4, "_label: %s", quoted(label))
	if kind := w.at("kind"); kind != nil {
		w.line(4, "classified_as:%s", kind.reason())
		w.line(4, "- {$term: %s, $kind: object}", quoted(kind.slot()))
	}
	w.names(title, accession)
	w.statements()
	w.production()
	if medium := w.look.At("medium"); medium != nil {
		w.line(4, "made_of:")
		w.line(4, "- {$materials: %s}", quoted(medium.slot()))
	}
	w.dimensions()
	w.pictures()
	if c := w.at("provenance"); c != nil {
		w.line(4, "$provenance: %s%s", quoted(c.slot()), c.reason())
		w.line(4, "$museum: The museum  # your museum's name, for \"the museum\" in these texts")
	}
}

// A concept of the AAT, as it stands in a mapping.
func aat(number, label string) string {
	return fmt.Sprintf("[{id: 'http://vocab.getty.edu/aat/%s', type: Type, _label: %s}]", number, label)
}

func (w *writer) names(title, accession *Column) {
	w.line(4, "identified_by:")
	if title != nil {
		w.line(4, "- {type: Name, classified_as: %s, content: %s}%s", aat("300404670", "Primary Name"), quoted(title.slot()), title.reason())
	}
	if accession != nil {
		w.line(4, "- {type: Identifier, classified_as: %s, content: %s}%s", aat("300312355", "Accession Number"), quoted(accession.slot()), accession.reason())
	}
	if w.key != accession {
		w.line(4, "- {type: Identifier, classified_as: %s, content: %s}", aat("300435704", "System-Assigned Number"), quoted(w.key.slot()))
	}
}

// statements are the roles of which the text is kept as it is, with the concept that says
// what it is.
var statements = []struct{ role, number, label string }{
	{"credit", "300026687", "Credit Line"},
	{"medium", "300435429", "Material Statement"},
	{"dimensions", "300435430", "Dimensions Description"},
	{"description", "300435416", "Description"},
	{"provenance", "300435438", "Provenance Statement"},
	{"inscription", "300435414", "Inscription Statement"},
	{"bibliography", "300311705", "Citation"},
	{"rights", "300435434", "Copyright/License Statement"},
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
		w.line(4, "- {type: LinguisticObject, classified_as: %s, content: %s}%s", concept, quoted(c.slot()), c.reason())
	}
}

// production says who made it and when.
func (w *writer) production() {
	date, earliest, latest, maker := w.at("date"), w.at("earliest"), w.at("latest"), w.at("maker")
	if date == nil && earliest == nil && latest == nil && maker == nil && w.look.At("medium") == nil {
		return
	}
	w.line(4, "produced_by:")
	w.line(5, "type: Production")
	if medium := w.look.At("medium"); medium != nil {
		w.line(5, "technique: [{$techniques: %s}]", quoted(medium.slot()))
	}
	if parts := named([]pair{{"text", date}, {"earliest", earliest}, {"latest", latest}}); len(parts) > 0 {
		w.line(5, "timespan: {type: TimeSpan, $date: {%s}}", strings.Join(parts, ", "))
	}
	if maker == nil {
		return
	}
	parts := []pair{{"name", maker}}
	for _, of := range []struct{ name, role string }{
		{"inverted", "makerinverted"}, {"kind", "makerkind"}, {"role", "makerrole"}, {"nationality", "nationality"},
		{"born", "birth"}, {"died", "death"}, {"birthplace", "birthplace"}, {"deathplace", "deathplace"},
	} {
		parts = append(parts, pair{of.name, w.at(of.role)})
	}
	w.line(5, "$makers:%s", maker.reason())
	if id := w.at("makerid"); id != nil {
		w.line(6, "id: %s", quoted(id.idSlot()))
	}
	for _, text := range named(parts) {
		w.line(6, "%s", text)
	}
	for _, p := range parts {
		if p.column != nil && p.column.Split != "" {
			w.line(5, "$split: %s", quoted(p.column.Split))
			break
		}
	}
}

type pair struct {
	name   string
	column *Column
}

// named returns the members of those that there are.
func named(pairs []pair) []string {
	var parts []string
	for _, p := range pairs {
		if p.column != nil {
			parts = append(parts, p.name+": "+quoted(p.column.slot()))
		}
	}
	return parts
}

// dimensions are in columns of their own, or in a text.
func (w *writer) dimensions() {
	var pairs []pair
	unit, reason := "", ""
	for _, role := range []string{"height", "width", "depth", "length", "diameter", "weight"} {
		c := w.at(role)
		if c == nil {
			continue
		}
		pairs = append(pairs, pair{role, c})
		if role != "weight" && unit == "" {
			unit, reason = c.unit()
		}
	}
	switch text := w.look.At("dimensions"); {
	case len(pairs) > 0 && unit != "":
		w.line(4, "dimension:  # %s", reason)
		w.line(4, "- $dimensions: {%s}", strings.Join(named(pairs), ", "))
		w.line(5, "$unit: %s", unit)
	case len(pairs) > 0:
		w.line(4, "# The columns of dimensions do not say their unit; give it, and remove the signs:")
		w.line(4, "# dimension:")
		w.line(4, "# - $dimensions: {%s}", strings.Join(named(pairs), ", "))
		w.line(4, "#   $unit: cm")
	case text != nil:
		w.line(4, "dimension:%s", text.reason())
		w.line(4, "- $dimensions: %s", quoted(text.slot()))
	}
}

// unit returns the unit of the numbers in a column, by its name, or by fractions as inches
// have them.
func (c *Column) unit() (unit, reason string) {
	name := strings.ToLower(c.Name)
	for _, of := range []struct{ ending, unit string }{
		{"cm", "cm"}, {"mm", "mm"}, {"inches", "in"}, {"_in", "in"}, {" in", "in"}, {"(in)", "in"}, {"(m)", "m"}, {"kg", "kg"},
	} {
		if strings.HasSuffix(name, of.ending) || strings.Contains(name, "("+of.ending+")") {
			return of.unit, "the unit is in the names of the columns"
		}
	}
	if c.fractions >= 10 && c.sixteenths*10 > c.fractions*8 {
		return "in", fmt.Sprintf("guess: inches, since %d of %d fractions are eighths and sixteenths", c.sixteenths, c.fractions)
	}
	return "", ""
}

// pictures are the pictures and pages of the object elsewhere.
func (w *writer) pictures() {
	if c := w.at("image"); c != nil {
		w.line(4, "representation:%s", c.reason())
		w.line(4, "- $each: %s", quoted(c.Name))
		if c.Split != "" {
			w.line(5, "$split: %s", quoted(c.Split))
		}
		w.line(5, "type: VisualItem")
		w.line(5, "digitally_shown_by:")
		w.line(5, "- type: DigitalObject")
		w.line(6, "classified_as: %s", aat("300215302", "Digital Image"))
		w.line(6, "access_point: [{id: %s, type: DigitalObject}]", quoted(c.slot()))
	}
	if c := w.at("page"); c != nil {
		w.line(4, "subject_of:%s", c.reason())
		w.line(4, "- type: LinguisticObject")
		w.line(5, "digitally_carried_by:")
		w.line(5, "- type: DigitalObject")
		w.line(6, "classified_as: %s", aat("300264578", "Web Page"))
		w.line(6, "format: text/html")
		w.line(6, "access_point: [{id: %s, type: DigitalObject}]", quoted(c.slot()))
	}
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
		w.line(0, "# %s %s: %d, %d, %s", sign, c.Name, c.Filled, c.Distinct, strings.Join(examples, " "))
	}
}

// short returns the begin of a text.
func short(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return text
}
