package provtext

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// segment is a period's part of a text: its words from start to core, and the mark and
// white space that end it up to end.
type segment struct {
	start, core, end int
	direct           bool
	// paragraph counts the empty lines before it.
	paragraph int
}

// notesHead begins the notes: "Notes:", or a line that begins with a footnote.
var notesHead = regexp.MustCompile(`(?i)(?:^|[\s.;])((?:foot)?notes?\s*:|\n\s*(?:foot)?notes?\s*\n)|(?:^|\n)\s*(\[\d{1,3}\]\.?[ \t])`)

// bodyLength is how much of a text comes before its notes.
func bodyLength(text string) int {
	if !strings.Contains(text, "[") && !strings.Contains(text, "ote") && !strings.Contains(text, "OTE") {
		return len(text)
	}
	m := notesHead.FindStringSubmatchIndex(text)
	switch {
	case m == nil:
		return len(text)
	case m[2] >= 0:
		return m[2]
	}
	return m[4]
}

// segments cuts a text into its periods.
func segments(text string) []segment {
	var out []segment
	flat := !balanced(text)
	start, depth, quoted, paragraph := 0, 0, false, 0
	cut := func(core, end int, direct bool) {
		end += len(noteBehind.FindString(text[end:]))
		end = len(text) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
		out = append(out, segment{start, core, end, direct, paragraph})
		if blank.MatchString(text[core:end]) {
			paragraph++
		}
		start, quoted = end, false
	}
	for i := 0; i < len(text); i = max(i+1, start) {
		switch c := text[i]; {
		case (c == '(' || c == '[') && depth == 0 && !quoted && i > start && saleAhead.MatchString(text[i+1:min(len(text), i+120)]):
			// "Ada Roth, Lund (her sale, Thorn's, London, 1911)" is two periods.
			cut(i, i, true)
			depth++
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == '"':
			quoted = !quoted
		case c == '\n' && newline(text, i):
			depth = 0
			cut(i, i+1, false)
		case depth > 0 && !flat || quoted:
		case c == ';':
			cut(i, i+1, true)
		case c == '.' && ends(text, start, i):
			cut(i, i+1, false)
		}
	}
	if start < len(text) {
		cut(len(text), len(text), false)
	}
	return out
}

// saleAhead begins brackets that tell of a sale by the party before them.
var saleAhead = regexp.MustCompile(`^(?i:(?:his|her|their|its|estate|anonymous|posthumous|sa|seine|zijn)? ?(?:estate |deceased )?(?:sale|sold|vente|auktion|veiling)(?:[,:]| at | \d))|^[^()\[\]]*(?:Christie|Sotheby|Drouot|Parke-Bernet|Phillips|Dorotheum)[^()\[\]]*\blot\b`)

// noteBehind are the footnotes that stand behind the mark of a period: ";[1]".
var noteBehind = regexp.MustCompile(`^(?:\[\d{1,3}\])+`)

var blank = regexp.MustCompile(`\n[ \t\r]*\n`)

func balanced(text string) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// newline tells whether a line break ends a period: not where the next line goes on in
// lower case.
func newline(text string, at int) bool {
	rest := strings.TrimLeft(text[at:], " \t\r\n")
	r, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && (!unicode.IsLower(r) || lineHead.MatchString(rest)) || blank.MatchString(text[at:len(text)-len(rest)])
}

// lineHead are words of methods that begin a line, and with it a period.
var lineHead = regexp.MustCompile(`^(?:thence|purchased|bought|sold|gift|given|bequest|bequeathed|acquired|by descent|by inheritance|transferred|consigned|auctioned|inherited)\s`)

// state is the code of a state: "PA".
var state = regexp.MustCompile(`^[A-Z]{2}$`)

// initials are "H" and "B.C"; lifeAhead are the life dates of a name that ends with a period.
var (
	initials  = regexp.MustCompile(`^(?:\pL\.)*\pL$`)
	lifeAhead = regexp.MustCompile(`^[\[(](?:-?\d{4}|[bd]\.|c\. ?\d|born|died)`)
)

// number and month are the parts of a German date.
var (
	number = regexp.MustCompile(`(?:^|\s)\d{1,2}$`)
	month  = regexp.MustCompile(`^(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)`)
)

// ends tells whether a period at a place ends a sentence: at the end, before white space
// and a capital or a bracket, and not after an abbreviation or an initial.
func ends(text string, start, at int) bool {
	rest := text[at+1:]
	if rest == "" {
		return true
	}
	r, size := utf8.DecodeRuneInString(rest)
	if !unicode.IsSpace(r) {
		return false
	}
	following := strings.TrimLeft(rest[size:], " \t\r\n")
	next, _ := utf8.DecodeRuneInString(following)
	if life := lifeAhead.MatchString(following); life || unicode.IsLower(next) || unicode.IsDigit(next) || next == ',' {
		return following == ""
	}
	word := text[start:at]
	if number.MatchString(word) && month.MatchString(following) {
		return false // "12. März"
	}
	if i := strings.LastIndexAny(word, " \t\n(["); i >= 0 {
		word = word[i+1:]
	}
	if following == "" {
		return true
	}
	if initials.MatchString(word) {
		return false
	}
	if state.MatchString(word) {
		return true
	}
	return !isWord("abbreviation", word)
}
