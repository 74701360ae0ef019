package eval

import (
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/value"
)

// errNotAvailable ends a query that calls what this package has no implementation of.
var errNotAvailable = errors.New("not available")

// accumulator holds the values of one group so far.
type accumulator any

// aggregation is one aggregate of a Group.
type aggregation struct{ function string }

func (x *execution) aggregate(a algebra.Aggregate) aggregation { return aggregation{a.Function} }

func (a aggregation) begin() accumulator { return nil }

func (a aggregation) add(accumulator) (int64, error) {
	return 0, fmt.Errorf("%w: %s", errNotAvailable, a.function)
}

func (a aggregation) result(accumulator) (rdf.Term, error) {
	return nil, fmt.Errorf("%w: %s", errNotAvailable, a.function)
}

// function returns the function of a name.
func (x *execution) function(name string) func([]value.Value) (value.Value, error) {
	err := fatalError{fmt.Errorf("%w: %s", errNotAvailable, name)}
	return func([]value.Value) (value.Value, error) { return value.Value{}, err }
}
