package provtext

import (
	"slices"
	"strings"
)

// isAuctionHouse tells whether a name begins with that of an auction house. A sale at another
// house is an auction only where the text says so, or has a lot.
func isAuctionHouse(name string) bool {
	return slices.ContainsFunc(words("house"), func(house string) bool { return strings.HasPrefix(name, house) })
}

// beginsWithHouse tells whether an auction house is named first, or second after a place.
func (s *statement) beginsWithHouse(text string) bool {
	first, rest, _ := strings.Cut(text, ",")
	return isAuctionHouse(first) || isAuctionHouse(strings.TrimSpace(rest)) && s.places.Known(first)
}

// isSale tells whether a period without a method is that of a sale: of an auction house,
// with a lot or a buyer.
func (s *statement) isSale() bool {
	if len(s.elements) == 0 {
		return false
	}
	if house, ok := strings.CutSuffix(s.elements[0], " sale"); ok {
		return s.names.IsGroup(house) && !strings.HasPrefix(house, "Collection") && !strings.HasSuffix(strings.ToLower(house), "collection")
	}
	return s.beginsWithHouse(strings.Join(s.elements, ", ")) && (s.p.Lot != "" || slices.ContainsFunc(s.elements, func(e string) bool { return cutBuyer(e) != "" }))
}

// cutBuyer is the buyer of an element such as "to Agnew"; empty where it has none.
func cutBuyer(e string) string {
	if buyer, ok := cutWord(e, "buyer"); ok && !startsUpper(e) {
		return buyer
	}
	return ""
}

// sale reads what follows "sold at": the house and its place, in either order, and the
// buyer after "to". What precedes is the name of the sale.
func (s *statement) sale() bool {
	if i := slices.IndexFunc(s.elements, func(e string) bool { return cutBuyer(e) != "" }); i >= 0 {
		after := slices.Clone(s.elements[i:])
		after[0] = cutBuyer(after[0])
		s.elements = s.elements[:i]
		if !s.buyer(after) {
			return false
		}
	}
	if len(s.elements) == 0 {
		return true
	}
	if s.places.Known(s.bare(s.elements[0])) && (len(s.elements) == 1 || !isAuctionHouse(s.elements[1])) {
		if s.p.Lot != "" {
			s.p.Method = s.methods.methods["auction"] // "his sale, Amsterdam, 16 May 1696, lot 12"
		}
		return s.place()
	}
	if len(s.elements) > 1 && s.places.Known(s.elements[0]) && isAuctionHouse(s.elements[1]) {
		s.elements[0], s.elements[1] = s.elements[1], s.elements[0]
	}
	if name, ok := strings.CutSuffix(s.elements[0], " sale"); ok {
		s.elements[0] = name
	}
	s.cutHouse()
	house, ok := s.partyAt(0)
	if !ok || !s.place() {
		return false
	}
	s.p.House = &house
	switch {
	case s.p.Method.Class == NoTransfer, s.p.Method.Key == "forced-sale", s.p.Method.Key == "bankruptcy-sale":
	case s.p.Lot != "" || isAuctionHouse(house.Name):
		s.p.Method = s.methods.methods["auction"]
	case s.p.Method.Key == "":
		s.p.Method = s.methods.methods["sale"]
	}
	return true
}

// buyer reads the buyer with his place, which is not that of the sale.
func (s *statement) buyer(elements []string) bool {
	sale, place := s.elements, s.p.Place
	s.elements = elements
	buyer, ok := s.partyAt(0)
	if !ok || !s.place() {
		return false
	}
	s.p.To, s.elements, s.p.Place, s.p.PlaceUncertain = &buyer, sale, place, false
	return true
}

// cutHouse cuts the place from a house such as "Christie's London".
func (s *statement) cutHouse() {
	name := s.elements[0]
	if !isAuctionHouse(name) {
		return
	}
	for at := strings.IndexByte(name, ' '); at >= 0; {
		if rest := name[at+1:]; len(rest) > 3 && s.places.Known(rest) {
			s.elements = slices.Insert(s.elements, 1, rest)
			s.elements[0] = name[:at]
			return
		}
		next := strings.IndexByte(name[at+1:], ' ')
		if next < 0 {
			return
		}
		at += next + 1
	}
}

// atHouse cuts "purchased by Ada Roth at auction at Christie's": the elements are then those
// of the sale, with the buyer after it.
func (s *statement) atHouse() bool {
	if len(s.elements) == 0 || s.p.Method.Class != Title {
		return false
	}
	e := s.elements[0]
	for _, word := range []string{" at auction at ", " at auction from ", " at "} {
		at := strings.Index(e, word)
		if at <= 0 || word == " at " && !isAuctionHouse(e[at+len(word):]) {
			continue
		}
		rest := s.elements[1:]
		s.elements = append([]string{e[at+len(word):]}, rest...)
		s.elements = append(s.elements, "to "+e[:at])
		return true
	}
	return false
}

// way reads where an object was moved from and to.
func (s *statement) way() bool {
	text := strings.Join(s.elements, ", ")
	from, to, ok := strings.Cut(text, " to ")
	if !ok {
		return false
	}
	s.elements = splitElements(from)
	if !s.place() {
		return false
	}
	s.p.PlaceFrom, s.p.Place = s.p.Place, ""
	s.elements = splitElements(to)
	return s.place()
}
