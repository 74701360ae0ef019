package represent

import (
	"context"
	"strconv"
	"strings"

	"vitrine/linkedart/links"
	"vitrine/rdfstore/graph"
	"vitrine/server/conditional"
)

// linked are the links of one state of an entity, to be put into its record and
// its page. It is never changed once it is made.
type linked struct {
	// at is the newest entry of the log when they were read.
	at    uint64
	found []links.Found
	// block is the value of _links in the record, and digest stands for it.
	block  []byte
	digest string
}

// linkedSize is about what the links of an entity take besides the text, in
// bytes.
const linkedSize = 512

// linkedTo returns the links of an entity. As long as nothing is written to the
// store they are those that were read before; at is the newest entry of the log.
//
// What is written while they are read may be in them or not; the log has moved
// on then, so that the next request reads them again.
func (m *Maker) linkedTo(ctx context.Context, at uint64, d *Resource) (*linked, error) {
	if kept, ok := m.cache.keptLinks(d.key); ok && kept.at == at {
		return kept, nil
	}
	name, err := graph.IRI(d.IRI)
	if err != nil {
		return nil, err
	}
	ctx, done, err := m.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	found, err := m.Links.For(ctx, m.Store, name, d.Classes)
	if err != nil {
		return nil, err
	}
	l := &linked{at: at, found: found, block: m.halBlock(d, found)}
	l.digest = linksDigest(l)
	m.cache.keepLinks(d.key, l)
	return l, nil
}

// linksDigest stands for all that a record or a page says of the links.
func linksDigest(l *linked) string {
	parts := []string{string(l.block)}
	for _, f := range l.found {
		parts = append(parts, f.Link.Name, strconv.FormatInt(int64(f.Count), 10), strconv.FormatBool(f.Exact))
	}
	return conditional.Digest(parts...)
}

// bareRef is the address of a representation without links.
func bareRef(ref string) string {
	if strings.Contains(ref, "?") {
		return ref + "&links=none"
	}
	return ref + "?links=none"
}
