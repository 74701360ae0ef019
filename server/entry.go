package server

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/conditional"
)

// entry is what the server knows of one version of an entity. It is never
// changed once it is made.
type entry struct {
	// entity is nil in an entry that was kept: the cache holds no graphs.
	entity   *rdfstore.Entity
	iri      string
	version  uint64
	modified time.Time
	classes  []rdf.IRI
	// refs are the addresses of the representations, by the index of the offer;
	// empty where the offer does not apply.
	refs []string
	// state stands for the version of the entity: it begins every entity tag of
	// the version. key stands for the addresses as well, which depend on other
	// entities, too: it is the key of what is made of the entry.
	state, key string
}

// stateOf stands for a version of an entity. The time tells apart two stores that
// both counted to the version.
func stateOf(e *rdfstore.Entity) string {
	return digest(e.Graph.Name.String(), strconv.FormatUint(e.Version, 10), e.Modified.UTC().Format(time.RFC3339Nano))
}

// describe makes the entry of an entity.
func (s *Server) describe(ctx context.Context, e *rdfstore.Entity) (*entry, error) {
	iri := e.Graph.Name.String()
	suffixes, err := s.freeSuffixes(ctx, iri)
	if err != nil {
		return nil, err
	}
	d := &entry{
		entity:   e,
		iri:      iri,
		version:  e.Version,
		modified: conditional.LastModified(e.Modified),
		classes:  e.Graph.Classes(),
		refs:     make([]string, len(s.offers.list)),
		state:    stateOf(e),
	}
	d.key = d.state + strconv.FormatBool(suffixes)
	for i, o := range s.offers.list {
		if o.applies(e.Graph) {
			d.refs[i] = s.reference(iri, o, suffixes)
		}
	}
	return d, nil
}

// reference returns the address of one representation of an entity: its path
// with a suffix, or with the format parameter where that is not possible.
func (s *Server) reference(iri string, o *offer, suffixes bool) string {
	path, ok := s.mapper.Path(iri)
	switch {
	case !ok:
		return s.mapper.ByID(iri) + "&format=" + o.name
	case strings.Contains(path, "?"):
		return path + "&format=" + o.name
	case !suffixes || o.suffix == "" || strings.HasSuffix(path, "/"):
		return path + "?format=" + o.name
	default:
		return path + o.suffix
	}
}

// freeSuffixes tells whether no other entity has a name that is this one's
// with a suffix, so that suffixes can be used.
func (s *Server) freeSuffixes(ctx context.Context, iri string) (bool, error) {
	for name, err := range s.config.Store.Entities(ctx, iri+".") {
		if err != nil {
			return false, err
		}
		return !strings.HasPrefix(name.String(), iri+"."), nil
	}
	return true, nil
}
