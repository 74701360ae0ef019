package provtext

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/entity"
)

// References are the records that the activities refer to. A party or place for which a
// function returns false is not referred to: the activity says it in words alone.
type References struct {
	Object entity.Entity
	// Maker is who made the object, with its name as the label. A period that only names the
	// maker, or says "the artist", describes no acquisition.
	Maker entity.Entity
	Party func(Party) (entity.Entity, bool)
	Place func(name string) (entity.Entity, bool)
	// Method gives a concept for a method that has no number in the AAT.
	Method func(Method) (entity.Entity, bool)
}

// The concepts of provenance records.
var (
	provenanceActivity = entity.Type("300055863", "Provenance Activity")
	provenanceText     = entity.Type("300435438", "Provenance Statement")
	note               = entity.Type("300027200", "Note")
)

var certaintyTypes = map[Certainty]entity.Entity{
	Probable: entity.Type("300435721", "Probably"),
	Possible: entity.Type("300435722", "Possibly"),
}

// maxLabel is how many bytes of a period are its activity's label.
const maxLabel = 120

// Activities are the periods as provenance activities, in their order. Each has its part of
// the text as a statement, and the last one the notes as well, so that Join makes the text
// of them. Who gave the object is whom the period names, or the party of the period before,
// if that had the title and the text says that it passed on directly.
func (p Provenance) Activities(refs References) []entity.Entity {
	var out []entity.Entity
	for i, period := range p.Periods {
		w := activityWriter{refs: refs, period: period}
		if i > 0 {
			w.before = &p.Periods[i-1]
		}
		a := w.activity()
		if len(a.Part) == 0 || period.Method.Class == Promise {
			// What is not understood, or is no transfer, is still of this object.
			a.UsedSpecificObject = []entity.Entity{refs.Object}
		}
		for _, n := range period.Notes {
			if text := p.Notes[n]; text != "" {
				a.ReferredToBy = append(a.ReferredToBy, entity.Statement(text, note))
			}
		}
		out = append(out, a)
	}
	if p.Tail != "" && len(out) > 0 {
		last := &out[len(out)-1]
		last.ReferredToBy = append(last.ReferredToBy, entity.Statement(p.Tail, provenanceText))
	}
	return out
}

// Before is the period that a period comes after by what the text says; false where it says
// nothing of the order: in another paragraph, unless the dates tell, and where these contradict.
func (p Provenance) Before(i int) (int, bool) {
	now := p.Periods[i]
	inSequence := now.Understood || p.goesOn(i)
	for b := i - 1; b >= 0; b-- {
		before := p.Periods[b]
		newParagraph := strings.Contains(before.Text, "\n")
		switch {
		case before.Direct, before.Understood && inSequence && !newParagraph:
			return b, !isBefore(now.Begin, before.Begin)
		case newParagraph:
			return b, isBefore(before.Until, now.Begin)
		case !inSequence:
			return 0, false
		}
	}
	return 0, false
}

// goesOn tells whether the paragraph of a period goes on with one that is understood: then it
// is a step of the history, and no remark at its end.
func (p Provenance) goesOn(i int) bool {
	return !strings.Contains(p.Periods[i].Text, "\n") && i+1 < len(p.Periods) && p.Periods[i+1].Understood
}

// isBefore tells whether a date is surely before another.
func isBefore(a, b *dates.Span) bool {
	return a != nil && b != nil && !a.Latest.IsZero() && !b.Earliest.IsZero() && a.Latest.Year < b.Earliest.Year
}

// activityWriter makes the activity of one period.
type activityWriter struct {
	refs   References
	period Period
	before *Period
}

func (w activityWriter) activity() entity.Entity {
	p := w.period
	label := clip(strings.TrimRight(strings.TrimSpace(p.Text), ";."))
	a := entity.Entity{
		Type: "Activity", Label: label, ClassifiedAs: []entity.Entity{provenanceActivity},
		ReferredToBy: []entity.Entity{entity.Statement(p.Text, provenanceText)},
	}
	if label != "" {
		a.IdentifiedBy = []entity.Entity{entity.Name(label)}
	}
	if !p.Understood {
		return a
	}
	if certainty, ok := certaintyTypes[w.certainty()]; ok {
		a.ClassifiedAs = append(a.ClassifiedAs, certainty)
	}
	a.Timespan = w.timespan()
	a.TookPlaceAt = w.places()
	if p.House != nil {
		a.CarriedOutBy = w.actors(p.House)
		if kind, ok := w.method(); ok {
			a.ClassifiedAs = append(a.ClassifiedAs, kind)
		}
	}
	for _, agent := range p.Agents {
		a.CarriedOutBy = append(a.CarriedOutBy, w.actors(&agent)...)
	}
	for _, number := range []struct {
		text string
		kind entity.Entity
	}{{p.Lot, entity.Type("300404628", "Lot Number")}, {p.Stock, entity.Type("300412177", "Stock Number")}} {
		if number.text != "" {
			a.IdentifiedBy = append(a.IdentifiedBy, entity.Entity{Type: "Identifier", ClassifiedAs: []entity.Entity{number.kind}, Content: number.text})
		}
	}
	for _, part := range []func() (entity.Entity, bool){w.part, w.handOver, w.payment} {
		if e, ok := part(); ok {
			a.Part = append(a.Part, e)
		}
	}
	return a
}

// part is the transfer that the period describes; false where it describes none.
func (w activityWriter) part() (entity.Entity, bool) {
	p := w.period
	part := entity.Entity{}
	if kind, ok := w.method(); ok && p.House == nil {
		part.ClassifiedAs = []entity.Entity{kind}
	}
	if certainty, ok := certaintyTypes[w.certainty()]; ok {
		part.ClassifiedAs = append(part.ClassifiedAs, certainty)
	}
	object := []entity.Entity{w.refs.Object}
	switch p.class() {
	case Title, Custody:
		return w.transfer(part)
	case Promise:
		part.Type, part.ClassifiedAs = "Activity", []entity.Entity{entity.Type("300435599", "Promise")}
		part.CarriedOutBy = w.actors(w.from())
	case Encounter:
		part.Type, part.Transfer = "Encounter", &entity.Transfer{Encountered: object}
		part.CarriedOutBy = w.actors(p.To)
	case Move:
		place, ok := w.place()
		if !ok {
			return part, false
		}
		part.Type, part.Transfer = "Move", &entity.Transfer{Moved: object, MovedTo: &place}
		if from, ok := w.placeOf(p.PlaceFrom); ok {
			part.Transfer.MovedFrom = &from
		}
	case Right:
		right := entity.Entity{Type: "Right", Transfer: &entity.Transfer{PossessedBy: w.actors(p.To), AppliesTo: object}}
		right.ClassifiedAs, part.ClassifiedAs = part.ClassifiedAs, nil
		part.Type, part.Transfer = "RightAcquisition", &entity.Transfer{Establishes: []entity.Entity{right}}
	default:
		return part, false
	}
	return part, true
}

// transfer is a part by which the title or the custody passed. Whoever made the object, and
// whoever had it already, did not acquire it.
func (w activityWriter) transfer(part entity.Entity) (entity.Entity, bool) {
	p := w.period
	said := p.Method.Key != "" && p.Method.Key != "ownership"
	if p.To == nil && w.from() == nil || !said && (w.stays() || p.class() == Title && w.isMaker(p.To)) {
		return part, false
	}
	object, from, to := []entity.Entity{w.refs.Object}, w.actors(w.from()), w.actors(p.To)
	if p.class() == Title {
		part.Type, part.Transfer = "Acquisition", &entity.Transfer{TransferredTitleOf: object, TransferredTitleFrom: from, TransferredTitleTo: to}
	} else {
		part.Type, part.Transfer = "TransferOfCustody", &entity.Transfer{TransferredCustodyOf: object, TransferredCustodyFrom: from, TransferredCustodyTo: to}
	}
	return part, true
}

// stays tells whether the object stayed with the party of the period before, such as a firm
// that had it in another city.
func (w activityWriter) stays() bool {
	before, now := w.actors(w.from()), w.actors(w.period.To)
	return len(before) > 0 && len(now) > 0 && before[0].ID == now[0].ID
}

// handOver is the passing of custody from a dealer to the party that the text names next:
// a semicolon says that the object passed directly, and not that the dealer owned it.
func (w activityWriter) handOver() (entity.Entity, bool) {
	b := w.before
	if b == nil || !b.Direct || !b.Understood || !b.Agent || b.To == nil || w.period.To == nil || w.period.From != nil || w.period.class() != Title || b.Certainty != Certain || w.certainty() != Certain {
		return entity.Entity{}, false
	}
	return entity.Entity{Type: "TransferOfCustody", Transfer: &entity.Transfer{
		TransferredCustodyOf: []entity.Entity{w.refs.Object}, TransferredCustodyFrom: w.actors(b.To), TransferredCustodyTo: w.actors(w.period.To),
	}}, true
}

// class is what the period transfers.
func (p Period) class() Class {
	switch {
	case p.Method.Class != "":
		return p.Method.Class
	case p.Agent:
		return Custody
	}
	return Title
}

// isMaker tells whether a party made the object: "the artist", and who stands first in the
// text with the maker's name, or a part of it.
func (w activityWriter) isMaker(p *Party) bool {
	switch {
	case p == nil || p.Artist:
		return p != nil
	case p.Unnamed || p.Group || w.refs.Maker.ID == "":
		return false
	case p.Name == w.refs.Maker.Label:
		return true
	}
	return p.Period == 1 && sameName(p.Name, w.refs.Maker.Label)
}

// sameName tells whether two names end with the same word, and the words of one are all in
// the other, or are initials of its words: "C. Monet" and "Claude Oscar Monet".
func sameName(a, b string) bool {
	short, long := strings.Fields(a), strings.Fields(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) == 0 || short[len(short)-1] != long[len(long)-1] {
		return false
	}
	return !slices.ContainsFunc(short, func(word string) bool {
		return !slices.ContainsFunc(long, func(other string) bool {
			return word == other || len(word) == 2 && word[1] == '.' && strings.HasPrefix(other, word[:1])
		})
	})
}

// from is who gave the object, nil where the text does not say it.
func (w activityWriter) from() *Party {
	p, b := w.period, w.before
	switch {
	case p.From != nil && p.From.Above && b != nil && b.Understood:
		return b.To // not the house that sold it
	case p.From != nil:
		return p.From
	case b == nil || !b.Direct || !b.Understood || b.Agent || b.Certainty != Certain || p.Certainty != Certain || b.House != nil:
		return nil
	case b.Method.Key != "" && b.Method.Class != Title:
		return nil
	}
	return b.To
}

// certainty is how sure it is that the period is true: its parties may be doubtful, and so
// is then what it says.
func (w activityWriter) certainty() Certainty {
	c := w.period.Certainty
	for _, p := range []*Party{w.period.To, w.period.From, w.period.House} {
		if p != nil {
			c = max(c, p.Certainty)
		}
	}
	return c
}

// method is the concept of the method.
func (w activityWriter) method() (entity.Entity, bool) {
	m := w.period.Method
	switch {
	case m.AAT != "":
		return entity.Type(m.AAT, m.Label), true
	case m.Label != "" && w.refs.Method != nil:
		return w.refs.Method(m)
	}
	return entity.Entity{}, false
}

// actors is a party as an actor, if it is named and has a record.
func (w activityWriter) actors(p *Party) []entity.Entity {
	if p == nil || p.Above || w.refs.Party == nil {
		return nil
	}
	if w.isMaker(p) {
		if w.refs.Maker.ID == "" {
			return nil
		}
		return []entity.Entity{w.refs.Maker}
	}
	if e, ok := w.refs.Party(*p); ok {
		return []entity.Entity{e}
	}
	return nil
}

func (w activityWriter) place() (entity.Entity, bool) {
	if w.period.PlaceUncertain {
		return entity.Entity{}, false
	}
	return w.placeOf(w.period.Place)
}

func (w activityWriter) places() []entity.Entity {
	var out []entity.Entity
	for _, name := range w.period.Places {
		if place, ok := w.placeOf(name); ok && !w.period.PlaceUncertain {
			out = append(out, place)
		}
	}
	return out
}

func (w activityWriter) placeOf(name string) (entity.Entity, bool) {
	if name == "" || w.refs.Place == nil {
		return entity.Entity{}, false
	}
	return w.refs.Place(name)
}

// timespan is when the object passed on: at the period's own date, or when the period
// before ended.
func (w activityWriter) timespan() *entity.Entity {
	var s *dates.Span
	switch b := w.before; {
	case w.period.Begin != nil:
		s = w.period.Begin
	case b != nil && b.Direct && b.Understood && b.Until != nil && !b.Agent:
		s = b.Until
	default:
		return nil
	}
	e := s.TimeSpan()
	return &e
}

// payment is what was paid, if the currency is certain.
func (w activityWriter) payment() (entity.Entity, bool) {
	price := w.period.Price
	if price == nil || price.Currency == "" {
		return entity.Entity{}, false
	}
	return entity.Entity{Type: "Payment", Transfer: &entity.Transfer{
		PaidTo: w.actors(w.from()), PaidFrom: w.actors(w.period.To),
		PaidAmount: &entity.Entity{Type: "MonetaryAmount", Value: json.Number(price.Amount), Currency: entity.Of("Currency", price.Currency, price.CurrencyLabel)},
	}}, true
}

// clip cuts a label at the end of a word.
func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= maxLabel {
		return text
	}
	cut := strings.LastIndexByte(text[:maxLabel], ' ')
	if cut < maxLabel/2 {
		cut = maxLabel
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
	}
	return text[:cut] + " …"
}
