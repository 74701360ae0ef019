package names

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/lexicon"
)

//go:embed names.tsv
var namesFile string

// table has the words of names. It is read once and never changes.
var table = sync.OnceValues(func() (*lexicon.Lexicon, error) {
	l, err := lexicon.Read(namesFile)
	if err != nil {
		return nil, fmt.Errorf("the words of names: %w", err)
	}
	return l, nil
})

// Kind says what has the name.
type Kind uint8

// The kinds.
const (
	// Unsaid is neither: the name says nothing of it.
	Unsaid Kind = iota
	Person
	Group
)

// Qualifier is how sure an attribution is, or what the maker is to the person named.
type Qualifier string

// The qualifiers.
const (
	Attributed Qualifier = "attributed"
	Possibly   Qualifier = "possibly"
	Probably   Qualifier = "probably"
	Formerly   Qualifier = "formerly"
	Workshop   Qualifier = "workshop"
	Studio     Qualifier = "studio"
	Circle     Qualifier = "circle"
	Follower   Qualifier = "follower"
	Pupil      Qualifier = "pupil"
	School     Qualifier = "school"
	Manner     Qualifier = "manner"
	After      Qualifier = "after"
)

// Name is a name in its parts.
type Name struct {
	// Text is the text as it was.
	Text string
	// Name is the name alone, in the order in which it is spoken.
	Name string
	// Sort is the name as it was, if it was turned around.
	Sort string
	Kind Kind
	// Unknown tells that the text says that there is no name.
	Unknown   bool
	Qualifier Qualifier
	// Qualified is the text of the qualifier.
	Qualified string
	// Nationality is what stands before the life dates: "Dutch".
	Nationality string
	Life        Life
	// Remarks are brackets that are not understood.
	Remarks []string
}

// Life are the dates of a person or group.
type Life struct {
	// Text is the text of the dates.
	Text string
	// Born and Died are open where the text has no such date.
	Born, Died dates.Span
	// Active is when they were active, where the text says that and not the life.
	Active dates.Span
	// BirthPlace and DeathPlace stand beside the dates: "Leiden 1606–1669 Amsterdam".
	BirthPlace, DeathPlace string
}

// Reader reads names. Several goroutines may use it.
type Reader struct {
	words *lexicon.Lexicon
	dates *dates.Reader
}

// New returns a reader that reads the years of lives by d.
func New(d *dates.Reader) (*Reader, error) {
	words, err := table()
	if err != nil {
		return nil, err
	}
	return &Reader{words, d}, nil
}

// MaxText is how many bytes of text are read; a longer text is a name as it is.
const MaxText = 400

// Read reads a name. Of a text that it does not understand the name is the whole text.
func (r *Reader) Read(text string) Name {
	n := Name{Text: text, Name: strings.Join(strings.Fields(text), " ")}
	if len(text) > MaxText || !utf8.ValidString(text) {
		n.Name = text
		return n
	}
	if name, about, _ := strings.Cut(strings.TrimSpace(text), "\n"); r.about(&n, strings.TrimSpace(about)) {
		n.Name = strings.TrimSpace(name) // what is said of someone stands on a line below
	}
	r.qualifier(&n)
	r.brackets(&n)
	r.trailing(&n)
	if entry, count := r.words.Match(lexicon.Tokens(n.Name)); count > 0 && entry.Kind == "unknown" || r.describes(n.Name) {
		n.Unknown = true
		return n
	}
	n.Kind = r.kind(n.Name)
	r.invert(&n)
	return n
}

// describes tells whether a text says what somebody was, and has no name: "Yoruba artist",
// "Französischer Meister", "artiste français, Lyon".
func (r *Reader) describes(text string) bool {
	text, _, _ = strings.Cut(text, ",")
	tokens := lexicon.Tokens(text)
	last := len(tokens) - 1
	if last < 1 || last > 4 || r.IsGroup(text) {
		return false
	}
	if entry, count := r.words.Match(tokens[last:]); count == 1 && entry.Kind == "maker" {
		adjective := strings.HasSuffix(tokens[last-1].Text, "scher") || strings.HasSuffix(tokens[last-1].Text, "sche")
		return entry.Value == "no surname" || adjective || !startsUpper(text[tokens[last].Start:])
	}
	entry, _ := r.words.Match(tokens[:1])
	return entry.Kind == "maker" && !slices.ContainsFunc(tokens[1:], func(t lexicon.Token) bool { return startsUpper(text[t.Start:]) || t.Kind == lexicon.Number })
}

// qualifier takes what stands before the name.
func (r *Reader) qualifier(n *Name) {
	tokens := lexicon.Tokens(n.Name)
	entry, count := r.words.Match(tokens)
	if count == 0 || entry.Kind != "qualifier" || count >= len(tokens) {
		return
	}
	rest := tokens[count:]
	for len(rest) > 1 && (rest[0].Text == "." || rest[0].Text == ":") {
		rest = rest[1:]
	}
	// A word of a name such as "School Art League" is no qualifier: one that stands before
	// a name ends with "of" in each language, but for a few.
	last := tokens[count-1].Text
	alone := count == 1 && slices.Contains([]string{"workshop", "studio", "circle", "follower", "pupil", "school", "werkstatt", "umkreis", "nachfolger", "nachfolge", "schuler", "zugeschrieben", "copyist"}, last)
	if alone && rest[0].Text != "," || !startsUpper(n.Name[rest[0].Start:]) && !alone && rest[0].Kind != lexicon.Word {
		return
	}
	n.Qualifier = Qualifier(entry.Value)
	n.Qualified = strings.TrimSpace(n.Name[:rest[0].Start])
	n.Name = strings.TrimLeft(n.Name[rest[0].Start:], ", ")
}

// brackets takes the brackets out of the name: life dates, nationality, a qualifier, or a
// remark.
func (r *Reader) brackets(n *Name) {
	for range 8 {
		start := strings.IndexAny(n.Name, "([")
		if start < 0 {
			return
		}
		length := strings.IndexAny(n.Name[start:], ")]")
		if length < 0 {
			return
		}
		inner := strings.TrimSpace(n.Name[start+1 : start+length])
		rest := n.Name[:start] + " " + n.Name[start+length+1:]
		if strings.TrimSpace(rest) == "" {
			return
		}
		rest = strings.ReplaceAll(strings.Join(strings.Fields(rest), " "), " ,", ", ")
		n.Name = strings.Trim(strings.Join(strings.Fields(rest), " "), " ,")
		if !r.about(n, inner) {
			n.Remarks = append(n.Remarks, inner)
		}
	}
}

// about reads what is said of the one who has the name.
func (r *Reader) about(n *Name, text string) bool {
	tokens := lexicon.Tokens(text)
	if entry, count := r.words.Match(tokens); count == len(tokens) && count > 0 && entry.Kind == "qualifier" && n.Qualifier == "" {
		n.Qualifier, n.Qualified = Qualifier(entry.Value), text
		return true
	}
	if n.Life.Text != "" {
		return false
	}
	before := ""
	after := text
	if life, ok := r.ReadLife(after); ok {
		n.Life = life
		return true
	}
	for {
		piece, rest, found := strings.Cut(after, ",")
		if !found {
			break
		}
		before, after = strings.TrimSpace(before+" "+piece), strings.TrimSpace(rest)
		if hasDigit(before) || !startsUpper(before) {
			return false
		}
		if life, ok := r.ReadLife(after); ok {
			n.Nationality, n.Life = before, life
			return true
		}
	}
	// "American" alone is told from a remark by its table, which is that of terms.
	return false
}

// trailing takes a qualifier or life dates that follow a comma.
func (r *Reader) trailing(n *Name) {
	at := strings.LastIndex(n.Name, ",")
	if at <= 0 {
		return
	}
	tail := strings.TrimSpace(n.Name[at+1:])
	tokens := lexicon.Tokens(tail)
	if entry, count := r.words.Match(tokens); count == len(tokens) && count > 0 && entry.Kind == "qualifier" && n.Qualifier == "" {
		n.Qualifier, n.Qualified, n.Name = Qualifier(entry.Value), tail, n.Name[:at]
		return
	}
	if n.Life.Text == "" && hasDigit(tail) {
		if life, ok := r.ReadLife(tail); ok {
			n.Life, n.Name = life, n.Name[:at]
		}
	}
}

// kind says what a name is of.
func (r *Reader) kind(name string) Kind {
	if strings.HasSuffix(name, "'s") || strings.HasSuffix(name, "’s") {
		return Group // a house, called by whose it is
	}
	tokens := lexicon.Tokens(name)
	kind := Unsaid
	for i, t := range tokens {
		entry, count := r.words.Match(tokens[i:])
		switch {
		case t.Text == "&" || t.Text == "+":
			return Group
		case count > 0 && entry.Kind == "group" && (i > 0 || len(tokens) > count):
			return Group
		case count == 1 && (entry.Value == string(Workshop) || entry.Value == string(Studio)) && len(tokens) > 1:
			return Group // "Werkstatt Beck" does not say whose it was
		case i == 0 && count > 0 && entry.Kind == "title":
			kind = Person
			if and := i + count; and < len(tokens) && tokens[and].Text == "." {
				count++
			}
			if and := i + count; and < len(tokens) && (tokens[and].Text == "and" || tokens[and].Text == "und" || tokens[and].Text == "et") {
				return Group // a couple
			}
		}
	}
	return kind
}

// IsGroup tells whether a word of a name says that it is that of a group.
func (r *Reader) IsGroup(name string) bool { return r.kind(name) == Group }

// invert turns "Saint, Lawrence B." around.
func (r *Reader) invert(n *Name) {
	parts := strings.Split(n.Name, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	suffix := ""
	if last := len(parts) - 1; last > 0 && r.isSuffix(parts[last]) {
		suffix = " " + parts[last]
		if last == 1 {
			return // "Lawrence Saint, Jr." is in order.
		}
		parts = parts[:last]
	}
	if len(parts) != 2 || !nameLike(parts[0], 4) || !nameLike(parts[1], 5) || strings.ContainsAny(n.Name, "&+0123456789") {
		return
	}
	if n.Kind == Group {
		// "Mills, Frederick" is a person, "Jensen, Georg Manufactory" in no order that is known.
		if strings.Contains(parts[0], " ") || r.IsGroup(parts[1]) || strings.Contains(parts[1], " and ") {
			return
		}
	}
	n.Kind = Person
	n.Sort = n.Name
	n.Name = parts[1] + " " + parts[0] + suffix
}

func (r *Reader) isSuffix(text string) bool {
	tokens := lexicon.Tokens(text)
	entry, count := r.words.Match(tokens)
	return count > 0 && entry.Kind == "suffix" && strings.Trim(text[tokens[count-1].End:], ". ") == ""
}

// IsSuffix tells whether a text after a comma belongs to the name before: "Jr.", "III".
func (r *Reader) IsSuffix(text string) bool { return r.isSuffix(text) }

// nameLike tells that a text has a few words and begins with a capital, and that no word
// is one that names do not have.
func nameLike(text string, most int) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > most {
		return false
	}
	capital := false
	for _, w := range words {
		switch {
		case startsUpper(w):
			capital = true
		case !IsParticle(w):
			return false
		}
	}
	return capital
}

// particles are the words in lower case that names have.
const particles = " of the and de la le les du des d' l' von van der den ter ten zu zum zur vom di da del della dei degli delle dal do dos das y e et und en i al el los las ibn bin bint abu ben af av of' for in at on to o' 't 's op aan uit sur sous für im am aus a an "

// IsParticle tells whether a word in lower case can be within a name.
func IsParticle(word string) bool {
	word = strings.ToLower(strings.ReplaceAll(word, "’", "'"))
	if before, _, ok := strings.Cut(word, "'"); ok && len(before) <= 2 {
		return true
	}
	return strings.Contains(particles, " "+word+" ")
}

func startsUpper(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r) || unicode.IsLetter(r) && !unicode.IsLower(r)
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }
