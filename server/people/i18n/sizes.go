package i18n

import (
	"slices"
	"strings"

	"vitrine/linkedart/reading"
)

// Measure is a dimension with what the caller knows of it.
type Measure struct {
	Dimension reading.Dimension
	Unit      Unit
	// Kind is what is measured, in words, for a kind that the package has none for.
	Kind string
}

// sides are the kinds of dimensions that are written in one row, in that order: height,
// width, depth.
var sides = []string{aat + "300055644", aat + "300055647", aat + "300072633"}

// Sizes says the dimensions of an object, each with its kind: "Diameter 12 cm". Height,
// width and depth stand in one row where they have one unit: "44.5 × 39 cm". Dimensions
// that have other kinds or other names, such as with the frame, are rows of their own.
func (w *Wording) Sizes(measures []Measure) [][]Words {
	var out [][]Words
	done := make([]bool, len(measures))
	for i, m := range measures {
		if done[i] {
			continue
		}
		if row := sameRow(measures, done, i); len(row) > 1 {
			out = append(out, w.row(measures, row))
			for _, at := range row {
				done[at] = true
			}
			continue
		}
		if said := w.measure(m); len(said) > 0 {
			out = append(out, said)
		}
	}
	return out
}

// sameRow returns the sides that stand in one row with a dimension, in the order of
// sides; nothing where two are the same side, so that it is not clear which belongs to
// which.
func sameRow(measures []Measure, done []bool, first int) []int {
	if side(measures[first]) < 0 {
		return nil
	}
	at := [3]int{-1, -1, -1}
	for i, m := range measures {
		s := side(m)
		if s < 0 || done[i] || rowKey(m) != rowKey(measures[first]) {
			continue
		}
		if at[s] >= 0 {
			return nil
		}
		at[s] = i
	}
	return slices.DeleteFunc(at[:], func(i int) bool { return i < 0 })
}

// side is the place of a dimension in a row, -1 for one that has none.
func side(m Measure) int {
	d := m.Dimension
	if !d.Value.Known || !d.Lower.IsZero() || !d.Upper.IsZero() {
		return -1
	}
	return slices.IndexFunc(sides[:], func(iri string) bool { return d.Node.IsClassified(iri) })
}

// rowKey is the same for the dimensions of one row: of one unit, with the same further
// kinds and names.
func rowKey(m Measure) string {
	key := append([]string{m.Unit.Name}, m.Unit.IRIs...)
	for _, kind := range m.Dimension.Kinds {
		if !slices.Contains(sides, kind.IRI()) {
			key = append(key, kind.IRI())
		}
	}
	for _, name := range m.Dimension.Names {
		key = append(key, name.Content)
	}
	return strings.Join(key, "\n")
}

func (w *Wording) row(measures []Measure, row []int) []Words {
	var numbers, exact []string
	for _, at := range row {
		m := measures[at]
		numbers = append(numbers, w.Number(m.Dimension.Value))
		exact = append(exact, Plain(w.measure(m)))
	}
	m := measures[row[0]]
	text := strings.Join(numbers, " × ")
	if unit := w.unit(m.Unit, m.Dimension.Value); unit != "" {
		text = w.Text("%s %s|size unit", text, unit)
	}
	return []Words{{Text: text, Exact: strings.Join(exact, "; ")}}
}

// measure says a dimension with its kind.
func (w *Wording) measure(m Measure) []Words {
	size := w.Size(m.Dimension, m.Unit)
	if len(size) == 0 {
		return nil
	}
	kind := m.Kind
	for _, k := range m.Dimension.Kinds {
		if term, ok := w.Term(k.IRI()); ok {
			kind = term
			break
		}
	}
	if kind == "" {
		return size
	}
	return w.phrase("%s %s|kind size", []Words{{Text: kind}}, size)
}
