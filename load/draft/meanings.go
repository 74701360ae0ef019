package draft

import (
	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/dimensions"
	"vitrine/linkedart/words/materials"
	"vitrine/linkedart/words/terms"
)

// meaningReader reads values as dates, dimensions and materials.
type meaningReader struct {
	dates *dates.Reader
	// sizes reads numbers without a unit, and measures those with one.
	sizes, measures *dimensions.Reader
	materials       *materials.Reader
}

func newMeaningReader() (*meaningReader, error) {
	r := &meaningReader{}
	var err error
	if r.dates, err = dates.New(dates.Defaults()); err != nil {
		return nil, err
	}
	if r.sizes, err = dimensions.New(dimensions.Options{Unit: "cm"}); err != nil {
		return nil, err
	}
	if r.measures, err = dimensions.New(dimensions.Options{}); err != nil {
		return nil, err
	}
	known, err := terms.New()
	r.materials = materials.New(known)
	return r, err
}

// meanings count what the first values of a column can be read as.
type meanings struct {
	// looked are the values that were looked at.
	looked int
	// dates are read as dates, and datings those of them that are no number or day.
	dates, datings int
	// sizes are read as one size, with or without a unit; measured have a unit, and may be
	// several sizes.
	sizes, measured int
	// materials name one that is known.
	materials int
}

// maxLooked bounds the values of a column that are read.
const maxLooked = 400

func (m *meanings) add(text string, r *meaningReader) {
	if m.looked == maxLooked {
		return
	}
	m.looked++
	if _, ok := r.dates.Read(text); ok {
		m.dates++
		if shape := shapeOf(text); shape == isText {
			m.datings++
		}
	}
	if of, ok := r.sizes.Read(text); ok && len(of) == 1 {
		m.sizes++
	}
	if _, ok := r.measures.Read(text); ok {
		m.measured++
	}
	if of := r.materials.Read(text); len(of.Materials)+len(of.Supports) > 0 {
		m.materials++
	}
}

// part returns which part of the values that were looked at a count is, from 0 to 1.
func (m *meanings) part(n int) float64 { return float64(n) / float64(max(m.looked, 1)) }
