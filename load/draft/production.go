package draft

import (
	"fmt"
	"slices"
	"strings"
)

// pair is a column with the name by which a verb reads it.
type pair struct {
	name   string
	column *Column
}

// namedSlots returns the members of those that there are.
func namedSlots(pairs []pair) []string {
	var parts []string
	for _, p := range pairs {
		if p.column != nil {
			parts = append(parts, p.name+": "+quoted(p.column.slot()))
		}
	}
	return parts
}

// production says who made it, when, where and how.
func (w *writer) production() {
	date, earliest, latest, maker, place := w.at("date"), w.at("earliest"), w.at("latest"), w.at("maker"), w.at("place")
	medium := w.look.At("medium")
	if date == nil && earliest == nil && latest == nil && maker == nil && place == nil && medium == nil {
		return
	}
	w.line(4, "produced_by:")
	w.line(5, "type: Production")
	if medium != nil {
		w.line(5, "technique:")
		for _, c := range []*Column{medium, w.look.At("technique")} {
			if c != nil {
				each, slot := c.each(c.Split)
				w.line(5, "- {%s$techniques: %s}", each, quoted(slot))
			}
		}
	}
	if parts := namedSlots([]pair{{"text", date}, {"earliest", earliest}, {"latest", latest}}); len(parts) > 0 {
		w.line(5, "timespan: {type: TimeSpan, $date: {%s}}", strings.Join(parts, ", "))
	}
	if place != nil {
		w.line(5, "took_place_at:%s", place.reason())
		w.reference(5, place, "place/", "Place", "")
	}
	if maker != nil {
		w.makers(maker)
	}
}

// makerMembers are what $makers reads, by the roles of columns.
var makerMembers = []struct{ name, role string }{
	{"id", "makerid"}, {"inverted", "makerinverted"}, {"kind", "makerkind"}, {"qualifier", "makerqualifier"}, {"role", "makerrole"}, {"nationality", "nationality"},
	{"born", "birth"}, {"died", "death"}, {"birthplace", "birthplace"}, {"deathplace", "deathplace"},
}

func (w *writer) makers(maker *Column) {
	separator := ""
	if maker.List == "" {
		separator = maker.separatorOfNames()
	}
	beside := []*Column{maker}
	var members []string
	for _, of := range makerMembers {
		c := w.look.At(of.role)
		if c == nil {
			continue
		}
		w.used[c] = true
		beside = append(beside, c)
		slot := c.slot()
		switch {
		case c.Inner != "":
			slot = c.inner()
		case of.role == "makerid" && c.List == "":
			slot = c.idSlot()
		}
		members = append(members, of.name+": "+quoted(slot))
	}
	name := w.makerName(maker, separator)
	if maker.List != "" && maker.Inner == "" && len(beside) > 1 {
		name = maker.slot()
	}
	w.line(5, "$makers:%s", maker.reason())
	if maker.List != "" {
		w.line(6, "$each: %s", together(beside))
	}
	w.line(6, "name: %s", quoted(name))
	for _, member := range members {
		w.line(6, "%s", member)
	}
	if separator != "" {
		w.line(5, "$split: %s", quoted(separator))
	}
}

// together returns what $each repeats, the list that columns are in, or columns beside each other.
func together(columns []*Column) string {
	if first := columns[0]; first.List != "" && (first.Inner != "" || len(columns) == 1) {
		return quoted(first.List)
	}
	var names []string
	for _, c := range columns {
		names = append(names, quoted(c.Name))
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// makerName returns the name of a maker, with what a column says of life and nationality
// in brackets behind it where no other columns say it.
func (w *writer) makerName(maker *Column, separator string) string {
	slot := maker.slot()
	name, about := maker.Name, w.look.At("makerbio")
	if maker.List != "" {
		slot, name = maker.inner(), maker.Inner
	}
	if about == nil || name == "" || about.lengths > 100*about.Filled || w.look.At("birth") != nil || separator != "" && !maker.isParallel(about, separator) {
		return slot
	}
	w.used[about] = true
	bio := about.Name
	if about.List != "" {
		bio = about.Inner
	}
	return fmt.Sprintf("{= len(%s) > 0 and len(%s) > 0 ? first(%s) + \" (\" + trim(first(%s), \"() \") + \")\" : %s }", texts(name), texts(bio), texts(name), texts(bio), first(name))
}

// separatorOfNames returns what stands between the names of several makers.
func (c *Column) separatorOfNames() string {
	if c.Split != "" {
		return c.Split
	}
	if c.splits[";"] > 0 && !c.inBrackets {
		return ";"
	}
	return ""
}

// isParallel tells whether another column has as many values as this one in the rows where
// there are several, so that those at one place belong together.
func (c *Column) isParallel(other *Column, separator string) bool {
	same, differ := 0, 0
	for row, n := range c.parts[separator] {
		switch {
		case other.parts[separator][row] == n:
			same++
		case other.isFilled(row):
			differ++
		}
	}
	return differ*20 <= same
}

// isFilled tells whether a row has a value.
func (c *Column) isFilled(row int) bool {
	_, found := slices.BinarySearch(c.filledRows, row)
	return found
}

// dimensions are in columns of their own, in a list, or in a text.
func (w *writer) dimensions() {
	if w.listedDimensions() {
		return
	}
	groups, isKnown := w.measured()
	text := w.look.At("dimensions")
	var none []string
	if isKnown {
		w.line(4, "dimension:")
		for _, g := range groups {
			w.line(4, "- $dimensions: {%s}  # %s", strings.Join(g.parts, ", "), g.reason)
			if g.unit != "" {
				w.line(5, "$unit: %s", g.unit)
			}
			for _, c := range g.columns {
				w.used[c] = true
				none = append(none, fmt.Sprintf(`trim(join(%s, ""), "0.,") == ""`, texts(c.Name)))
			}
		}
	}
	switch {
	case isKnown && text != nil && text.measured > 0 && text.List == "":
		w.line(4, "- $if: %s  # the text, where no column has a size", quoted(strings.Join(none, " and ")))
		w.line(5, "$dimensions: %s", quoted(text.slot()))
	case isKnown:
	case text != nil:
		each, slot := text.each("")
		w.line(4, "dimension:%s", text.reason())
		w.line(4, "- {%s$dimensions: %s}", each, quoted(slot))
	case len(groups) > 0:
		w.line(4, "# The columns of dimensions do not say their unit; give it, and remove the signs:")
		w.line(4, "# dimension:")
		for _, g := range groups {
			w.line(4, "# - $dimensions: {%s}", strings.Join(g.parts, ", "))
			w.line(4, "#   $unit: cm")
		}
	}
}

// listedDimensions writes dimensions that have their kind, value and unit in columns beside each
// other, and tells whether there are such.
func (w *writer) listedDimensions() bool {
	value, unit, kind := w.look.At("dimvalue"), w.look.At("dimunit"), w.look.At("dimtype")
	if unit == nil {
		unit = w.look.At("unit")
	}
	if value == nil || unit == nil || !unit.isBeside(value) {
		return false
	}
	columns := []*Column{value, unit}
	if kind != nil && kind.isBeside(value) {
		columns = append(columns, kind)
	}
	var texts []string
	for _, c := range columns {
		w.used[c] = true
		name := c.Name
		if c.Inner != "" {
			name = c.Inner
		}
		texts = append(texts, "("+first(name)+")")
	}
	if kind != nil {
		texts = append(texts[2:], texts[:2]...)
	}
	each := ""
	switch separator := value.separator(); {
	case value.List != "":
		each = "$each: " + together(columns) + ", "
	case separator != "":
		each = "$each: " + together(columns) + ", $split: " + quoted(separator) + ", "
	}
	w.line(4, "dimension:%s", value.reason())
	w.line(4, "- {%s$dimensions: %s}", each, quoted("{= "+strings.Join(texts, ` + " " + `)+" }"))
	return true
}

// sizeRoles are those of columns with one size.
var sizeRoles = []string{"height", "width", "depth", "length", "diameter", "weight"}

// measuredGroup are columns of dimensions with one unit.
type measuredGroup struct {
	columns      []*Column
	parts        []string
	unit, reason string
}

// measured returns the columns of dimensions, by their units, and whether all units are
// known.
func (w *writer) measured() (groups []*measuredGroup, isKnown bool) {
	isKnown = true
	fallback, why := "", ""
	for _, role := range sizeRoles {
		c := w.look.At(role)
		if c == nil || c.List != "" {
			continue
		}
		part, unit, reason := w.measure(role, c)
		if unit == "" && reason == "" && role != "weight" {
			unit, reason = fallback, why
		} else if role != "weight" && fallback == "" {
			fallback, why = unit, reason
		}
		if unit == "" && reason == "" {
			if role == "weight" {
				continue // the unit of lengths is none of weights
			}
			isKnown = false
		}
		i := slices.IndexFunc(groups, func(g *measuredGroup) bool { return g.unit == unit })
		if i < 0 {
			groups = append(groups, &measuredGroup{unit: unit, reason: reason})
			i = len(groups) - 1
		}
		groups[i].parts, groups[i].columns = append(groups[i].parts, part), append(groups[i].columns, c)
	}
	return groups, isKnown && len(groups) > 0
}

// measure returns how a column of dimensions is read, its unit, and why it is that; the
// unit is empty where the values have their own.
func (w *writer) measure(role string, c *Column) (part, unit, reason string) {
	part = role + ": " + quoted(c.slot())
	if of := w.look.At("unit"); of != nil && role != "weight" {
		w.used[of] = true
		return role + ": " + quoted(c.slot()+" "+of.slot()), "", "the unit is in " + of.Name
	}
	if c.measured*10 >= c.looked*8 && c.looked > 0 {
		return part, "", "the values have their units"
	}
	unit, reason = c.unit()
	return part, unit, reason
}

// unit returns the unit of the numbers in a column, by its name, or by fractions as inches
// have them.
func (c *Column) unit() (unit, reason string) {
	words := wordsOf(c.Name)
	for _, of := range []struct{ word, unit string }{{"cm", "cm"}, {"mm", "mm"}, {"inches", "in"}, {"inch", "in"}, {"kg", "kg"}, {"g", "g"}, {"lb", "lb"}, {"in", "in"}, {"m", "m"}} {
		last := words[len(words)-1]
		if slices.Contains(words, of.word) && (len(of.word) > 1 || last == of.word) || len(of.word) == 2 && strings.HasSuffix(last, of.word) {
			return of.unit, "the unit is in the names of the columns"
		}
	}
	if c.fractions >= 10 && c.sixteenths*10 > c.fractions*8 {
		return "in", fmt.Sprintf("guess: inches, since %d of %d fractions are eighths and sixteenths", c.sixteenths, c.fractions)
	}
	return "", ""
}
