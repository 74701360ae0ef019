package provtext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Brackets are replaced by a mark while the words around them are read: a character of the
// private use area, by the number of the bracket. A text with such characters is not read.
const firstMark, lastMark = '\uE000', '\uE0FF'

func isMark(r rune) bool { return r >= firstMark && r <= lastMark }

// statement is a period while it is read.
type statement struct {
	*Reader
	p Period
	// core is its text.
	core string
	// groups are the contents of brackets, by their marks.
	groups []string
	// elements are the parts of the text between commas.
	elements []string
	// given tells that the date was between the words of the method.
	given bool
}

// period reads the words of a period. Where it does not understand them it returns the
// numbers of the footnotes alone.
func (r *Reader) period(core string) Period {
	s := &statement{Reader: r, core: core}
	text, ok := s.lift(core)
	if !ok {
		return Period{}
	}
	notes := s.p.Notes
	if rest, ok := strings.CutPrefix(text, string(firstMark)); ok && len(s.groups) == 1 && strings.HasPrefix(rest, ",") && !looksLikeLife(s.groups[0]) {
		// "(Knox & Co.), Bath, 1891"
		text, s.p.Agent = s.groups[0]+rest, true
	}
	if mark := strings.TrimSpace(text); len(s.groups) == 1 && mark == string(firstMark) && !looksLikeLife(s.groups[0]) {
		inner, more, _ := strings.Cut(s.groups[0], ";")
		s = &statement{Reader: r, core: core}
		if text, ok = s.lift(inner); !ok {
			return Period{Notes: notes}
		}
		s.p.Agent = true
		notes = append(notes, s.p.Notes...)
		if more = strings.TrimSpace(more); more != "" {
			// "[Knox & Co., Bath, 1891-95; sold to Ada Roth]": the next period tells it again.
			s.p.Remarks = append(s.p.Remarks, more)
		}
	}
	if !s.read(strings.TrimLeft(trimEnd(text), "-–•* ")) {
		return Period{Notes: notes}
	}
	s.p.Places = s.placesIn(s.p.Place)
	s.p.Notes, s.p.Understood = notes, true
	return s.p
}

// placesIn divides what joins two places.
func (s *statement) placesIn(text string) []string {
	first, second, two := strings.Cut(text, " and ")
	switch name, _, _ := strings.Cut(text, ","); {
	case text == "":
		return nil
	case !two || strings.Contains(name, " and ") && s.places.Known(name) || !s.places.Known(strings.TrimSpace(lastElement(first))) && !s.places.Known(strings.TrimSpace(lastElement(second))):
		return []string{text}
	case strings.Count(strings.TrimRight(first, ", "), ",") > 2:
		return nil // more than two, of which the commas do not tell where each ends
	}
	return []string{strings.TrimRight(first, ", "), second}
}

// lastElement is what stands behind the last comma.
func lastElement(text string) string { return text[strings.LastIndexByte(text, ',')+1:] }

// endsShort are abbreviations that keep their full stop at the end of a period.
var endsShort = regexp.MustCompile(`(?i)(?:\b\pL\. ?\pL|\b(?:jr|sr|inc|ltd|co|bros|esq|mass|conn|calif|ill|penna))\.$`)

// trimEnd takes the marks away that end a period.
func trimEnd(text string) string {
	text = strings.TrimRight(text, ",: ;\n\r\t")
	if strings.HasSuffix(text, ".") && endsShort.MatchString(text) {
		return strings.TrimSpace(text)
	}
	return strings.TrimSpace(strings.TrimRight(text, ",.: \n\r\t"))
}

func looksLikeLife(text string) bool {
	return strings.Trim(text, "0123456789-–bd.c? ") == ""
}

// lift puts marks in place of brackets, and takes the numbers of footnotes out.
func (s *statement) lift(text string) (string, bool) {
	var b strings.Builder
	for text != "" {
		at := strings.IndexAny(text, "([")
		if at < 0 {
			break
		}
		end := closing(text[at:])
		if end < 0 {
			return "", false
		}
		inner := strings.TrimSpace(text[at+1 : at+end])
		if behind := text[at+end+1:]; behind != "" && !strings.ContainsAny(behind[:1], " \n\t\r,.;:?()[]") {
			return "", false // within a word, or at one
		}
		b.WriteString(strings.TrimRight(text[:at], " "))
		switch n, err := strconv.Atoi(inner); {
		case text[at] == '[' && err == nil && n > 0 && len(inner) <= 3:
			s.p.Notes = append(s.p.Notes, n)
		case inner == "?" && end == 2:
			b.WriteByte('?')
		case len(s.groups) > lastMark-firstMark:
			return "", false
		default:
			titled := titleEnd.MatchString(text[:at])
			b.WriteRune(firstMark + rune(len(s.groups)))
			if square := text[at] == '[' && looksLikeLife(inner); square {
				s.groups = append(s.groups, "["+inner) // a life, whatever it stands behind
			} else {
				s.groups = append(s.groups, inner)
			}
			text = text[at+end+1:]
			if !titled && s.endsName(inner, text) {
				b.WriteByte(',')
			}
			continue
		}
		text = text[at+end+1:]
	}
	b.WriteString(text)
	return b.String(), !strings.ContainsAny(b.String(), "()[]\"“”")
}

// titleEnd is a title that a name has to follow.
var titleEnd = regexp.MustCompile(`(?:Mrs?|Ms|Dr|Miss)\.?\s*$`)

// endsName tells whether a name ends at brackets though no comma follows: at life dates,
// but for "Mr. [1898-1973] and Mrs. Roth", and before the name of a place.
func (s *statement) endsName(inner, rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	if !startsUpper(rest) {
		return false
	}
	next, _, _ := strings.Cut(rest, ",")
	_, life := s.names.ReadLife(inner)
	return life || s.places.Known(strings.Trim(next, " ?"))
}

// closing is the place of the bracket that closes the first one; -1 without.
func closing(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// certainty cuts the word that says how sure the text is of what follows.
func certainty(text string) (Certainty, string) {
	if rest, ok := cutWord(text, "possible"); ok && rest != "" {
		return Possible, strings.TrimSpace(rest)
	}
	if rest, ok := cutWord(text, "probable"); ok && rest != "" {
		return Probable, strings.TrimSpace(rest)
	}
	return Certain, text
}

// whom joins a period to the one before; the mark that ends that says as much.
var whom = regexp.MustCompile(`^(?:by|from|with|to) whom,? (?:it was |was )?`)

// commas are where the authors of looser texts leave the comma out: between a number or
// brackets and an agent, before a mark of Lugt's, before a short date, and at a dash.
var commas = []struct {
	sign   string
	before *regexp.Regexp
}{
	{" through ", regexp.MustCompile(`([\d\x{E000}-\x{E0FF}]) (through \pL)`)},
	{" via ", regexp.MustCompile(`([\d\x{E000}-\x{E0FF}]) (via \pL)`)},
	{" for ", regexp.MustCompile(`([\d\x{E000}-\x{E0FF}]) (for [^ ]?\d)`)},
	{" Lugt ", regexp.MustCompile(`([\pL\x{E000}-\x{E0FF}]) (Lugt \d)`)},
	{"/", regexp.MustCompile(`(\pL) (\d{1,2}/\d{1,2}/\d{2})$`)},
	{" - ", regexp.MustCompile(`([^\d\s,]) +- +((?:up to )?\d{4})`)},
	{" – ", regexp.MustCompile(`([^\d\s,]) +– +((?:up to )?\d{4})`)},
}

// source keeps what follows "as per" as a remark, since it is not said of the party.
func (s *statement) source(text string) string {
	for _, word := range words("source") {
		if at := strings.Index(text, " "+word+" "); at > 0 {
			s.p.Remarks = append(s.p.Remarks, s.unmark(strings.Trim(text[at:], ", ")))
			text = text[:at]
		}
	}
	return text
}

// read reads a period without its brackets.
func (s *statement) read(text string) bool {
	s.p.Certainty, text = certainty(text)
	if rest, ok := strings.CutPrefix(text, "?"); ok {
		s.p.Certainty, text = Possible, strings.TrimLeft(rest, " ")
	}
	text = s.dateFirst(text)
	text = s.dateWithin(whom.ReplaceAllString(text, ""))
	for _, c := range commas {
		if strings.Contains(text, c.sign) {
			text = c.before.ReplaceAllString(text, "$1, $2")
		}
	}
	method, role, length := s.methods.match(text)
	if length > 0 {
		s.p.Method, s.p.Phrase = method, text[:length]
		text = strings.TrimLeft(text[length:], ",:. ")
	}
	text = s.source(s.date(text, role == roleAt || s.beginsWithHouse(text)))
	for _, e := range splitElements(text) {
		for _, word := range words("dedication") {
			if before, after, ok := strings.Cut(e, " "+word+" "); ok {
				e = before
				s.p.Remarks = append(s.p.Remarks, strings.TrimSpace(word+" "+after))
			}
		}
		if s.bare(e) == "" {
			s.unmark(e)
		} else {
			s.elements = append(s.elements, e)
		}
	}
	return s.extras() && s.grammar(role) && !s.isMoney()
}

// isMoney tells whether the party is the money that an object was bought with, as a credit line
// has it, and no owner: "Leisser Art Fund". A fund that gives, or that has a place, is one.
func (s *statement) isMoney() bool {
	to := s.p.To
	return to != nil && s.p.Method.Key == "" && s.p.Place == "" && (strings.HasSuffix(to.Name, " Fund") || strings.HasSuffix(to.Name, " Funds"))
}

// grammar reads the elements that are left by the role of what follows the method.
func (s *statement) grammar(role string) bool {
	switch {
	case role == roleNoun && s.p.Method.Key == "inheritance" && len(s.elements) == 1 && strings.HasPrefix(s.elements[0], "of "):
		s.p.Remarks = append(s.p.Remarks, s.unmark(s.elements[0])) // "by descent in the family of the sitter"
		return true
	case role == roleNoun:
		return len(s.elements) == 0 || s.places.Known(s.bare(s.elements[0])) && s.place()
	case role == roleFrom && len(s.elements) == 0:
		return true
	case role == rolePlace:
		return s.place()
	case role == roleEither:
		return s.either()
	case role == roleWay:
		return s.way()
	case role == roleAt, role == "" && (s.p.Method.Key == "" || s.p.Method.Class == NoTransfer) && s.isSale():
		return s.sale()
	case role == roleThrough:
		var agent *Party
		if !s.parties(&agent, &s.p.To, " by ", " to ") {
			return false
		}
		s.p.Agents = append(s.p.Agents, *agent)
		return true
	case s.atHouse():
		return s.sale()
	case role == roleFrom:
		return s.parties(&s.p.From, &s.p.To, " by ", " to ", " through ")
	}
	if len(s.elements) > 0 && s.p.Method.Key != "" && strings.Contains(s.elements[0], " as a gift from ") {
		s.p.Method = s.methods.methods["gift"]
		s.elements[0] = strings.Replace(s.elements[0], " as a gift from ", " from ", 1)
	}
	if s.p.Method.Key == "" && len(s.elements) > 0 && strings.Contains(s.elements[0], " to ") {
		s.p.Method = s.methods.methods["acquisition"] // "Ada Roth to Olof Roth"
		return s.parties(&s.p.From, &s.p.To, " to ") && s.p.To != nil
	}
	if s.p.Method.Key == "" && s.givenBy() {
		return true
	}
	ok := s.parties(&s.p.To, &s.p.From, " directly from ", " from ")
	return ok && (s.p.To != nil || s.p.Method.Class == NoTransfer)
}

// either reads a party behind words that say both who acquired and from whom: "erworben von". The
// party stays text, but for the museum, which acquired.
func (s *statement) either() bool {
	one, ok := s.partyAt(0)
	if !ok || !s.place() {
		return false
	}
	if one.Museum {
		s.p.To = &one
	} else {
		s.p.Remarks, s.p.Place = append(s.p.Remarks, one.Text), ""
	}
	return true
}

// givenBy reads a party with a method behind it: "Harbor Museum of Art, gift of Ada Roth".
func (s *statement) givenBy() bool {
	for i, e := range s.elements {
		m, role, length := s.methods.match(e)
		if i == 0 || role != roleFrom || length == 0 || length == len(e) || m.Key == "acquisition" {
			continue
		}
		behind := append([]string{strings.TrimSpace(e[length:])}, s.elements[i+1:]...)
		all := s.elements
		s.elements = slices.Clone(all[:i])
		to, ok := s.partyAt(0)
		if !ok || !s.place() {
			s.elements, s.p.Place = all, ""
			return false
		}
		s.elements = behind
		from, ok := s.partyAt(0)
		if !ok || len(s.elements) > 0 {
			s.elements, s.p.Place = all, ""
			return false
		}
		s.p.Method, s.p.Phrase, s.p.To, s.p.From = m, e[:length], &to, &from
		return true
	}
	return false
}

// inPhrase is a date between the words of a method: "acquired in 1935 by", "gift 1963 to".
var inPhrase = regexp.MustCompile(`^(\pL[\pL' ]{2,30}?),? ((?:in|on|by|before|after|about|around|c\.|ca\.|um|en|le|im|am|op)? ?(?:\d{1,2}\.? )?(?:\pL{3,10}\.? )?(?:\d{1,2}, )?\d{4}(?:[-–/]\d{2,4})?\??),? (to|by|from|through|an|durch|von|bei|à|par|de|aan|door|van) (.+)$`)

// inFront is a date before the period: "1957, purchased by Ada Roth", "1935 Ankauf von".
var inFront = regexp.MustCompile(`^((?:(?:[Ss]eit|[Aa]b|[Uu]m|[Vv]or|[Nn]ach|[Bb]is|[Bb]y|[Ii]n|[Cc]a?\.|[Bb]efore|[Aa]fter|[Uu]ntil|[Dd]epuis|[Dd]ès|[Vv]ers|[Aa]vant|[Aa]près|[Jj]usqu'en|[Ee]n|[Ss]inds|[Tt]ot|[Vv]oor) )?(?:\d{1,2}\.? ?)?(?:\pL{3,10}\.? |\d{1,2}\.)?\d{4}(?: ?[-–] ?\d{2,4})?)(?: :|[,:])? (\D.+)$`)

// dateFirst takes a date away that stands in front.
func (s *statement) dateFirst(text string) string {
	if !hasDigit(head(text)) {
		return text
	}
	m := inFront.FindStringSubmatch(text)
	if m == nil || goesOn.MatchString(m[2]) || !s.datePhrase(m[1]) && !s.datePhrase(strings.ToLower(m[1][:1])+m[1][1:]) {
		return text
	}
	s.given = true
	return m[2]
}

// goesOn begins what a date goes on with: "1932 until 1938", "1932 oder 1933".
var goesOn = regexp.MustCompile(`^(?:until|to|or|and|bis|oder|und|jusqu'en|ou|et|à|tot|of|en) `)

// dateWithin puts a date between the words of a method behind the period.
func (s *statement) dateWithin(text string) string {
	if !hasDigit(head(text)) {
		return text
	}
	m := inPhrase.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	phrase := m[1] + " " + m[3]
	if _, _, length := s.methods.match(phrase + " X"); length != len(phrase) || !s.datePhrase(m[2]) {
		return text
	}
	s.given = true
	return phrase + " " + m[4]
}

// splitElements cuts a text at its commas, but not in numbers such as 4,500.
func splitElements(text string) []string {
	var out []string
	for {
		at := lastComma(text)
		out = append(out, strings.TrimSpace(text[at+1:]))
		if at < 0 {
			break
		}
		text = text[:at]
	}
	slices.Reverse(out)
	return out
}

// lastComma is the place of the last comma that is not within a number; -1 without.
func lastComma(text string) int {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == ',' && (i == 0 || !thousands.MatchString(text[i-1:])) {
			return i
		}
	}
	return -1
}

var thousands = regexp.MustCompile(`^\d,\d{3}(?:\D|$)`)

// parties reads the first party, and a second one after one of the words between.
func (s *statement) parties(first, second **Party, between ...string) bool {
	if len(s.elements) == 0 {
		return false
	}
	for i, e := range s.elements {
		for _, word := range between {
			at := strings.Index(" "+e, word)
			if at < 0 || i == 0 && at == 0 || s.p.Method.Key == "" || !s.startsParty(e[at+len(word)-1:]) {
				continue
			}
			rest := append([]string{e[at+len(word)-1:]}, s.elements[i+1:]...)
			s.elements = slices.Clone(s.elements[:i])
			if at > 0 {
				s.elements = append(s.elements, e[:at-1])
			}
			return s.twoParties(first, second, word, rest)
		}
	}
	one, ok := s.partyAt(0)
	if !ok {
		return false
	}
	*first = &one
	if len(s.elements) > 0 && isAuctionHouse(s.elements[0]) && s.p.Method.Class == Title {
		house, ok := s.partyAt(0)
		if !ok {
			return false
		}
		s.p.House, s.p.Method = &house, s.methods.methods["auction"]
	}
	return s.place()
}

// twoParties reads a party, and one that a word joins to it, whose elements are the rest. The
// place of the second is that of the period.
func (s *statement) twoParties(first, second **Party, word string, rest []string) bool {
	one, ok := s.partyAt(0)
	if !ok || !s.place() {
		return false
	}
	*first = &one
	s.p.Place, s.elements = "", rest
	two, ok := s.partyAt(0)
	switch {
	case !ok:
		return false
	case word == " through ":
		s.p.Agents = append(s.p.Agents, two)
	default:
		*second = &two
	}
	return s.place()
}

// place reads what is left of the elements as one place.
func (s *statement) place() bool {
	if len(s.elements) == 0 {
		return true
	}
	if len(s.elements) > maxPlace {
		return false
	}
	unknown, long := 0, 0
	for i, e := range s.elements {
		if strings.HasSuffix(e, ".") && !endsShort.MatchString(e) {
			s.elements[i] = strings.TrimRight(e, ". ")
		}
		e = strings.TrimSuffix(s.bare(s.elements[i]), "?")
		e, joined := strings.CutPrefix(e, "and ")
		if !s.placeLike(e) || title.MatchString(e) || joined && !s.places.Known(e) {
			return false
		}
		if strings.Contains(e, " ") && !strings.Contains(e, " and ") && !s.places.Known(e) {
			unknown++
			if strings.Count(e, " ") > 1 {
				long++
			}
		}
	}
	if unknown > 2 || unknown > 1 && long > 0 {
		return false // a list of names
	}
	text := s.unmark(strings.Join(s.elements, ", "))
	s.p.Place = strings.TrimSuffix(text, "?")
	s.p.PlaceUncertain = s.p.Place != text
	s.elements = nil
	return true
}

// maxPlace is how many elements a place has at most.
const maxPlace = 6
