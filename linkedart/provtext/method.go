package provtext

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vitrine/linkedart/words/lexicon"
)

//go:embed methods.tsv
var methodsFile string

// Class says what a method of acquisition transfers.
type Class string

// The classes.
const (
	Title     Class = "title"
	Custody   Class = "custody"
	Promise   Class = "promise"
	Encounter Class = "encounter"
	Move      Class = "move"
	Right     Class = "right"
	// NoTransfer is what did not change hands: "unsold".
	NoTransfer Class = "none"
)

// Method is how an object passed on.
type Method struct {
	// Key names it: "purchase".
	Key   string
	Class Class
	// AAT is its number in the Art & Architecture Thesaurus, or empty.
	AAT   string
	Label string
}

// The roles of what follows a phrase.
const (
	roleTo      = "to"
	roleFrom    = "from"
	roleAt      = "at"
	roleThrough = "through"
	rolePlace   = "place"
	roleWay     = "way"
	roleNoun    = "noun"
	roleEither  = "either"
)

// methodTable has the phrases of the methods.
type methodTable struct {
	phrases *lexicon.Lexicon
	methods map[string]Method
}

// readMethods reads methods.tsv. It is read once and never changes.
var readMethods = sync.OnceValues(func() (methodTable, error) {
	t := methodTable{methods: map[string]Method{}}
	var lines strings.Builder
	for line := range strings.Lines(methodsFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cells) != 6 {
			return t, fmt.Errorf("methods.tsv: %d columns, not 6, in %q", len(cells), line)
		}
		t.methods[cells[0]] = Method{cells[0], Class(cells[1]), cells[2], cells[3]}
		fmt.Fprintf(&lines, "%s\t%s\t%s\n", cells[0], cells[4], withCommas(cells[5]))
	}
	var err error
	if t.phrases, err = lexicon.Read(lines.String()); err != nil {
		err = fmt.Errorf("methods.tsv: %w", err)
	}
	return t, err
})

// withCommas adds to phrases such as "by descent to" the form of the CMOA standard, "by
// descent, to".
func withCommas(phrases string) string {
	all := strings.Split(phrases, "|")
	for _, p := range all {
		if at := strings.LastIndexByte(p, ' '); at > 0 && slices.Contains(words("preposition"), p[at+1:]) {
			all = append(all, p[:at]+","+p[at:])
		}
	}
	return strings.Join(all, "|")
}

// match reads a phrase at the beginning of a text: the method, the role of what follows,
// and how many bytes the phrase has; 0 where there is none.
func (t methodTable) match(text string) (m Method, role string, length int) {
	tokens := lexicon.Tokens(head(text))
	skip := 0
	if len(tokens) > 1 && slices.Contains(words("possessive"), tokens[0].Text) {
		skip = 1
	}
	entry, n := t.phrases.Match(tokens[skip:])
	if n == 0 {
		return Method{}, "", 0
	}
	last := tokens[skip+n-1]
	if skip+n < len(tokens) && !tokens[skip+n].Space && !strings.Contains(",:.", tokens[skip+n].Text) {
		return Method{}, "", 0
	}
	return t.methods[entry.Kind], entry.Value, last.End
}

// maxPhrase is how many bytes of a text are searched for the phrase of a method.
const maxPhrase = 80

func head(text string) string {
	if len(text) <= maxPhrase {
		return text
	}
	cut := maxPhrase
	for cut > 0 && text[cut] != ' ' {
		cut--
	}
	return text[:cut]
}
