package entity

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/data/represent"
	"vitrine/server/data/write"
	"vitrine/server/ops/pace"
	"vitrine/server/people/site"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// Entities answers for entities. It may be used by many goroutines.
type Entities struct {
	Site  *site.Site
	Maker *represent.Maker
	// Access decides who may write, and Verbs writes.
	Access *auth.Control
	Verbs  *write.Writer
	// Absent answers for a path that names no entity, which may still be that of a list;
	// missing is the error for other paths.
	Absent func(x *respond.Exchange, r *http.Request, view represent.View, path string, missing error) error
	Logger *slog.Logger
	// Memory bounds what requests hold together, HeavyTimeout the time of one that waits for
	// its share and of a load, and SendTimeout that for sending the answer then.
	Memory                    *pace.Memory
	HeavyTimeout, SendTimeout time.Duration
	// Seen returns an entity that was written as it is seen through the store of Maker, and
	// false where it is not; nil where that is the store that is written to.
	Seen func(ctx context.Context, e *rdfstore.Entity) (seen *rdfstore.Entity, shown bool, err error)
}
