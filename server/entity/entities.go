package entity

import (
	"log/slog"
	"net/http"

	"vitrine/server/access"
	"vitrine/server/exchange"
	"vitrine/server/represent"
	"vitrine/server/site"
	"vitrine/server/write"
)

// Entities answers for entities. It may be used by many goroutines.
type Entities struct {
	Site  *site.Site
	Maker *represent.Maker
	// Access decides who may write, and Verbs writes.
	Access *access.Control
	Verbs  *write.Writer
	// LinkMode says who gets the links of an entity.
	LinkMode represent.LinkMode
	// Absent answers for a path that names no entity, which may still be that of a list;
	// missing is the error for other paths.
	Absent func(x *exchange.Exchange, r *http.Request, view represent.View, path string, missing error) error
	Logger *slog.Logger
}
