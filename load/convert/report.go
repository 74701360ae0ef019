package convert

import (
	"cmp"
	"maps"
	"slices"

	"vitrine/load/mapping"
)

// How many examples a report keeps: of rows that are refused and conflicts, and of the
// values that a verb does not understand.
const (
	maxExamples = 20
	maxValues   = 10_000
)

// Report says what became of the rows.
type Report struct {
	// Rows were read and Records made.
	Rows, Records int
	// Refused counts the rows that have no records, and Faults are the first of them.
	Refused int
	Faults  []Fault
	// Unclear are the values that verbs do not understand.
	Unclear map[UnclearValue]*Count
	// Unused are the columns of each file that the mapping does not use.
	Unused map[string][]string
	// Conflicts counts the members of which rows say different things, and Differing are
	// the first of them.
	Conflicts int
	Differing []mapping.Conflict
}

// Fault is a row that is refused.
type Fault struct {
	Place
	Err error
}

// UnclearValue is a value that a verb does not understand.
type UnclearValue struct{ Verb, Value string }

// Count says how often a value comes, and where first.
type Count struct {
	Rows  int
	First Place
}

func newReport() Report {
	return Report{Unclear: map[UnclearValue]*Count{}, Unused: map[string][]string{}}
}

func (c *conversion) refused(at Place, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.Refused++
	if len(c.result.Faults) < maxExamples {
		c.result.Faults = append(c.result.Faults, Fault{at, err})
	}
}

func (c *conversion) unclear(file string, u mapping.Unclear) {
	c.mu.Lock()
	defer c.mu.Unlock()
	value := UnclearValue{u.Verb, u.Value}
	if n := c.result.Unclear[value]; n != nil {
		n.Rows++
		if u.Row < n.First.Row {
			n.First = Place{file, u.Row, u.Line}
		}
		return
	}
	if len(c.result.Unclear) >= maxValues {
		value.Value = "others"
		if n := c.result.Unclear[value]; n != nil {
			n.Rows++
			return
		}
	}
	c.result.Unclear[value] = &Count{1, Place{file, u.Row, u.Line}}
}

func (r *Result) conflict(of mapping.Conflict) {
	r.Conflicts++
	if len(r.Differing) < maxExamples {
		r.Differing = append(r.Differing, of)
	}
}

// UnclearValues returns the values that verbs do not understand, the most frequent first.
func (r *Report) UnclearValues() []UnclearValue {
	return slices.SortedFunc(maps.Keys(r.Unclear), func(a, b UnclearValue) int {
		return cmp.Or(r.Unclear[b].Rows-r.Unclear[a].Rows, cmp.Compare(a.Verb, b.Verb), cmp.Compare(a.Value, b.Value))
	})
}
