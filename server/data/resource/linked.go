package resource

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/describe/brief"
	"vitrine/server/web/respond"
)

// linked are the links of one state of an entity, to be put into its record and
// its page. It is never changed once it is made.
type linked struct {
	// at is the newest entry of the log when they were read.
	at    uint64
	found []links.Found
	// relations are the numbers of the relations to the entity that they were found by.
	relations []rdfstore.RelationCount
	// digest stands for what a representation of the resource says of them.
	digest string
	// block is the value of _links in the record.
	block func() []byte
}

// About what the links of an entity take, and each of them, in bytes.
const (
	linkedSize = 4 << 10
	foundSize  = 320
)

// linkedTo returns the links of an entity. As long as nothing is written to the
// store they are those that were read before; at is the newest entry of the log.
//
// What is written while they are read may be in them or not; the log has moved
// on then, so that the next request reads them again.
func (m *Maker) linkedTo(ctx context.Context, at uint64, d *Resource) (*linked, error) {
	if kept, ok := m.cache.keptLinks(d.key); ok && kept.at == at {
		return kept, nil
	}
	ctx, done, err := m.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return m.readLinks(ctx, at, d)
}

// readLinks is linkedTo for those who have a slot.
func (m *Maker) readLinks(ctx context.Context, at uint64, d *Resource) (*linked, error) {
	if kept, ok := m.cache.keptLinks(d.key); ok && kept.at == at {
		return kept, nil
	}
	name, err := graph.IRI(d.IRI)
	if err != nil {
		return nil, err
	}
	asked := brief.NewCounted(m.Store)
	found, err := m.Links.For(ctx, asked, name, d.Classes)
	if err != nil {
		return nil, err
	}
	l := &linked{at: at, found: found, relations: asked.Counts[name], digest: linksDigest(found)}
	of := *d
	of.entity = nil // which the cache must not hold
	l.block = sync.OnceValue(func() []byte { return m.halBlock(&of, found) })
	m.cache.keepLinks(d.key, l)
	return l, nil
}

// linksDigest stands for all that a record or a page of a resource says of the links.
func linksDigest(found []links.Found) string {
	parts := make([]string, 0, 3*len(found))
	for _, f := range found {
		parts = append(parts, f.Link.Name, strconv.FormatUint(f.Count, 10), strconv.FormatBool(f.Exact))
	}
	return respond.Digest(parts...)
}

// bareRef is the address of a representation without links.
func bareRef(ref string) string {
	if strings.Contains(ref, "?") {
		return ref + "&links=none"
	}
	return ref + "?links=none"
}
