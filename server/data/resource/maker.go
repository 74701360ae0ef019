package resource

import (
	"fmt"
	"sync"
	"time"

	ldcontext "vitrine/context"
	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/serialize"
	"vitrine/server/data/holdings"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/contentneg"
)

// Contexts are the JSON-LD contexts that the server hands out.
type Contexts interface {
	// URLs are the names of the contexts.
	URLs() []string
	// Document returns the context with the name, as JSON text.
	Document(url string) ([]byte, error)
}

// Options say what representations are made of, and how. All but Contexts,
// Compiler, Links and Build are needed.
type Options struct {
	Store rdfstore.Store
	// Log tells which records have changed.
	Log *holdings.Follower
	// Formats are those of the representations, the preferred one first. The page is
	// added to them.
	Formats serialize.Table
	// Alternates are forms in other models; those of references are added to them.
	Alternates []Alternate
	// Site is what pages and documents are made with.
	*site.Site
	// Vocabulary has the words for members.
	Vocabulary i18n.Vocabulary
	// Describer fills in the pages of entities.
	Describer Describer
	// Contexts may be nil, and so may Compiler and Links; see server.Config.
	Contexts Contexts
	Compiler *ldcontext.Compiler
	Links    *links.Table
	// BaseURL is that which entities live under.
	BaseURL string
	// Licence is the URI of that of the data, or empty.
	Licence string
	// Build identifies the program; see newRendererID.
	Build string
	// CacheControl is the field of entities.
	CacheControl string
	// CacheBytes bounds the memory for what is kept.
	CacheBytes int64
	// MaxRepresentation is the size of the largest representation, in bytes.
	MaxRepresentation int64
	// PageSize is the number of entities on one page of a list.
	PageSize uint64
	// Embed is the address of what other sites show of an entity (oEmbed); nil for none.
	Embed func(iri string) string
	// Edit is the address of the form that corrects an entity; nil for none.
	Edit func(iri string) string
	// Restore is the address of the page that restores it to a state; nil for none.
	Restore func(iri string, version uint64) string
	// FeedPath is the address of the change feed below the service's own place.
	FeedPath string
	// Rendered is called with how long it took to make a representation of the format.
	Rendered func(format string, took time.Duration)
}

// Maker makes the representations of the entities of a store. It may be used by
// many goroutines.
type Maker struct {
	Options
	// Offers are the representations that there are.
	Offers *Offers
	cache  *cache
	// accepted are the offers that values of Accept ask for.
	accepted   *contentneg.Cache[[]contentneg.Choice]
	rendererID string
	// buffers are those of representations that are done, as *buffer.
	buffers sync.Pool
}

// NewMaker returns a Maker.
func NewMaker(o Options) (*Maker, error) {
	m := &Maker{Options: o}
	var err error
	if m.Offers, err = newOffers(o.Formats, o.Alternates); err != nil {
		return nil, err
	}
	if m.rendererID, err = newRendererID(o, m.Offers); err != nil {
		return nil, fmt.Errorf("read the contexts: %w", err)
	}
	m.cache = newCache(o.Log, o.CacheBytes)
	m.accepted = contentneg.NewCache[[]contentneg.Choice]()
	return m, nil
}

// CacheStats tell how the cache of representations does.
type CacheStats struct {
	// Bytes is the size of the representations in it.
	Bytes uint64
	// Hits and Misses count representations that were in it, and that were not.
	Hits, Misses uint64
}

// CacheStats tell how the cache does now.
func (m *Maker) CacheStats() CacheStats {
	return CacheStats{uint64(m.cache.reps.Weight()), m.cache.hits.Load(), m.cache.misses.Load()}
}
