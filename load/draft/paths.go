package draft

import (
	_ "embed"
	"slices"
	"strings"

	"vitrine/linkedart/words/lexicon"
)

//go:embed members.tsv
var memberNames string

// members are the names of members, by what they are in, and the roles that they have there; and
// the words of names, by their use.
type members struct {
	roles map[string]map[string]string
	words map[string][]string
}

func readMembers() members {
	m := members{map[string]map[string]string{}, map[string][]string{}}
	for row, err := range lexicon.Rows(memberNames, 3) {
		if err != nil {
			break // TestMembers reads all of the table
		}
		around, role, names := row.Cells[0], row.Cells[1], strings.Fields(row.Cells[2])
		m.words[around] = append(m.words[around], names...)
		if m.roles[around] == nil {
			m.roles[around] = map[string]string{}
		}
		for _, name := range names {
			m.roles[around][name] = role
		}
	}
	m.roles["earliest"] = m.roles["date"]
	return m
}

// path returns the roles of a path. What is around the last name decides: the name of an
// artist is a maker, and that of an exhibition is none.
func (t *roleTable) path(segments []string) []named {
	leaf := segments[len(segments)-1]
	if strings.HasPrefix(leaf, "@") {
		return nil
	}
	around, from := "", 0
	for i, segment := range segments[:len(segments)-1] {
		if found := t.plain(segment); len(found) > 0 {
			around, from = found[0].role, i
			if around == "maker" || around == "image" || around == "date" || around == "dimensions" {
				break
			}
		}
		if slices.Contains(t.members.words["elsewhere"], fold(segment)) {
			around = "elsewhere"
			break
		}
	}
	switch around {
	case "":
		return at(t.plain(leaf), within)
	case "elsewhere":
		return nil
	}
	return t.inside(around, fold(strings.Join(segments[from+1:], "")), fold(leaf), leaf)
}

// inside returns the roles of a member of an object whose role is known. rest is the path
// from there, and last its last name, folded.
func (t *roleTable) inside(around, rest, last, leaf string) []named {
	for _, name := range []string{rest, last} {
		if role := t.members.roles[around][name]; role != "" {
			return []named{{role: role, level: within}}
		}
	}
	if of := map[string][]string{"dimensions": sizeRoles, "maker": makerRoles}[around]; of != nil {
		if found := t.plain(leaf); len(found) > 0 && slices.Contains(of, found[0].role) {
			return at(found[:1], within)
		}
	}
	if around == "key" || around == "image" || around == "page" {
		return nil
	}
	if i := slices.Index(t.members.words["any"], last); i >= 0 {
		return []named{{role: around, level: within, rank: i}}
	}
	for _, found := range t.plain(leaf) {
		if found.role == around {
			return at([]named{found}, within)
		}
	}
	return nil
}
