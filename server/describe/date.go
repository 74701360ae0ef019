package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// dates tell of the time of an entity.
type dates struct{}

func datesOf(root reading.Node) dates { return dates{} }

// dates are when an entity was made, lived or happened, in words.
func (e *editor) dates(d dates) page.Phrase { return nil }
