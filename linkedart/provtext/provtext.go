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
	// Period is the number of the period that it stands in, from 1.
	Period int
	// Unnamed tells that the text does not say who it was: "private collection".
	Unnamed bool
	// Artist and Museum tell that it is the maker of the object, and the museum whose text
	// it is, in the words "the artist" and "museum". Above tells that it is the party of the
	// period before, in the words "the above".
	Artist, Museum, Above bool
}

// Known tells whether the text knows more of the party than that there was one.
func (p Party) Known() bool {
	return !p.Above && !isWord("not known", p.Text)
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
	// Places are the places in it: two of "Yonkers, NY and New York, NY".
	Places []string
	// PlaceFrom is where it was moved from.
	PlaceFrom string
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
	_, err := readWords()
	if err != nil {
		return nil, err
	}
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
	if len(cuts) == 0 || len(cuts) > MaxPeriods {
		return whole
	}
	out := Provenance{Tail: text[body:], Notes: notesOf(text[body:])}
	for _, s := range cuts {
		p := Period{}
		if core := strings.Join(strings.Fields(text[s.start:s.core]), " "); core != "" && len(core) <= maxPeriod {
			p = r.period(core)
			if s.paragraph > 0 && p.Method.Key == "" && (p.Place == "" || len(out.Periods) == 0) {
				// A paragraph of its own is a remark, unless it says that it is more.
				p = Period{Notes: p.Notes}
			}
		}
		for _, m := range noteNumber.FindAllStringSubmatch(text[s.core:s.end], -1) {
			n, _ := strconv.Atoi(m[1])
			p.Notes = append(p.Notes, n)
		}
		p.Text, p.Direct = text[s.start:s.end], s.direct
		p.number(len(out.Periods) + 1)
		out.Periods = append(out.Periods, p)
	}
	return out
}

// number tells the parties which period they stand in.
func (p *Period) number(n int) {
	for _, party := range []*Party{p.To, p.From, p.House} {
		if party != nil {
			party.Period = n
		}
	}
	for i := range p.Agents {
		p.Agents[i].Period = n
	}
}

var noteNumber = regexp.MustCompile(`\[(\d{1,3})\]`)

var noteHead = regexp.MustCompile(`(?:^|[\s:])(?:\[(\d{1,3})\]\.?|(\d{1,2})\.)[ \t]`)

// referring ends what comes before the number of another note: "see note [3] above".
var referring = regexp.MustCompile(`(?i)(?:^|[\s(])(?:see|siehe|voir|zie|cf\.?|notes?|anm\.?|in|and|of|to|from|with|per)$`)

// notesOf are the footnotes of the notes.
func notesOf(tail string) map[int]string {
	out := map[int]string{}
	last, begin := 0, 0
	end := func(at int) {
		if _, twice := out[last]; last > 0 && !twice {
			out[last] = strings.TrimSpace(tail[begin:at])
		}
	}
	for _, h := range noteHead.FindAllStringSubmatchIndex(tail, MaxPeriods) {
		at, plain := 2, h[2] < 0
		if plain {
			at = 4
		}
		n, _ := strconv.Atoi(tail[h[at]:h[at+1]])
		before := strings.TrimRight(tail[:h[0]], " \t")
		inLine := before != "" && !strings.HasSuffix(before, "\n") && tail[h[0]] != '\n'
		if plain && n != last+1 || inLine && last > 0 && (n != last+1 || referring.MatchString(before)) {
			continue // a number of the text, and not of a note
		}
		end(h[0])
		last, begin = n, h[1]
	}
	end(len(tail))
	return out
}
