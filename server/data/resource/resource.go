package resource

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/history"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Resource is what is known of one version of an entity as a resource of HTTP. It is
// never changed once it is made.
type Resource struct {
	// entity and its record are nil in a resource that was kept: the cache holds no graphs.
	entity *rdfstore.Entity
	read   *reading.Record
	// IRI is the name of the entity.
	IRI string
	// Modified is the Last-Modified time of its record.
	Modified time.Time
	Classes  []rdf.IRI
	// Version is the number of its state.
	Version uint64
	// memento is where the state is among the others, where the resource is one of a state as such
	// (RFC 7089); nil in that of the entity, whose state changes.
	memento *history.Place
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

// Describe makes the resource of an entity. Its addresses have suffixes unless the name of
// another entity is one of them.
func (m *Maker) Describe(ctx context.Context, e *rdfstore.Entity) (*Resource, error) {
	iri, suffixes := e.Graph.Name.String(), true
	for next, err := range m.Store.Entities(ctx, iri+".") {
		if err != nil {
			return nil, err
		}
		suffixes = !strings.HasPrefix(next.String(), iri+".")
		break
	}
	d := &Resource{
		entity:   e,
		read:     reading.Read(e.Graph),
		IRI:      iri,
		Modified: respond.LastModified(e.Modified),
		Classes:  e.Graph.Classes(),
		Refs:     make([]string, len(m.Offers.List)),
		State:    stateOf(e),
		Version:  e.Version,
	}
	d.key = d.State + strconv.FormatBool(suffixes)
	has := false
	for i, o := range m.Offers.List {
		if !o.isLike(m.Offers.List[max(i-1, 0)]) || i == 0 {
			has = o.Lacks(d.read) == ""
		}
		if has {
			d.Refs[i] = m.reference(iri, o, suffixes)
		}
	}
	return d, nil
}

// reference returns the address of one representation of an entity: its path
// with a suffix, or with the format parameter where that is not possible.
func (m *Maker) reference(iri string, o *Offer, suffixes bool) string {
	path, ok := m.Mapper.Path(iri)
	switch {
	case !ok:
		return address.WithFormat(m.Mapper.ByID(iri), o.Name)
	case !suffixes || o.Suffix == "" || strings.HasSuffix(path, "/") || strings.Contains(path, "?"):
		return address.WithFormat(path, o.Name)
	default:
		return path + o.Suffix
	}
}
