package provtext

import (
	"regexp"
	"slices"
	"strings"
)

// extras takes lots, stock numbers, prices, agents and remarks out of the elements and the
// brackets.
func (s *statement) extras() bool {
	agents := false
	s.elements = slices.DeleteFunc(s.elements, func(e string) bool {
		before := len(s.p.Agents)
		if s.extra(e) {
			agents = len(s.p.Agents) > before
			return true
		}
		agents = agents && s.places.Known(s.bare(e)) // the place of the agent
		return agents
	})
	for i, e := range s.elements {
		if at := strings.LastIndex(e, " for "); at > 0 {
			if price, ok := readPrice(e[at+5:]); ok {
				s.p.Price = &price
				s.elements[i] = e[:at]
			}
		}
		if name, ok := strings.CutSuffix(s.elements[i], " as agent"); ok && i == 0 {
			s.elements[i], s.p.Agent = name, true
		}
		if at := strings.LastIndex(s.elements[i], " by "); at > 0 && s.p.Method.Key == "" {
			if m, role, length := s.methods.match(s.elements[i][at+1:]); role == roleNoun && length == len(s.elements[i][at+1:]) {
				s.p.Method, s.p.Phrase = m, s.elements[i][at+1:]
				s.elements[i] = s.elements[i][:at]
			}
		}
		for _, word := range []string{" through ", " via "} {
			at := strings.Index(s.elements[i], word)
			if at <= 0 || !startsName(s.elements[i][at+len(word):]) && !throughEvent.MatchString(s.elements[i][at+len(word):]) {
				continue
			}
			if agent, ok := s.party(s.elements[i][at+len(word):]); ok {
				s.p.Agents = append(s.p.Agents, agent)
			} else {
				s.p.Remarks = append(s.p.Remarks, s.unmark(s.elements[i][at+1:]))
			}
			s.elements[i] = s.elements[i][:at]
		}
	}
	return true
}

// throughEvent is an exhibition that an object was acquired through.
var throughEvent = regexp.MustCompile(`^(?:the )?\d.*(?:International|Annual|Biennial|Exhibition|Show|Fair)`)

// shortDate has a year of two digits, so that it is of no certain century.
var shortDate = regexp.MustCompile(`^\d{1,2}/(?:\d{1,2}/)?\d{2}$`)

// address is a street with a number.
var address = regexp.MustCompile(`^\d{1,5} (?:\p{Lu}[\pL.]* ){1,4}(?:Ave|Avenue|Street|St|Row|Road|Rd|Place|Square|Lane|Blvd|Boulevard|Drive)\.?$|^(?i:via|rue|calle|piazza) .*\d$|(?i:str\.|straße|strasse|laan|straat) \d+$`)

// extra takes one element that says something beside party, place and date.
func (s *statement) extra(e string) bool {
	lower := strings.ToLower(e)
	switch lower {
	case "as agent":
		s.p.Agent = true
		return true
	case "lot", "sale", "nd", "n.d", "no address":
		return true
	}
	if s.number(e) || s.price(strings.TrimPrefix(e, "for ")) || s.agent(e) || s.aside(e, lower) {
		return true
	}
	// A sale at which the object was bought in was none.
	if m, role, length := s.methods.match(e); role == roleNoun && length == len(e) && (s.p.Method.Key == "" || m.Class == NoTransfer) {
		s.p.Method, s.p.Phrase = m, e
		return true
	}
	return false
}

// number takes the number of a lot, or of a dealer's stock.
func (s *statement) number(e string) bool {
	if rest, ok := cutWord(e, "lot"); ok && s.p.Lot == "" && len(rest) <= 20 && hasDigit(e) {
		s.p.Lot = s.unmark(rest)
		return true
	}
	if rest, ok := cutWord(e, "stock"); ok && s.p.Stock == "" && hasDigit(e) {
		s.p.Stock = s.unmark(rest)
		return true
	}
	return false
}

// price takes what was paid.
func (s *statement) price(e string) bool {
	price, ok := readPrice(e)
	if !ok || s.p.Price != nil {
		return false
	}
	s.p.Price = &price
	return true
}

// agent takes one who acted for another.
func (s *statement) agent(e string) bool {
	rest, ok := cutWord(e, "agent")
	if !ok || !startsUpper(rest) {
		return false
	}
	agent, ok := s.party(rest)
	if ok {
		s.p.Agents = append(s.p.Agents, agent)
	}
	return ok
}

// aside takes addresses, numbers of sales, dates of no certain century, and exhibitions that
// an object came through, which are kept as remarks, and marks of Lugt's list.
func (s *statement) aside(e, lower string) bool {
	switch {
	case address.MatchString(s.bare(e)), shortDate.MatchString(e), strings.HasPrefix(lower, "sale ") && hasDigit(e) && len(e) < 20,
		throughEvent.MatchString(strings.TrimPrefix(strings.TrimPrefix(e, "through "), "via ")):
		s.p.Remarks = append(s.p.Remarks, s.unmark(e))
	case strings.HasPrefix(lower, "lugt ") && hasDigit(e):
		s.p.Marks = append(s.p.Marks, s.unmark(e))
	default:
		return false
	}
	return true
}

// unmark takes marks out of a text; their brackets become remarks, or what they say.
func (s *statement) unmark(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !isMark(r) {
			return r
		}
		s.bracket(s.owned(s.groups[r-firstMark]))
		return -1
	}, text))
}

// owned reads round brackets behind a place as the time that the party had the object, and
// returns what is left: "Paris (1891-95; sold to Ada Roth)". The next period tells the rest.
func (s *statement) owned(inner string) string {
	date, more, _ := strings.Cut(inner, ";")
	if !strings.HasPrefix(inner, "[") && s.p.Begin == nil && s.p.Until == nil && s.datePhrase(date) {
		return strings.TrimSpace(more)
	}
	return inner
}

// bracket reads brackets that stand within a period.
func (s *statement) bracket(inner string) {
	if inner = strings.TrimPrefix(inner, "["); inner == "" {
		return
	}
	lower := strings.ToLower(inner)
	switch {
	case strings.HasPrefix(lower, "lugt"), strings.HasPrefix(lower, "l. ") && hasDigit(inner), strings.HasPrefix(lower, "l.") && hasDigit(inner):
		s.p.Marks = append(s.p.Marks, inner)
		return
	case s.extra(inner):
		return
	}
	if price, ok := readPrice(inner); ok && s.p.Price == nil {
		s.p.Price = &price
		return
	}
	if !slices.Contains(s.p.Remarks, inner) {
		s.p.Remarks = append(s.p.Remarks, inner)
	}
}
