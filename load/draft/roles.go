package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// candidate is a role that a column may have.
type candidate struct {
	column *Column
	named
	score float64
}

// giveRoles gives each column the role that its name or its values show. Each role goes to
// one column, and each column has one role: those whose names fit best come first, and
// of two like names the column that more rows fill.
func (l *Look) giveRoles() {
	table := newRoleTable(l.Columns)
	var all []candidate
	for _, c := range l.Columns {
		for _, of := range table.rolesOf(c.Name, l.isTree) {
			if c.Filled == 0 || !c.fits(of.role, l.Rows) {
				continue
			}
			fill := float64(c.Filled) / float64(l.Rows)
			all = append(all, candidate{c, of, float64(of.level) + float64(of.rank)/200 - 1.5*fill})
		}
	}
	preferDescribed(all)
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	l.give(all, func(of candidate) bool { return of.role == "maker" })
	l.give(all, func(of candidate) bool { return l.belongs(of.column, of.role) })
	l.lifeDates()
	l.languages(table)
	for _, c := range l.Columns {
		if c.Role == "" && c.Filled > 0 {
			l.byValues(c)
		}
	}
	l.standIn("objectname", "title", "no column has titles, and its name means the name of the object")
	if l.At("dimunit") == nil && l.At("unit") == nil {
		l.standIn("dimvalue", "dimensions", "its name means sizes, and no column has their unit")
	}
	l.standIn("technique", "medium", "its name means techniques, which stand for materials as well")
}

// languages finds in which languages titles are, by the names of their columns: "Titel (englisch)".
func (l *Look) languages(table *roleTable) {
	for _, c := range l.Columns {
		language, rest := table.languageOf(c.Name)
		if language == "" || c.Filled == 0 || c.Role != "" && c.Role != "title" || !slices.ContainsFunc(table.plain(rest), func(of named) bool { return of.role == "title" }) {
			continue
		}
		c.language = language
		if c.Role == "" {
			c.Role, c.Reason = "translation", "its name means title, in another language"
		}
	}
}

// makerRoles are what columns say of makers, beside their names.
var makerRoles = []string{"makerinverted", "makerid", "makerkind", "makerrole", "makerqualifier", "makerbio", "nationality", "birth", "death", "birthplace", "deathplace"}

// preferDescribed has the names of makers come first beside which other columns say most
// of them: those in the same list, or those in none.
func preferDescribed(all []candidate) {
	said := map[string]map[string]bool{}
	for _, of := range all {
		if slices.Contains(makerRoles, of.role) {
			if said[of.column.List] == nil {
				said[of.column.List] = map[string]bool{}
			}
			said[of.column.List][of.role] = true
		}
	}
	for i, of := range all {
		if of.role == "maker" {
			all[i].score -= float64(min(len(said[of.column.List]), 3))
		}
	}
}

// give gives the roles of candidates, the best first, to those that may have them.
func (l *Look) give(all []candidate, may func(candidate) bool) {
	for _, of := range all {
		if of.column.Role == "" && l.At(of.role) == nil && may(of) {
			of.column.Role, of.column.Reason = of.role, fmt.Sprintf("its name means %s", of.role)
		}
	}
}

// belongs tells whether a column may say something of the makers: it is in the same list as
// their names, or beside them.
func (l *Look) belongs(c *Column, role string) bool {
	if slices.Contains(makerRoles, role) {
		maker := l.At("maker")
		return maker != nil && c.isBeside(maker)
	}
	return true
}

// isBeside tells whether the values of two columns may belong together: they are in the same
// list, or in none but those of their own.
func (c *Column) isBeside(other *Column) bool {
	return c.List == other.List || c.Inner == "" && other.Inner == ""
}

// lifeDates takes columns called begin and end date that stand beside the nationality of
// makers as their life dates.
func (l *Look) lifeDates() {
	for i, c := range l.Columns {
		name := fold(c.Name)
		role := map[string]string{"begindate": "birth", "enddate": "death"}[name]
		if role == "" || l.At(role) != nil {
			continue
		}
		for _, beside := range l.Columns[max(i-3, 0):min(i+4, len(l.Columns))] {
			switch {
			case beside.Role == "nationality", beside.Role == "makerbio", fold(beside.Name) == "gender":
				c.Role, c.Reason = role, "guess: it stands beside what is said of the maker"
			}
		}
	}
}

// standIn gives the column of one role another that no column has.
func (l *Look) standIn(role, other, reason string) {
	if c := l.At(role); c != nil && l.At(other) == nil {
		c.Role, c.Reason = other, reason
	}
}

// fits tells whether the values of a column can be what its name says.
func (c *Column) fits(role string, rows int) bool {
	switch role {
	case "key":
		return c.List == "" && c.isKey(rows)
	case "accession":
		return c.share(isURL, isImage) < 0.5 && float64(c.lengths)/float64(c.Filled) < 60
	case "image":
		return c.share(isImage) > 0.8 || c.share(isURL, isImage) > 0.8 && !strings.Contains(strings.Join(c.Examples, " "), "manifest")
	case "page":
		return c.share(isURL) > 0.8
	case "height", "width", "depth", "length", "diameter", "weight", "dimvalue":
		return c.part(c.sizes) > 0.8 || c.share(isNumber, isDay) > 0.9 || role == "dimvalue" && c.splits[";"] > 0 && c.measured == 0
	case "earliest", "latest":
		return c.part(c.dates) > 0.8 || c.share(isDay, isNumber) > 0.9
	case "date":
		return c.share(isURL, isImage) == 0 && (c.part(c.dates) > 0.3 || c.share(isNumber) < 0.5)
	case "dimensions":
		return c.share(isURL, isImage) < 0.1 && (c.part(c.measured) > 0 || c.part(c.sizes) < 0.5)
	case "kind", "nationality", "makerrole", "culture", "period", "place", "department", "subject", "unit", "dimunit", "dimtype":
		return c.share(isURL, isImage) < 0.5 && float64(c.lengths)/float64(c.Filled) < 120
	case "maker":
		return c.share(isURL, isImage) < 0.5 && c.share(isNumber) < 0.5 && c.lines*5 < c.Filled
	case "rights":
		return true
	}
	return c.share(isURL, isImage) < 0.5
}

// isKey tells whether the values of a column tell the rows apart.
func (c *Column) isKey(rows int) bool {
	return c.Filled == rows && c.Distinct == min(rows, maxDistinct)
}

// byValues gives a column a role by its values alone.
func (l *Look) byValues(c *Column) {
	lengths := float64(c.lengths) / float64(c.Filled)
	switch {
	case c.share(isImage) > 0.9 && l.At("image") == nil:
		c.Role, c.Reason = "image", "its values are addresses of pictures"
	case c.List == "" && c.share(isURL) > 0.9 && c.Distinct > l.Rows*9/10 && l.At("page") == nil:
		c.Role, c.Reason = "page", "its values are addresses of web pages, another for each row"
	case c.List != "":
	case c.part(c.datings) > 0.6 && lengths < 40 && l.At("date") == nil:
		c.Role, c.Reason = "date", "its values are dates in words"
	case c.part(c.measured) > 0.6 && l.At("dimensions") == nil:
		c.Role, c.Reason = "dimensions", "its values are sizes with units"
	case c.part(c.materials) > 0.7 && c.Distinct > 2 && l.At("medium") == nil:
		c.Role, c.Reason = "medium", "its values name materials"
	}
}

// KeyOf returns the column that tells the rows apart, nil where there is none. Where none
// does for all rows, it is the one with a number that few rows share or lack: rows of one
// number then make one record.
func (l *Look) KeyOf() *Column {
	for _, role := range []string{"key", "accession"} {
		if c := l.At(role); c != nil && c.List == "" && c.isKey(l.Rows) {
			return c
		}
	}
	for _, c := range l.Columns {
		if c.List == "" && c.isKey(l.Rows) && c.lengths/c.Filled < 80 && c.share(isURL, isImage) == 0 && c.Role != "title" {
			return c
		}
	}
	if c := l.At("page"); c != nil && c.isKey(l.Rows) {
		return c
	}
	return l.sharedKey()
}

// sharedKey returns a column with numbers of objects that more than one row may have.
func (l *Look) sharedKey() *Column {
	if c := l.At("accession"); c != nil && c.List == "" && c.Filled*10 >= l.Rows*9 && c.Distinct > 1 {
		return c
	}
	table := newRoleTable(l.Columns)
	for _, c := range l.Columns {
		for _, of := range table.rolesOf(c.Name, l.isTree) {
			if of.role == "key" && c.List == "" && c.Role == "" && c.Filled*10 >= l.Rows*9 && c.Distinct*4 > l.Rows {
				return c
			}
		}
	}
	return nil
}
