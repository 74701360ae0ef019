package ldcontext

import "context"

// maxDefinitions is how many term definitions the contexts of one document may
// make, scoped ones made again where they apply. Linked Art's context makes
// 2,000.
const maxDefinitions = 1 << 18

// maxRemote is how many contexts may be named by URL, one inside the other.
const maxRemote = 32

// Meter bounds what the contexts of one document cost. A nil *Meter bounds
// nothing; it is for contexts that are known to be small. A Meter is for one
// goroutine.
type Meter struct {
	ctx  context.Context
	used int
}

// NewMeter returns a meter for one document, which stops when ctx ends.
func NewMeter(ctx context.Context) *Meter { return &Meter{ctx: ctx} }

// spend notes so many definitions. The error is that of the context, or has
// the code ContextOverflow.
func (m *Meter) spend(definitions int) error {
	if m == nil {
		return nil
	}
	if err := m.ctx.Err(); err != nil {
		return err
	}
	if m.used += definitions; m.used > maxDefinitions {
		return fault(ContextOverflow, "the contexts of the document make more than %d term definitions; use fewer or smaller ones", maxDefinitions)
	}
	return nil
}
