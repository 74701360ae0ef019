package generate

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// maker makes the record with one number.
type maker struct {
	base   string
	number int
	rand   *rand.Rand
}

// ref returns a reference to the record of the kind with the rank, nil unless
// that has a number less than the maker's.
func (m *maker) ref(kd kind, rank int) *node {
	if rank < 0 || rank >= before(kd, m.number) {
		return nil
	}
	return &node{ID: m.base + pathOf(kd, rank), Type: classOf(kd, rank), Label: labelOf(kd, rank)}
}

// popular returns a reference to an earlier record of the kind: the logarithm
// of the rank is evenly spread, so that few are named often and most hardly
// ever. It is nil where there is no earlier one.
func (m *maker) popular(kd kind) *node {
	return m.ref(kd, m.skewed(before(kd, m.number)))
}

// skewed returns a number from 0 to n-1, small ones far more often.
func (m *maker) skewed(n int) int {
	return min(n-1, int(math.Exp(m.rand.Float64()*math.Log(float64(n+1))))-1)
}

// anyObject returns a reference to an earlier object, each as likely.
func (m *maker) anyObject() *node {
	n := before(object, m.number)
	if n == 0 {
		return nil
	}
	return m.ref(object, m.rand.IntN(n))
}

// classification returns a reference to a Type: in half of the cases to one of
// the core, else to any later one.
func (m *maker) classification() *node {
	later := before(concept, m.number) - len(core)
	if later <= 0 || m.chance(0.5) {
		return m.ref(concept, firstType+m.rand.IntN(coreTypes))
	}
	return m.ref(concept, len(core)+m.skewed(later))
}

// owner returns a reference to an earlier person or group.
func (m *maker) owner() *node {
	if m.chance(0.3) {
		return m.popular(group)
	}
	return m.popular(person)
}

// chance returns true with the probability p.
func (m *maker) chance(p float64) bool { return m.rand.Float64() < p }

// year returns a time span of one year.
func year(y int) *node {
	return &node{
		Type:            "TimeSpan",
		BeginOfTheBegin: fmt.Sprintf("%04d-01-01T00:00:00Z", y),
		EndOfTheEnd:     fmt.Sprintf("%04d-12-31T23:59:59Z", y),
	}
}

// size returns a dimension from 0.5 to 200 in steps of a half.
func (m *maker) size() *node {
	return &node{Type: "Dimension", Value: float64(1+m.rand.IntN(400)) / 2, Unit: m.ref(concept, unit)}
}

// statement returns a description of two to twelve words.
func (m *maker) statement() *node {
	return &node{
		Type:         "LinguisticObject",
		ClassifiedAs: list(term("300435416", "Description")),
		Content:      sentence(m.rand, 2+m.rand.IntN(11)),
	}
}
