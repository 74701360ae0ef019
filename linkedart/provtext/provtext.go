package provtext

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/names"
	"vitrine/linkedart/words/places"
)

// Certainty is how sure a text is of something.
type Certainty uint8

// The certainties.
const (
	Certain Certainty = iota
	Probable
	Possible
)

// Party is one who had the object, or who acted for another.
type Party struct {
	// Text is the party's part of the text, with life dates.
	Text string
	// Name is the name alone; of "his wife, Ada Roth" it is "Ada Roth". It is empty where
	// the text names no one: "his children".
	Name string
	// Group tells that the name is that of a group.
	Group     bool
	Life      names.Life
	Certainty Certainty
	// Relation is what the party was to another: "his wife".
	Relation string
	// Unnamed tells that the text does not say who it was: "private collection".
	Unnamed bool
	// Artist and Museum tell that it is the maker of the object, and the museum whose text
	// it is, in the words "the artist" and "museum".
	Artist, Museum bool
}

// Price is what was paid.
type Price struct {
	Text string
	// Amount has the digits and a decimal point; it is empty where the text is not
	// understood, as the currency is.
	Amount string
	// Currency is its number in the Art & Architecture Thesaurus.
	Currency, CurrencyLabel string
}

// Period is one step of a provenance.
type Period struct {
	// Text is its part of the text, with the mark and white space that end it.
	Text string
	// Direct tells that the object passed directly to the next.
	Direct bool
	// Understood tells that the rest of the fields say what the text says.
	Understood bool
	Certainty  Certainty
	// Method is how the object passed to the party; its Key is empty if the text says
	// nothing of it. Phrase are its words.
	Method Method
	Phrase string
	// Agent tells that the period stands in brackets: a dealer, an auction house, an agent.
	Agent bool
	// To received the object; From gave it, where the period itself says so.
	To, From *Party
	// House is where it was sold: an auction house. Agents acted for one of the parties.
	House  *Party
	Agents []Party
	Place  string
	// PlaceUncertain tells that a question mark follows the place.
	PlaceUncertain bool
	// Begin is when the object passed to the party, Until when the party ceased to have it.
	Begin, Until *dates.Span
	// Lot, Stock and Marks are numbers: of a lot, of a dealer's stock, of a collector's mark.
	Lot, Stock string
	Marks      []string
	Price      *Price
	// Remarks are brackets that are kept as text.
	Remarks []string
	// Notes are the numbers of its footnotes.
	Notes []int
}

// Party is the one whom the period is about: who received the object, else the house that
// sold it, else who gave it; nil where the text has none.
func (p Period) Party() *Party {
	switch {
	case p.To != nil:
		return p.To
	case p.House != nil:
		return p.House
	}
	return p.From
}

// Provenance is a text in its periods.
type Provenance struct {
	Periods []Period
	// Tail are the notes and what follows them, as they are.
	Tail string
	// Notes are the texts of the footnotes, by number.
	Notes map[int]string
}

// Text is the text, byte for byte.
func (p Provenance) Text() string {
	var b strings.Builder
	for _, period := range p.Periods {
		b.WriteString(period.Text)
	}
	return b.String() + p.Tail
}

// Reader reads texts. Several goroutines may use it.
type Reader struct {
	methods methodTable
	dates   *dates.Reader
	names   *names.Reader
	places  *places.Table
}

// New returns a reader that reads dates by d. An error is a fault of the tables.
func New(d *dates.Reader) (*Reader, error) {
	r := &Reader{dates: d}
	var err error
	if r.methods, err = readMethods(); err != nil {
		return nil, err
	}
	if r.names, err = names.New(d); err != nil {
		return nil, err
	}
	r.places, err = places.New()
	return r, err
}

// The limits: a longer text, and a text of more periods, is one period that is not
// understood, and so is the text of a period that is longer than maxPeriod.
const (
	MaxText    = 1 << 16
	MaxPeriods = 400
	maxPeriod  = 1000
)

// Read reads a text.
func (r *Reader) Read(text string) Provenance {
	whole := Provenance{Periods: []Period{{Text: text}}}
	if len(text) > MaxText || !utf8.ValidString(text) || strings.ContainsFunc(text, isMark) {
		return whole
	}
	body := bodyLength(text)
	cuts := segments(text[:body])
	if len(cuts) > MaxPeriods {
		return whole
	}
	out := Provenance{Tail: text[body:], Notes: notesOf(text[body:])}
	for _, s := range cuts {
		p := Period{}
		if core := strings.TrimSpace(text[s.start:s.core]); core != "" && len(core) <= maxPeriod {
			p = r.period(core)
			if s.paragraph > 0 && p.Method.Key == "" && (p.Place == "" || len(out.Periods) == 0) {
				// A paragraph of its own is a remark, unless it says that it is more.
				p = Period{Notes: p.Notes}
			}
		}
		p.Text, p.Direct = text[s.start:s.end], s.direct
		out.Periods = append(out.Periods, p)
	}
	return out
}

var noteHead = regexp.MustCompile(`(?:^|\s)\[(\d{1,3})\]\.?[ \t]`)

// notesOf are the footnotes of the notes.
func notesOf(tail string) map[int]string {
	out := map[int]string{}
	heads := noteHead.FindAllStringSubmatchIndex(tail, MaxPeriods)
	for i, h := range heads {
		end := len(tail)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		n, _ := strconv.Atoi(tail[h[2]:h[3]])
		if _, ok := out[n]; !ok {
			out[n] = strings.TrimSpace(tail[h[1]:end])
		}
	}
	return out
}
