package draft

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed columns.tsv
var columnNames string

// roleNames returns the roles by the names of columns.
func roleNames() map[string]string {
	roles := map[string]string{}
	for line := range strings.Lines(columnNames) {
		role, names, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for name := range strings.FieldsSeq(names) {
			if _, taken := roles[name]; !taken {
				roles[name] = role
			}
		}
	}
	return roles
}

// fold returns a name without case, accents, and what is no letter or digit. ä is ae, as
// in names that are written without it.
func fold(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch r {
		case 'ä', 'ö', 'ü':
			b.WriteString(map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue"}[r])
		case 'ß':
			b.WriteString("ss")
		default:
			for _, part := range norm.NFD.String(string(r)) {
				if unicode.IsLetter(part) || unicode.IsDigit(part) {
					b.WriteRune(part)
				}
			}
		}
	}
	return b.String()
}

// giveRoles gives each column the role that its name or its values show. Each role goes to
// one column: the first with a name for it.
func (l *Look) giveRoles() {
	roles := roleNames()
	for _, c := range l.Columns {
		role, name := roleOf(roles, c.Name)
		if role == "" || !c.fits(role, l.Rows) || l.At(role) != nil {
			continue
		}
		c.Role, c.Reason = role, fmt.Sprintf("its name means %s", name)
	}
	for _, c := range l.Columns {
		if c.Role == "" && c.Filled > 0 {
			l.byValues(c)
		}
	}
}

// roleOf returns the role of a name: that of the whole, or of the last part of a path.
func roleOf(roles map[string]string, name string) (role, by string) {
	for _, part := range []string{name, name[strings.LastIndexByte(name, '.')+1:]} {
		if role := roles[fold(part)]; role != "" {
			return role, role
		}
	}
	return "", ""
}

// fits tells whether the values of a column can be what its name says.
func (c *Column) fits(role string, rows int) bool {
	switch role {
	case "key":
		return c.Filled == rows && c.Distinct == min(rows, maxDistinct)
	case "image", "page":
		return c.share(isURL, isImage) > 0.9
	case "height", "width", "depth", "length", "diameter", "weight":
		return c.share(isNumber, isDay) > 0.9
	case "earliest", "latest":
		return c.share(isDay, isNumber) > 0.9
	case "date":
		return c.share(isURL) == 0
	}
	return c.Filled > 0 && c.share(isURL, isImage) < 0.5
}

// byValues gives a column a role by its values alone.
func (l *Look) byValues(c *Column) {
	switch {
	case c.share(isImage) > 0.9 && l.At("image") == nil:
		c.Role, c.Reason = "image", "its values are addresses of pictures"
	case c.share(isURL) > 0.9 && c.Distinct > l.Rows*9/10 && l.At("page") == nil:
		c.Role, c.Reason = "page", "its values are addresses of web pages, another for each row"
	}
}

// KeyOf returns the column that tells the rows apart, nil where there is none.
func (l *Look) KeyOf() *Column {
	for _, role := range []string{"key", "accession"} {
		if c := l.At(role); c != nil && c.fits("key", l.Rows) {
			return c
		}
	}
	for _, c := range l.Columns {
		if c.fits("key", l.Rows) && c.lengths/c.Filled < 80 && c.share(isURL, isImage) == 0 {
			return c
		}
	}
	return nil
}
