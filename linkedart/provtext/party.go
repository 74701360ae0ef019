package provtext

import (
	"regexp"
	"slices"
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
	relation, name, next := s.related(i)
	if list := s.listEnd(name, next); list > next {
		name = strings.Join(append([]string{name}, s.elements[next:list]...), ", ")
		next = list
	}
	for next < len(s.elements) && name != "" && s.continues(name, next) {
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
	if strings.EqualFold(name, "the artist") && next < len(s.elements) && s.isPersonName(next) {
		s.unmark(s.elements[next]) // "the artist, Ada Roth"
		next++
	}
	s.elements = append(append([]string{}, s.elements[:i]...), s.elements[next:]...)
	if name == "" {
		return Party{Text: relation, Relation: relation, Unnamed: true, Group: isGroupWord(relation)}, true
	}
	p, ok := s.party(name)
	p.Relation = relation
	p.Group = p.Group && (relation == "" || isGroupWord(relation) || several.MatchString(p.Name))
	if ok && !strings.Contains(p.Name, " ") && !p.Unnamed && !p.Artist && !p.Museum && len(s.elements) == i+1 && i == 0 && s.p.Method.Key == "" && s.p.Begin == nil && s.p.Until == nil && p.Life.Text == "" && s.isGivenName(s.elements[0]) {
		return p, false // "Roth, Ada"
	}
	return p, ok
}

// related reads the relation that a party begins with, and the name, which may be in the next
// element: "his wife, Ada Roth". next is the element behind them.
func (s *statement) related(i int) (relation, name string, next int) {
	name, next = s.elements[i], i+1
	if before, after, ok := cutRelation(name); ok {
		return before, after, next
	}
	if bare := s.bare(name); !isRelation(bare) || strings.Contains(bare, " of ") {
		return "", name, next
	}
	if next < len(s.elements) && s.isPersonName(next) {
		return s.bare(name), s.elements[next], next + 1
	}
	return s.bare(name), "", next
}

// listEnd is the end of a list of names that begins with one: "Ada Roth, Olof Roth and Jens
// Holm". It is next where there is none.
func (s *statement) listEnd(name string, next int) int {
	end := next
	if !strings.Contains(name, " ") {
		if next+1 < len(s.elements) && !strings.Contains(s.elements[next], " ") && strings.HasPrefix(s.elements[next+1], "and ") {
			return next + 2 // "Roth, Holm, and Lind"
		}
		return next
	}
	if s.names.IsGroup(name) {
		return next
	}
	for i := next; i < len(s.elements) && i < next+6; i++ {
		e := s.bare(s.elements[i])
		if !startsUpper(strings.TrimPrefix(e, "and ")) || !nameWords(e) || s.places.Known(e) {
			break
		}
		if title.MatchString(e) && title.MatchString(name) && end == i {
			end = i + 1
		}
		before, after, ok := strings.Cut(e, " and ")
		if !ok {
			before, ok = "x y", strings.HasPrefix(e, "and ")
			after = strings.TrimPrefix(e, "and ")
		}
		if ok && strings.Contains(before, " ") && strings.Contains(after, " ") && !s.places.Known(before) && !s.places.Known(after) {
			return i + 1
		}
	}
	return end
}

// title begins the name of a person, noble that of a lord.
var (
	title = regexp.MustCompile(`^(?:Mrs?|Ms|Miss|Dr|Prof|Messrs|Mesdames)\b`)
	noble = regexp.MustCompile(`^(?:Baron|Baroness|Count|Countess|Comte|Comtesse|Graf|Gräfin|Freiherr|Duke of|Duchess of|Duc de|Duc d'|Earl of|Marquess of|Marquis de|Viscount|Lord|Prince|King of|Queen of|Emperor of|Empress of|Archduke)\b`)
)

// isGivenName tells whether an element may be the name of a person and not of a place.
func (s *statement) isGivenName(e string) bool {
	return !strings.Contains(e, " ") && e == s.bare(e) && !s.places.Known(strings.TrimRight(e, "?."))
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
func (s *statement) continues(name string, next int) bool {
	element := strings.TrimSuffix(s.bare(s.elements[next]), "?")
	switch {
	case (strings.HasSuffix(element, " Centre") || strings.HasSuffix(element, " Center")) && s.isState(next+1):
		return false // "Newton Center, MA"
	case (element == "MD" || element == "M.D." || element == "PhD") && element != s.elements[next]:
		return true // with the life dates of a person, and so no state
	case andRelation.MatchString(name) && s.isPersonName(next):
		return true // "Olof Roth and his wife, Ada Roth"
	case noble.MatchString(element) && !s.names.IsGroup(name):
		return true
	case s.names.IsGroup(s.bare(name)) && s.isCity(next+1) && s.isPersonName(next):
		return true // "The Lantern Shop, Ada Roth, Kyoto, Japan"
	case strings.EqualFold(element, "inc.") || strings.EqualFold(element, "inc") || strings.EqualFold(element, "ltd."):
		return true
	case s.names.IsSuffix(element), ordinal.MatchString(element) && titled(element):
		return true
	case s.places.Known(element), !startsUpper(element), !nameWords(element), hasDigit(element), strings.HasSuffix(element, "'s"):
		return false // "Ada Roth, Thorn's": the house is another party
	case strings.Contains(element, "&"), strings.Contains(strings.ToLower(element), " and ") && !strings.Contains(s.bare(name), " "):
		return true
	}
	return (s.names.IsGroup("x "+element) || dealers.MatchString(element)) && !s.places.Known(name) // "vente à Paris, Hôtel Drouot"
}

var andRelation = regexp.MustCompile(` and (?:his|her|their) \pL+$`)

// isCity tells whether an element is a city with its country or state.
func (s *statement) isCity(i int) bool {
	if i+1 >= len(s.elements) || s.isState(i) {
		return false
	}
	_, ok := s.places.Find(strings.TrimRight(s.bare(s.elements[i])+", "+s.bare(s.elements[i+1]), "?."))
	return ok
}

// isState tells whether an element is a state of the United States.
func (s *statement) isState(i int) bool {
	if i >= len(s.elements) {
		return false
	}
	p, ok := s.places.Find(strings.TrimRight(s.bare(s.elements[i]), "?."))
	return ok && p.Kind == "state"
}

// ordinal is the number of a title: "4th Duke of Rutland".
var ordinal = regexp.MustCompile(`^(?:the )?\d{1,2}(?:st|nd|rd|th) \pL`)

// titled tells whether an ordinal is that of a title, and not of a century.
func titled(text string) bool {
	for _, title := range []string{" Duke", " Earl", " Marquess", " Marquis", " Viscount", " Baron", " Count", " Lord", " Bt", " Prince"} {
		if strings.Contains(text, title) {
			return true
		}
	}
	return false
}

// cutRelation cuts "his son Olof Roth" into the relation and the name.
func cutRelation(text string) (relation, name string, ok bool) {
	words := strings.SplitN(text, " ", 8)
	for i := 1; i+1 < len(words); i++ {
		if isRelation(strings.Join(words[:i+1], " ")) && startsUpper(words[i+1]) && isWord("possessed", words[0]) && !isWord("relation", words[i+1]) {
			cut := len(strings.Join(words[:i+1], " "))
			return text[:cut], text[cut+1:], true
		}
		if startsUpper(words[i]) && !isWord("relation", words[i]) {
			break
		}
	}
	return "", "", false
}

// isPersonName tells whether an element after a relation is a name, and not a place.
func (s *statement) isPersonName(i int) bool {
	e := strings.TrimSuffix(s.bare(s.elements[i]), "?")
	if !startsUpper(e) || !strings.Contains(e, " ") || s.places.Known(e) || !nameWords(e) {
		return false
	}
	// "his son, Oak Hill, PA" is a place with its state.
	return !s.isState(i+1) || strings.Count(e, " ") > 1 || len(s.elements) > i+2
}

// party reads one party.
func (s *statement) party(text string) (Party, bool) {
	p := Party{}
	var rest string
	p.Certainty, rest = certainty(text)
	life, rest := s.life(&p, rest)
	if name, ok := strings.CutSuffix(rest, "?"); ok {
		p.Certainty, rest = Possible, strings.TrimSpace(name)
	}
	if strings.Contains(rest, " and ") && life != "" && (strings.HasPrefix(rest, "M") || !s.names.IsGroup(rest)) {
		// The dates of one of "Mr. and Mrs." are not those of both.
		s.p.Remarks = append(s.p.Remarks, life)
		p.Life, life = names.Life{}, ""
	}
	if before := strings.TrimRight(text[:max(strings.IndexFunc(text, isMark), 0)], " ,"); life != "" && s.names.IsGroup(rest) && !s.names.IsGroup(before) && before != rest {
		// Those of "Ada Roth [1844-1911], Inc." are not those of the firm.
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
	if !s.isName(rest) || !s.says(rest) || notNames.MatchString(rest) || s.places.Known(rest) && life == "" {
		return Party{}, false
	}
	if _, _, length := s.methods.match(rest); length == len(rest) {
		return Party{}, false
	}
	if strings.Contains(rest, " for ") && !s.names.IsGroup(rest) {
		return Party{}, false // one who acted for another
	}
	p.Name = rest
	p.Group = s.names.IsGroup(rest) || several.MatchString(rest) || dealers.MatchString(rest)
	return p, true
}

// life takes the brackets out of the text of a party: its life dates, which are returned as
// they stand, and what else is in them.
func (s *statement) life(p *Party, text string) (life, rest string) {
	rest = strings.Map(func(r rune) rune {
		if !isMark(r) {
			return r
		}
		inner := strings.TrimPrefix(s.groups[r-firstMark], "[")
		if l, ok := s.names.ReadLife(inner); ok && life == "" {
			p.Life, life = l, inner
		} else if looksLikeLife(inner) {
			s.p.Remarks = append(s.p.Remarks, inner)
		} else {
			s.bracket(s.owned(inner))
		}
		return -1
	}, text)
	return life, strings.TrimSpace(rest)
}

// several stand between the names of several; dealers end the names of those who deal in
// art.
var (
	several = regexp.MustCompile(`(?i) (?:and|und|et|en) |, (?:Mrs?|Ms|Miss|Dr)\b|^\pL+ \pL+/\pL+ \pL+$`)
	dealers = regexp.MustCompile(`(?i)\b(?:arts|antiques|antiquities|prints|books|bookstore|editions|multiples|artists|architecture)$`)
)

// notNames are words of exhibitions, books and what befell an owner, which are no parties.
var notNames = regexp.MustCompile(`\b(?:Annual|Biennale|Biennial|Exhibition|Exposition|Catalogue|Catalog|Inventory|Flucht|Emigration|Deportation|Arisierung|International \d{4})\b`)

// says tells whether the words of a name are in the text: without brackets what stands
// around them may have become a word that is not.
func (s *statement) says(name string) bool {
	for word := range strings.FieldsSeq(name) {
		if !strings.Contains(s.core, strings.TrimRight(word, ",")) {
			return false
		}
	}
	return true
}

// isWords tells whether a party is said by a word such as "the artist" and not by a name.
func (p *Party) isWords(text string) bool {
	switch lower := strings.ToLower(text); {
	case isWord("artist", text):
		p.Artist, p.Name = true, text
	case isWord("above", text):
		p.Above, p.Unnamed = true, true
	case isWord("museum", text):
		p.Museum, p.Name, p.Group = true, text, true
	case isUnnamed(lower):
		p.Unnamed, p.Group = true, isGroupWord(lower)
	case isRelation(text):
		p.Unnamed, p.Relation, p.Group = true, text, isGroupWord(text)
	default:
		return false
	}
	return true
}

// isGroupWord tells whether a word without a name is of several, or of a collection. One of
// whom the text does not say it may be a person or a firm, and a group may have one member.
func isGroupWord(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(w string) bool { return isWord("single", w) })
}

// withoutName begin or end what stands for a party without a name: "Swiss private collection".
var withoutName = regexp.MustCompile(`(?i)^(?:an? )?(?:anonymous|unknown|unidentified) \pL+(?: \pL+)?$|^(?:(?:a|an|another) )?(?:\pL+ )?private(?: \pL+)? (?:collections?|collectors?|owners?)(?: (?:in )?(?:the )?\pL[\pL.]+)?$|^privat(?:sammlung|besitz) \pL+$`)

func isUnnamed(lower string) bool {
	return isWord("unnamed", lower) || withoutName.MatchString(lower)
}

// isRelation tells whether a text is a relation without a name: "his wife", "the artist's
// nephew", "widow of the artist".
func isRelation(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 || len(words) > 7 {
		return false
	}
	if startsUpper(text) && len(words) > 1 && !strings.Contains(text, "'s ") && (!isWord("possessed", words[0]) || len(words) > 1 && words[1] == "of") {
		return false // "Son of the architect"
	}
	if len(words) == 1 && isWord("alone", words[0]) {
		return true
	}
	last := words[len(words)-1]
	lower := strings.ToLower(text[len(words[0]):]) == text[len(words[0]):]
	if isWord("possessed", words[0]) && isWord("relation", last) && len(words) > 1 && (lower || len(words) == 2 && !slices.Contains([]string{"his", "her", "their", "the"}, words[0])) {
		return true
	}
	if len(words) > 1 && isWord("single", last) && strings.HasSuffix(words[len(words)-2], "'s") && startsUpper(text) {
		return nameWords(text) // "Ada Roth's niece"
	}
	if len(words) < 3 || !isWord("relation", words[0]) || words[1] != "of" && words[1] != "to" || isWord("heirs", words[0]) && words[2] != "the" {
		return false
	}
	return words[2] == "the" && len(words) == 4 || nameWords(strings.Join(strings.Fields(text)[2:], " "))
}

// nameWords tells whether each word of a text can be one of a name.
func nameWords(text string) bool {
	for _, w := range strings.Fields(text) {
		w = strings.Trim(w, ",")
		if startsUpper(w) || numbers.MatchString(w) && len(w) < 4 || joined.MatchString(w) || ordinals.MatchString(w+" ") || w == "&" || w == "+" || w == "-" || names.IsParticle(w) || isWord("lower", w) {
			continue
		}
		return false
	}
	return true
}

// joined is a particle that is written together with the name: "dePont".
var joined = regexp.MustCompile(`^(?:de|di|du|la|le|van|von)\p{Lu}`)

// withoutNumbers takes the numbers of titles and of firms away: "The 291 Gallery".
func (s *statement) withoutNumbers(text string) string {
	text = ordinals.ReplaceAllString(text, "")
	if s.names.IsGroup(text) || dealers.MatchString(text) {
		return numbers.ReplaceAllString(text, "")
	}
	return text
}

var numbers = regexp.MustCompile(`\b\d{1,3}\b`)

var ordinals = regexp.MustCompile(`\b\d{1,2}(?:st|nd|rd|th) `)

// isName tells whether a text can be the name of a party.
func (s *statement) isName(text string) bool {
	if text == "" || len(text) > 120 || len(strings.Fields(text)) > 14 || !startsName(text) || !nameWords(text) || strings.ContainsAny(s.withoutNumbers(text), "0123456789:;!?\"=*#<>") {
		return false
	}
	if !strings.Contains(text, " ") && names.IsParticle(text) {
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
	if name, ok := cutWord(text, "name of"); ok && !startsUpper(text) {
		return startsUpper(name)
	}
	return startsUpper(strings.TrimPrefix(ordinals.ReplaceAllString(text, ""), "the ")) || rest != "" && startsUpper(rest) && isWord("particle", first)
}

// startsParty tells whether a party can begin with a text.
func (s *statement) startsParty(text string) bool {
	lower := strings.ToLower(text)
	_, rest := certainty(text)
	return startsName(rest) || strings.HasPrefix(lower, "the ") || isRelation(s.bare(text)) || isUnnamed(s.bare(lower)) || lower == "them" || lower == "him" || lower == "her" || lower == "museum"
}

// placeLike tells whether an element can be part of the name of a place.
func (s *statement) placeLike(e string) bool {
	e = strings.TrimPrefix(e, "near ")
	if !startsUpper(strings.TrimPrefix(e, "the ")) || hasDigit(e) || len(strings.Fields(e)) > 7 || strings.ContainsAny(e, "&:!?\"") || !nameWords(e) {
		return false
	}
	if _, _, length := s.methods.match(e); !s.places.Known(e) && (length > 0 || s.names.IsGroup(e) && !strings.HasSuffix(e, " Centre") && !strings.HasSuffix(e, " Center")) {
		return false
	}
	if first, _, more := strings.Cut(strings.ToLower(e), " "); more && isWord("relation", first) {
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
