package draft

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed columns.tsv
var columnNames string

// named is a role that a name has. A lower level means that the name says it more surely,
// and a lower rank that the name comes earlier in the table.
type named struct {
	role        string
	level, rank int
}

// The levels.
const (
	whole     = iota // the name is in the table
	shortened        // it is without words that say nothing, such as object or text
	within           // it is the last of a path
	unsure           // it is the last of a path in something else
)

// roleTable has the roles of the names of columns.
type roleTable struct {
	roles map[string][]named
	// prefix is a word that all columns begin with, such as the name of the system.
	prefix  string
	members members
}

func newRoleTable(columns []*Column) *roleTable {
	t := &roleTable{roles: map[string][]named{}, members: readMembers()}
	for line := range strings.Lines(columnNames) {
		role, names, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for rank, name := range strings.Fields(names) {
			t.roles[name] = append(t.roles[name], named{role: role, rank: min(rank, 99)})
		}
	}
	t.prefix = commonWord(columns)
	return t
}

// commonWord returns the first word of the names of four fifths of the columns, "" where
// there is none.
func commonWord(columns []*Column) string {
	counts := map[string]int{}
	for _, c := range columns {
		if words := wordsOf(c.Name); len(words) > 1 {
			counts[words[0]]++
		}
	}
	for word, n := range counts {
		if n > 2 && n*5 > len(columns)*4 {
			return word
		}
	}
	return ""
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
		case 'œ':
			b.WriteString("oe")
		default:
			for _, part := range norm.NFKD.String(string(r)) {
				if unicode.IsLetter(part) || unicode.IsDigit(part) {
					b.WriteRune(part)
				}
			}
		}
	}
	return b.String()
}

// wordsOf returns the words of a name, each folded: "objectNumber" and "object_number" are
// object and number.
func wordsOf(name string) []string {
	var b strings.Builder
	before := rune(0)
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(before):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	words := strings.Fields(b.String())
	for i, word := range words {
		words[i] = fold(word)
	}
	return words
}

var bracketed = regexp.MustCompile(`[(\[{][^)\]}]*[)\]}]`)

// rolesOf returns the roles that a name may have. In a tree, it is a path.
func (t *roleTable) rolesOf(name string, isTree bool) []named {
	if found := t.plain(name); len(found) > 0 && !(isTree && strings.Contains(name, ".")) {
		return found
	}
	segments := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || !isTree && (r == ':' || r == '/' || r == '#' || r == '>') })
	if len(segments) > 1 {
		return t.path(segments)
	}
	return nil
}

// plain returns the roles of a name that is no path: as it is, without what is in brackets,
// or without words that say nothing at its begin and end.
func (t *roleTable) plain(name string) []named {
	if found := t.roles[fold(name)]; len(found) > 0 {
		return found
	}
	name = bracketed.ReplaceAllString(name, "")
	if found := t.roles[fold(name)]; len(found) > 0 {
		return at(found, shortened)
	}
	words := wordsOf(name)
	if len(words) > 1 && words[0] == t.prefix {
		words = words[1:]
	}
	for begin := 0; begin < len(words); begin++ {
		for end := len(words); end > begin; end-- {
			if found := t.roles[strings.Join(words[begin:end], "")]; len(found) > 0 {
				return at(found, shortened)
			}
			if !slices.Contains(t.members.words["trailing"], words[end-1]) {
				break
			}
		}
		if !slices.Contains(t.members.words["leading"], words[begin]) {
			break
		}
	}
	return nil
}

// languageOf returns the language that the first or the last word of a name says, and the name
// without it. A code of two letters stands in the end: "title_de", but "de titel".
func (t *roleTable) languageOf(name string) (language, rest string) {
	words := wordsOf(name)
	if last := len(words) - 1; last > 0 {
		if language = t.members.roles["language"][words[last]]; language != "" {
			return language, strings.Join(words[:last], " ")
		}
		if len(words[0]) > 3 {
			return t.members.roles["language"][words[0]], strings.Join(words[1:], " ")
		}
	}
	return "", ""
}

// at returns roles at a level.
func at(found []named, level int) []named {
	found = slices.Clone(found)
	for i := range found {
		found[i].level = max(found[i].level, level)
	}
	return found
}
