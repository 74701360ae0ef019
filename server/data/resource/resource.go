package resource

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/web/respond"
)

// Resource is what is known of one version of an entity as a resource of HTTP. It is
// never changed once it is made.
type Resource struct {
	// entity is nil in a resource that was kept: the cache holds no graphs.
	entity *rdfstore.Entity
	// IRI is the name of the entity.
	IRI string
	// Modified is the Last-Modified time of its record.
	Modified time.Time
	Classes  []rdf.IRI
	// Refs are the addresses of the representations, by the index of the offer;
	// empty where the offer does not apply.
	Refs []string
	// State stands for the version of the entity: it begins every entity tag of
	// the version. key stands for the addresses as well, which depend on other
	// entities, too: it is the key of what is made of the resource.
	State, key string
}

// stateOf stands for a version of an entity: the version, for whoever compares two tags, and a
// digest. The time tells apart two stores that both counted to the version.
func stateOf(e *rdfstore.Entity) string {
	return strconv.FormatUint(e.Version, 36) + "-" + respond.Digest(e.Graph.Name.String(), strconv.FormatUint(e.Version, 10), e.Modified.UTC().Format(time.RFC3339Nano))
}

// Describe makes the resource of an entity.
func (m *Maker) Describe(ctx context.Context, e *rdfstore.Entity) (*Resource, error) {
	iri := e.Graph.Name.String()
	for next, err := range m.Store.Entities(ctx, suffixed(iri)) {
		if err != nil {
			return nil, err
		}
		return m.describe(e, isFree(iri, next)), nil
	}
	return m.describe(e, true), nil
}

// describe makes the resource of an entity; suffixes tells whether its addresses may have
// suffixes.
func (m *Maker) describe(e *rdfstore.Entity, suffixes bool) *Resource {
	iri := e.Graph.Name.String()
	d := &Resource{
		entity:   e,
		IRI:      iri,
		Modified: respond.LastModified(e.Modified),
		Classes:  e.Graph.Classes(),
		Refs:     make([]string, len(m.Offers.List)),
		State:    stateOf(e),
	}
	d.key = d.State + strconv.FormatBool(suffixes)
	for i, o := range m.Offers.List {
		if o.Applies(e.Graph) {
			d.Refs[i] = m.reference(iri, o, suffixes)
		}
	}
	return d
}

// reference returns the address of one representation of an entity: its path
// with a suffix, or with the format parameter where that is not possible.
func (m *Maker) reference(iri string, o *Offer, suffixes bool) string {
	path, ok := m.Mapper.Path(iri)
	switch {
	case !ok:
		return m.Mapper.ByID(iri) + "&format=" + o.Name
	case strings.Contains(path, "?"):
		return path + "&format=" + o.Name
	case !suffixes || o.Suffix == "" || strings.HasSuffix(path, "/"):
		return path + "?format=" + o.Name
	default:
		return path + o.Suffix
	}
}

// suffixed is what the names begin with that are one with a suffix, and isFree tells whether
// there is none, so that suffixes can be used, from the first name after that.
func suffixed(iri string) string { return iri + "." }

func isFree(iri string, next rdf.IRI) bool { return !strings.HasPrefix(next.String(), suffixed(iri)) }
