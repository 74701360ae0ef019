package provtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/linkedart/words/names"
)

// partyAt reads the party that begins with an element, and takes its elements away: those
// of the name, life dates and relation.
func (s *statement) partyAt(i int) (Party, bool) {
	if i >= len(s.elements) {
		return Party{}, false
	}
	name := s.elements[i]
	next := i + 1
	relation := ""
	if isRelation(s.bare(name)) && !strings.Contains(s.bare(name), " of ") {
		relation = s.bare(name)
		if next < len(s.elements) && s.isPersonName(next) {
			name = s.elements[next]
			next++
		} else {
			name = ""
		}
	}
	for next < len(s.elements) && name != "" && s.continues(name, s.elements[next]) {
		name += ", " + s.elements[next]
		next++
	}
	for next < len(s.elements) && isRelation(s.bare(s.elements[next])) {
		if relation != "" {
			return Party{}, false
		}
		relation = s.unmark(s.elements[next])
		next++
	}
	s.elements = append(append([]string{}, s.elements[:i]...), s.elements[next:]...)
	if name == "" {
		return Party{Text: relation, Relation: relation, Unnamed: true}, true
	}
	p, ok := s.party(name)
	p.Relation = relation
	return p, ok
}

// bare is a text without the marks of brackets.
func (s *statement) bare(text string) string {
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, text)
}

// continues tells whether the element after a comma belongs to the name: "Jr.", "Inc.", a
// firm's partners, an institution of which the name is a part.
func (s *statement) continues(name, element string) bool {
	element = strings.TrimSuffix(s.bare(element), "?")
	switch {
	case s.names.IsSuffix(element):
		return true
	case s.places.Known(element), !startsUpper(element), !nameWords(element), hasDigit(element):
		return false
	case strings.Contains(element, "&"), strings.Contains(element, " and ") && !strings.Contains(s.bare(name), " "):
		return true
	}
	return s.names.IsGroup("x " + element)
}

// isPersonName tells whether an element after a relation is a name, and not a place.
func (s *statement) isPersonName(i int) bool {
	e := strings.TrimSuffix(s.bare(s.elements[i]), "?")
	if !startsUpper(e) || !strings.Contains(e, " ") || s.places.Known(e) || !nameWords(e) {
		return false
	}
	if i+1 < len(s.elements) {
		// "his son, Oak Hill, PA" is a place with its state.
		after := strings.TrimSuffix(s.bare(s.elements[i+1]), "?")
		if p, ok := s.places.Find(after); ok && p.Kind == "state" {
			return strings.Count(e, " ") > 1 || len(s.elements) > i+2
		}
	}
	return true
}

// party reads one party.
func (s *statement) party(text string) (Party, bool) {
	p := Party{}
	var rest string
	p.Certainty, rest = certainty(text)
	life := ""
	rest = strings.Map(func(r rune) rune {
		if !isMark(r) {
			return r
		}
		inner := s.groups[r-firstMark]
		if l, ok := s.names.ReadLife(inner); ok && life == "" {
			p.Life, life = l, inner
		} else {
			s.bracket(inner)
		}
		return -1
	}, rest)
	rest = strings.TrimSpace(rest)
	if name, ok := strings.CutSuffix(rest, "?"); ok {
		p.Certainty, rest = Possible, strings.TrimSpace(name)
	}
	if s.names.IsGroup(rest) && strings.Contains(rest, " and ") && life != "" && strings.HasPrefix(rest, "M") {
		// The dates of one of "Mr. and Mrs." are not those of both.
		s.p.Remarks = append(s.p.Remarks, life)
		p.Life, life = names.Life{}, ""
	}
	p.Text = rest
	if life != "" {
		p.Text += " [" + life + "]"
	}
	if p.isWords(rest) {
		return p, true
	}
	if !s.isName(rest) || s.places.Known(rest) && life == "" {
		return Party{}, false
	}
	if _, _, length := s.methods.match(rest); length == len(rest) {
		return Party{}, false
	}
	p.Name = rest
	p.Group = s.names.IsGroup(rest)
	return p, true
}

// isWords tells whether a party is said by a word such as "the artist" and not by a name.
func (p *Party) isWords(text string) bool {
	switch lower := strings.ToLower(text); {
	case lower == "the artist" || lower == "artist" || lower == "the maker" || lower == "the photographer":
		p.Artist, p.Name = true, text
	case lower == "museum" || lower == "the museum":
		p.Museum, p.Name, p.Group = true, text, true
	case isUnnamed(lower):
		p.Unnamed = true
	case isRelation(text):
		p.Unnamed, p.Relation = true, text
	default:
		return false
	}
	return true
}

// unnamed are what stands for a party that the text does not name.
var unnamed = []string{"private collection", "private collector", "anonymous", "unknown", "unidentified", "art market", "art dealer", "private dealer", "a dealer", "dealer", "anonymous donor", "anonymous collector", "unknown collection", "unknown collector", "unknown private collection", "private owner", "unknown owner", "unknown buyer", "an unknown buyer", "unidentified dealer", "unidentified owner", "the donor", "donor", "the family", "family", "family of the artist", "the artist's family", "estate of the artist", "the artist's estate", "estate of the donor", "artist's estate", "his family", "her family", "their family", "by whom"}

func isUnnamed(lower string) bool {
	for _, u := range unnamed {
		if lower == u || strings.HasPrefix(lower, "private collection") && len(strings.Fields(lower)) == 2 {
			return true
		}
	}
	return false
}

// relations are what one party is to another.
const relations = " wife husband widow widower son sons daughter daughters child children brother brothers sister sisters nephew nephews niece nieces cousin cousins grandson granddaughter grandchildren grandmother grandfather mother father parents uncle aunt heir heirs descendant descendants executor executrix executors administrator estate family stepson stepdaughter stepfather stepmother brother-in-law sister-in-law son-in-law daughter-in-law friend student pupil agent trustee nephew's wife's patron dealer collector relatives relative great-grandson great-granddaughter great-nephew great-niece "

// isRelation tells whether a text is a relation without a name: "his wife", "the artist's
// nephew", "widow of the artist".
func isRelation(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 || len(words) > 7 {
		return false
	}
	if startsUpper(text) && words[0] != "his" && words[0] != "her" && words[0] != "their" && words[0] != "the" {
		return false
	}
	last := words[len(words)-1]
	if strings.Contains(" his her their the ", " "+words[0]+" ") && strings.Contains(relations, " "+last+" ") && strings.ToLower(text[len(words[0]):]) == text[len(words[0]):] {
		return true
	}
	return len(words) > 1 && strings.Contains(relations, " "+words[0]+" ") && (words[1] == "of" || words[1] == "to") && nameWords(strings.Join(strings.Fields(text)[2:], " "))
}

// lowerWords are further words in lower case that names of parties have.
const lowerWords = " collection collector collectors family artist artist's estate descendants heirs dealer's dealer widow general royal private art gallery museum his her their wife husband son daughter sister brother born née "

// nameWords tells whether each word of a text can be one of a name.
func nameWords(text string) bool {
	for _, w := range strings.Fields(text) {
		w = strings.Trim(w, ",")
		if startsUpper(w) || w == "&" || w == "+" || w == "-" || names.IsParticle(w) || strings.Contains(lowerWords, " "+strings.ToLower(w)+" ") {
			continue
		}
		return false
	}
	return true
}

// isName tells whether a text can be the name of a party.
func (s *statement) isName(text string) bool {
	if text == "" || len(text) > 120 || len(strings.Fields(text)) > 14 || !startsName(text) || !nameWords(text) || strings.ContainsAny(text, "0123456789:;!?\"=*#<>") {
		return false
	}
	if names.IsParticle(strings.ToLower(text)) {
		return false
	}
	for _, word := range []string{" to ", " at ", " on ", " from ", " by ", " with "} {
		if strings.Contains(text, word) {
			return false
		}
	}
	// A full stop inside is one of an initial or a title, or the end of something else.
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '.' && text[i+1] == ' ' && ends(text, 0, i) {
			return false
		}
	}
	return true
}

// startsName tells that a text begins with a capital, or with a particle of a name.
func startsName(text string) bool {
	first, rest, _ := strings.Cut(text, " ")
	for _, of := range []string{"the estate of ", "estate of ", "the heirs of ", "heirs of ", "the family of ", "the widow of "} {
		if name, ok := strings.CutPrefix(text, of); ok {
			return startsUpper(name)
		}
	}
	return startsUpper(text) || rest != "" && startsUpper(rest) && strings.Contains(" de di da du van von der la le the d'", " "+first)
}

// startsParty tells whether a party can begin with a text.
func (s *statement) startsParty(text string) bool {
	lower := strings.ToLower(text)
	_, rest := certainty(text)
	return startsName(rest) || strings.HasPrefix(lower, "the ") || isRelation(s.bare(text)) || isUnnamed(s.bare(lower)) || lower == "museum"
}

// placeLike tells whether an element can be part of the name of a place.
func (s *statement) placeLike(e string) bool {
	e = strings.TrimPrefix(e, "near ")
	if !startsUpper(strings.TrimPrefix(e, "the ")) || hasDigit(e) || len(strings.Fields(e)) > 7 || strings.ContainsAny(e, "&:!?\"") || !nameWords(e) {
		return false
	}
	if _, _, length := s.methods.match(e); length > 0 && !s.places.Known(e) {
		return false
	}
	if first, _, more := strings.Cut(strings.ToLower(e), " "); more && strings.Contains(relations, " "+first+" ") {
		return false // "Son of the architect"
	}
	for i := 0; i+1 < len(e); i++ {
		if e[i] == '.' && e[i+1] == ' ' && ends(e, 0, i) {
			return false
		}
	}
	return true
}

func startsUpper(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r) || unicode.IsLetter(r) && !unicode.IsLower(r)
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }
