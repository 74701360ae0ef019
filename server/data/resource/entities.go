package resource

import (
	"context"
	"net/http"
	"time"

	"vitrine/server/ops/pace"
	"vitrine/server/web/respond"
)

// Entities answers reads of entities, each at its own address or by its id. It may be used by
// many goroutines.
type Entities struct {
	*Maker
	// Absent answers for a path that names no entity, which may still be that of a list;
	// missing is the error for other paths.
	Absent func(x *respond.Exchange, r *http.Request, view View, path string, missing error) error
	// Memory bounds what requests hold together, HeavyTimeout the time of one that waits for
	// its share, and SendTimeout that for sending the answer then.
	Memory                    *pace.Memory
	HeavyTimeout, SendTimeout time.Duration
}

// Weighed has work done for a request about a record of so many bytes with its share of the
// memory, for which it waits.
func (s *Entities) Weighed(x *respond.Exchange, r *http.Request, bytes int64, work func(context.Context, *pace.Share) error) error {
	return s.Memory.Run(r.Context(), bytes, func() { x.Extend(s.HeavyTimeout) }, work)
}
