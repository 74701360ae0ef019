// Package dimensions reads the sizes of things as museums write them: "H: 30.5 cm, W. 12 1/2
// in. (framed)", "30 x 40 x 2 cm", "12 1/2 x 16 in. (31.8 x 40.6 cm)", "image: 20 × 30 cm;
// sheet: 25 × 35 cm", and columns that have a value alone. The words are in dimensions.tsv.
//
// A text is understood as a whole or not at all. Of two numbers the first is the height and
// the second the width, of three the last is the depth, unless Options says otherwise; one
// without a word is of no kind. A number such as 1,234, which may be a decimal, is not
// read, and neither is a fraction that no decimal is equal to. Values have the digits of
// the text, and are never converted.
//
// The result is https://linked.art/model/object/physical/#dimensions.
package dimensions

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/lexicon"
)

//go:embed dimensions.tsv
var dimensionsFile string

// table has the words of dimensions. It is read once and never changes.
var table = sync.OnceValues(func() (*lexicon.Lexicon, error) {
	l, err := lexicon.Read(dimensionsFile)
	if err != nil {
		return nil, fmt.Errorf("the words of dimensions: %w", err)
	}
	return l, nil
})

// Dimension is one size.
type Dimension struct {
	// Kind is "height", "width", "depth", "diameter", "length", "thickness", "weight", or
	// empty where the text does not say it.
	Kind string
	// Value is a decimal number.
	Value string
	// Unit is "cm", "mm", "m", "in", "ft", "kg", "g" or "lb".
	Unit string
	// Part is what has the size, where the text says that: "frame", "sheet".
	Part string
}

// kinds and units are their numbers in the AAT.
var kinds = map[string]entity.Entity{
	"height": entity.Type("300055644", "Height"), "width": entity.Type("300055647", "Width"), "depth": entity.Type("300072633", "Depth"),
	"diameter": entity.Type("300055624", "Diameter"), "length": entity.Type("300055645", "Length"),
	"thickness": entity.Type("300055646", "Thickness"), "weight": entity.Type("300056240", "Weight"),
}

var units = map[string]*entity.Entity{
	"cm": entity.Of("MeasurementUnit", "300379098", "centimeters"), "mm": entity.Of("MeasurementUnit", "300379097", "millimeters"),
	"m": entity.Of("MeasurementUnit", "300379099", "meters"), "in": entity.Of("MeasurementUnit", "300379100", "inches"),
	"ft": entity.Of("MeasurementUnit", "300379101", "feet"), "kg": entity.Of("MeasurementUnit", "300379226", "kilograms"),
	"g": entity.Of("MeasurementUnit", "300379225", "grams"), "lb": entity.Of("MeasurementUnit", "300379254", "pounds"),
}

// Entity is the dimension as Linked Art has it.
func (d Dimension) Entity() entity.Entity {
	e := entity.Entity{Type: "Dimension", Value: json.Number(d.Value), Unit: units[d.Unit]}
	if kind, ok := kinds[d.Kind]; ok {
		e.ClassifiedAs = []entity.Entity{kind}
	}
	return e
}

// Options are the habits of a museum.
type Options struct {
	// WidthFirst tells that the first of several numbers is the width.
	WidthFirst bool
	// Unit is that of numbers without one, or empty.
	Unit string
}

// Reader reads dimensions. Several goroutines may use it.
type Reader struct {
	options Options
	words   *lexicon.Lexicon
}

// New returns a reader. An error is a unit that there is not, or a fault of the table.
func New(o Options) (*Reader, error) {
	if _, ok := units[o.Unit]; !ok && o.Unit != "" {
		return nil, fmt.Errorf("there is no unit %q: use cm, mm, m, in, ft, kg, g or lb", o.Unit)
	}
	words, err := table()
	return &Reader{o, words}, err
}

// MaxText is how many bytes of text are read; a longer text is not understood.
const MaxText = 500

var fractions = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4", "⅛", " 1/8", "⅜", " 3/8", "⅝", " 5/8", "⅞", " 7/8", "⁄", "/", "”", "\"", "“", "\"", "’’", "\"", "''", "\"")

// Read reads a text. It is false for one that it does not understand.
func (r *Reader) Read(text string) ([]Dimension, bool) {
	if len(text) > MaxText {
		return nil, false
	}
	p := parser{reader: r, tokens: lexicon.Tokens(fractions.Replace(text))}
	for p.pos < len(p.tokens) {
		if !p.step() {
			return nil, false
		}
	}
	if !p.finish() || len(p.out) == 0 {
		return nil, false
	}
	return p.out, true
}

// Column reads the value of a column whose kind is known. Zero is no size.
func (r *Reader) Column(kind, value string) (Dimension, bool) {
	all, ok := r.Read(value)
	if _, known := kinds[kind]; !known || !ok || len(all) != 1 || all[0].Kind != "" || strings.Trim(all[0].Value, "0.") == "" {
		return Dimension{}, false
	}
	all[0].Kind = kind
	return all[0], true
}

// parser reads tokens from left to right, and collects runs of numbers: "30 x 40 x 2 cm".
type parser struct {
	reader *Reader
	tokens []lexicon.Token
	pos    int
	// out are the dimensions; those from group on are of the part that is read.
	out   []Dimension
	group int
	// run is the first dimension of the numbers that "x" joins.
	run int
	// before is where the sizes before a bracket begin, and twin the end of a size that stands in
	// two units, as in "14 in. (35.6 cm)".
	before, twin int
	// kind is what the next number is of, and part what the next ones are of.
	kind, part string
	joined     bool
	// order are the kinds of the next numbers, in "H x W x D: 3 x 4 x 5 cm"; listed tells that
	// numbers have begun to take them.
	order  []string
	listed bool
}

func (p *parser) step() bool {
	t := p.tokens[p.pos]
	if t.Kind == lexicon.Number {
		return p.number()
	}
	entry, n := p.reader.words.Match(p.tokens[p.pos:])
	if n == 0 {
		p.pos++
		switch t.Text {
		case ",", ".", ":", "=":
			return true
		case ";", "(", ")":
			return p.endGroup()
		}
		return false
	}
	p.pos += n
	switch entry.Kind {
	case "kind":
		return p.named(entry.Value)
	case "unit":
		return p.unit(entry.Value)
	case "by":
		if p.kind != "" {
			p.order, p.kind, p.listed = append(p.order, p.kind), "", false
			return true
		}
		p.joined = true
		return len(p.out) > p.run || len(p.out) > 0
	case "part":
		p.setPart(entry.Value)
	}
	return true
}

// named takes a word such as "height", before its number or behind its unit.
func (p *parser) named(kind string) bool {
	if p.kind != "" {
		return false
	}
	last := len(p.out) - 1
	isTwin := last > 0 && p.twin == last+1
	if (last >= p.group || isTwin) && p.out[last].Unit != "" && p.out[last].Kind == "" && (p.pos >= len(p.tokens) || p.tokens[p.pos].Kind != lexicon.Number && p.tokens[p.pos].Text != ":" && p.tokens[p.pos].Text != ".") {
		p.out[last].Kind = kind
		if isTwin {
			p.out[last-1].Kind = kind
		}
		p.run = len(p.out)
		return true
	}
	p.kind = kind
	return true
}

// setPart takes a word such as "framed", before or behind the sizes.
func (p *parser) setPart(part string) {
	for i := p.group; i < len(p.out); i++ {
		if p.out[i].Part == "" {
			p.out[i].Part = part
		}
	}
	p.part = part
}

func (p *parser) unit(unit string) bool {
	found := false
	for i := len(p.out) - 1; i >= p.group && p.out[i].Unit == ""; i-- {
		p.out[i].Unit, found = unit, true
	}
	if entry, _ := p.reader.words.Match(p.tokens[p.pos:]); !found && unit == "in" {
		return entry.Kind == "kind" // "20 cm in diameter"
	}
	return found
}

// number reads a decimal, or a number with a fraction.
func (p *parser) number() bool {
	isInches := p.isBehindFeet()
	value, ok := p.value()
	if !ok || isInches {
		return false
	}
	if !p.joined {
		p.endRun()
	}
	p.joined = false
	kind := p.kind
	if len(p.order) > 0 {
		if !p.listed && kind == "" {
			return false
		}
		if kind != "" {
			p.order, p.listed = append(p.order, kind), true
		}
		kind, p.order = p.order[0], p.order[1:]
	}
	p.out = append(p.out, Dimension{Kind: kind, Value: value, Part: p.part})
	p.kind = ""
	return true
}

// isBehindFeet tells whether a number stands right behind feet: "5 ft. 3 in." is one size, in two units.
func (p *parser) isBehindFeet() bool {
	at := p.pos - 1
	if at > 0 && p.tokens[at].Text == "." {
		at--
	}
	entry, _ := p.reader.words.Match(p.tokens[max(at, 0):p.pos])
	return entry.Value == "ft"
}

// endRun names the numbers of a run by their order, and begins a new one.
func (p *parser) endRun() {
	run := p.out[p.run:]
	order := []string{"height", "width", "depth"}
	if p.reader.options.WidthFirst {
		order = []string{"width", "height", "depth"}
	}
	plain := len(run) > 1 && len(run) <= len(order)
	for _, d := range run {
		plain = plain && d.Kind == ""
	}
	for i := range run {
		if plain {
			run[i].Kind = order[i]
		}
	}
	p.run = len(p.out)
}

// endGroup ends the sizes of a part.
func (p *parser) endGroup() bool {
	behind := p.pos < len(p.tokens) && p.tokens[p.pos-1].Text == "("
	p.endRun()
	ok := p.unitless()
	if behind {
		// "(framed)" is of what is before the bracket.
		entry, n := p.reader.words.Match(p.tokens[p.pos:])
		if entry.Kind == "part" {
			return ok
		}
		// So is "(height)".
		end := p.pos + n
		if end < len(p.tokens) && p.tokens[end].Text == "." {
			end++
		}
		if entry.Kind == "kind" && end < len(p.tokens) && p.tokens[end].Text == ")" && len(p.out) == p.group+1 && p.out[p.group].Kind == "" {
			p.out[p.group].Kind, p.pos = entry.Value, end
		}
		p.before = p.group
	} else if at := p.group; p.tokens[p.pos-1].Text == ")" && at == p.before+1 && len(p.out) == at+1 && p.out[at].isTwin(p.out[at-1]) {
		p.out[at].Kind, p.twin = p.out[at-1].Kind, len(p.out)
	}
	p.group, p.part = len(p.out), ""
	return ok && p.isWhole()
}

// isTwin tells whether a size in brackets is the one before them in another unit.
func (d Dimension) isTwin(before Dimension) bool {
	const weights = "kg lb"
	return d.Kind == "" && d.Part == before.Part && d.Unit != before.Unit && strings.Contains(weights, d.Unit) == strings.Contains(weights, before.Unit)
}

// isWhole tells that no word waits for its number.
func (p *parser) isWhole() bool { return p.kind == "" && !p.joined && len(p.order) == 0 }

// unitless gives the unit of the options to numbers without one.
func (p *parser) unitless() bool {
	for i := range p.out {
		if p.out[i].Unit == "" {
			p.out[i].Unit = p.reader.options.Unit
		}
		if p.out[i].Unit == "" {
			return false
		}
	}
	return true
}

func (p *parser) finish() bool {
	p.endRun()
	return p.unitless() && p.isWhole()
}

// value reads 30, 30.5, 30,5, 12 1/2 and 12-1/2.
func (p *parser) value() (string, bool) {
	at := func(i int) lexicon.Token {
		if p.pos+i < len(p.tokens) {
			return p.tokens[p.pos+i]
		}
		return lexicon.Token{}
	}
	whole := at(0).Text
	if len(whole) > 9 {
		return "", false
	}
	next, after := at(1), at(2)
	switch {
	case (next.Text == "." || next.Text == ",") && !next.Space && after.Kind == lexicon.Number && !after.Space:
		if len(after.Text) > 9 || next.Text == "," && len(after.Text) == 3 {
			return "", false
		}
		p.pos += 3
		return trim(whole) + "." + after.Text, true
	case next.Text == "/" && after.Kind == lexicon.Number:
		p.pos += 3
		return fraction("0", whole, after.Text)
	}
	skip := 1
	if next.Text == "-" {
		skip = 2
	}
	if at(skip).Kind == lexicon.Number && at(skip+1).Text == "/" && at(skip+2).Kind == lexicon.Number {
		over, under := at(skip).Text, at(skip+2).Text
		p.pos += skip + 3
		return fraction(trim(whole), over, under)
	}
	p.pos++
	return trim(whole), true
}

// trim takes zeros from the beginning, which JSON numbers do not have.
func trim(digits string) string {
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return "0"
	}
	return digits
}

// fraction is a whole number and a fraction of 2, 4, 8, 16, 32 or 64 as a decimal.
func fraction(whole, over, under string) (string, bool) {
	a, err := strconv.Atoi(over)
	b, err2 := strconv.Atoi(under)
	w, err3 := strconv.Atoi(whole)
	if err != nil || err2 != nil || err3 != nil || a >= b || b > 64 || b&(b-1) != 0 {
		return "", false
	}
	return strconv.FormatFloat(float64(w)+float64(a)/float64(b), 'f', -1, 64), true
}
