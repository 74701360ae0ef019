package check

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/extsort"
)

// compare goes through what was noted and compares it with the tables.
func (c *checker) compare(ctx context.Context) error {
	items, err := c.sorter.Sorted()
	if err != nil {
		return err
	}
	n := &noted{ctx: ctx, items: items}
	if err := n.advance(); err != nil {
		return err
	}
	if err := c.compareNames(n); err != nil {
		return err
	}
	return c.compareIndex(n)
}

// noted is what the sorter of a check yields, one after the other.
type noted struct {
	ctx   context.Context
	items *extsort.Iterator
	// key and value are the next item, nil at the end.
	key, value []byte
}

func (n *noted) advance() (err error) {
	if n.key, n.value, err = n.items.Next(); errors.Is(err, io.EOF) {
		n.key, err = nil, nil
	}
	return errors.Join(err, n.ctx.Err())
}

// about tells whether the next item is of a kind.
func (n *noted) about(what byte) bool { return n.key != nil && n.key[0] == what }

// nameCheck is all that is known of one name.
type nameCheck struct {
	// logged is the last log entry, 0 for none; deleted tells its kind. begun is the first.
	logged, begun uint64
	deleted       bool
	// first is that of the graph or the tombstone.
	first uint64
	// past is how many past states and deletions there are, of which oldest is the first; since
	// is how many log entries there are from that on.
	past, oldest, since uint64
	// tombstones, names and graphs are how many there are of each.
	tombstones, names, graphs int
	tombstone, id, graph      uint64
	version                   uint64
	// succeeds is the number of the log entry that has it as the successor, 0 for none.
	succeeds uint64
}

// compareNames goes through the names one by one.
func (c *checker) compareNames(n *noted) error {
	for n.about(aboutName) {
		name, _, ok := cutName(n.key)
		if !ok {
			return fmt.Errorf("check: a key without a name")
		}
		var all nameCheck
		for n.about(aboutName) {
			again, rest, _ := cutName(n.key)
			if again != name {
				break
			}
			all.add(rest[0], binary.BigEndian.Uint64(rest[1:]), n.value)
			if err := n.advance(); err != nil {
				return err
			}
		}
		for _, fault := range all.faults() {
			c.fault(name, fault)
		}
	}
	return nil
}

// noteSize is the length of what follows the name in a key: a zero byte, the
// table and a number, in bytes.
const noteSize = 1 + 1 + 8

func cutName(key []byte) (name string, rest []byte, ok bool) {
	if len(key) < 1+noteSize {
		return "", nil, false
	}
	end := len(key) - noteSize
	return string(key[1:end]), key[end+1:], true
}

func (n *nameCheck) add(what byte, number uint64, more []byte) {
	switch what {
	case inPast:
		if n.past++; n.past == 1 {
			n.oldest = number
		}
	case inLog:
		if n.logged == 0 {
			n.begun = number
		}
		if n.past > 0 && number >= n.oldest {
			n.since++
		}
		n.logged, n.deleted = number, more[0] == byte(rdfstore.Deleted)
	case inSuccessors:
		n.succeeds = number
	case inTombstones:
		n.tombstones++
		n.tombstone = number
		n.first, _ = binary.Uvarint(more)
	case inNames:
		n.names++
		n.id = number
	case inGraphs:
		n.graphs++
		n.graph = number
		var length int
		n.version, length = binary.Uvarint(more)
		n.first, _ = binary.Uvarint(more[length:])
	}
}

// faults says what does not agree.
func (n *nameCheck) faults() []string {
	var faults []string
	add := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	if n.logged == 0 && n.graphs+n.names+n.tombstones == 0 {
		add(true, "log entry %d has it as a successor, and it never was there", n.succeeds)
		return faults
	}
	add(n.logged == 0, "the log does not know it")
	add(n.graphs > 1, "it has %d graphs", n.graphs)
	add(n.graphs > 0 && n.names == 0, "it has a graph and is not in the list of names")
	add(n.graphs == 0 && n.names > 0, "it is in the list of names and has no graph")
	add(n.graphs == 1 && n.names == 1 && n.id != n.graph, "the list of names says graph %d, it is graph %d", n.id, n.graph)
	add(n.graphs > 0 && n.tombstones > 0, "it has a graph and a tombstone")
	add(n.graphs == 1 && n.logged > 0 && (n.deleted || n.version != n.logged), "its graph is of version %d, the log ends with %d", n.version, n.logged)
	add(n.graphs == 0 && n.names == 0 && n.tombstones == 0, "the log knows it, and there is neither a graph nor a tombstone")
	add(n.graphs+n.tombstones == 1 && n.logged > 0 && n.first != n.begun, "its first log entry is said to be %d, it is %d", n.first, n.begun)
	add(n.past > 0 && n.since != n.past+1, "the log has %d entries since its oldest past state, of %d of which there is something", n.since, n.past)
	add(n.tombstones > 0 && (!n.deleted || n.tombstone != n.logged), "its tombstone is of version %d, the log ends with %d", n.tombstone, n.logged)
	return faults
}

// compareIndex compares the index, and the lengths of its lists.
func (c *checker) compareIndex(n *noted) error {
	if err := c.comparePostings(n); err != nil {
		return err
	}
	return c.compareLengths(n.ctx)
}

// compareLengths compares the lengths of the lists with what the index has of
// them.
func (c *checker) compareLengths(ctx context.Context) error {
	counts, err := table.Counts.Scan(c.tx)
	if err != nil {
		return err
	}
	k, payload, err := counts.First()
	if err != nil {
		return err
	}
	lengths := &postings.BlockWriter{Put: func(t table.Table, key, want []byte) (err error) {
		if t != table.Counts {
			return nil
		}
		for k != nil && bytes.Compare(k, key) < 0 {
			c.fault(fmt.Sprintf("table counts, key %x", k), "there is no such long list")
			if k, payload, err = counts.Next(); err != nil {
				return err
			}
		}
		if !bytes.Equal(k, key) {
			c.fault(fmt.Sprintf("table counts, key %x", key), "the length of a list is missing")
			return nil
		}
		if !bytes.Equal(payload, want) {
			c.fault(fmt.Sprintf("table counts, key %x", key), "the length of a list is wrong")
		}
		k, payload, err = counts.Next()
		return err
	}}
	for p, err := range postings.All(c.tx, nil, postings.Change.Expects) {
		if err == nil {
			err = lengths.Add(p)
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
	if err := lengths.Flush(); err != nil {
		return err
	}
	for err == nil && k != nil {
		c.fault(fmt.Sprintf("table counts, key %x", k), "there is no such long list")
		k, payload, err = counts.Next()
	}
	return err
}

// comparePostings compares the postings, as pending changes make them, with
// those that the graphs call for.
func (c *checker) comparePostings(n *noted) error {
	p, err := memtable.Load(c.tx)
	if err == nil {
		err = p.Damage
	}
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(boltfile.GuardPulled(c.path, p.Postings(c.tx, func(pending postings.Change, n uint32) error {
		if err := pending.Expects(n); err != nil {
			c.fault(c.where(pending.Place), err.Error())
		}
		return nil
	})))
	defer stop()
	stored, err, more := next()
	for err == nil && (more || n.about(aboutIndex)) {
		var want postings.Posting
		if n.about(aboutIndex) {
			if want.Place, err = postings.PlaceOf(n.key[1:]); err != nil {
				return err
			}
			count, _ := binary.Uvarint(n.value)
			want.N = uint32(count)
		}
		switch {
		case more && stored.Kind == postings.ByRelation && !c.derived:
			stored, err, more = next()
			continue
		case more && (!n.about(aboutIndex) || stored.Compare(&want.Place) < 0):
			c.fault(c.where(stored.Place), "the graph has no such triple, class or relation")
			stored, err, more = next()
			continue
		case !more || want.Compare(&stored.Place) < 0:
			c.fault(c.where(want.Place), "it is missing from the index")
		default:
			if stored.N != want.N {
				c.fault(c.where(want.Place), fmt.Sprintf("the index counts %d triples, the graph has %d", stored.N, want.N))
			}
			if stored, err, more = next(); err != nil {
				return err
			}
		}
		if err := n.advance(); err != nil {
			return err
		}
	}
	return err
}

// where says what a posting is about: a membership with the names of the class
// and of the entity, where they are known.
func (c *checker) where(p postings.Place) string {
	if p.Kind != postings.ByClass {
		return p.String()
	}
	var class, entity string
	for iri, known := range c.classes {
		if known.ID == p.Hash {
			class = " (" + iri.String() + ")"
		}
	}
	if payload, err := table.Graphs.Get(c.tx, table.NumberKey(p.Graph)); payload != nil && err == nil {
		if name, err := codec.NameOf(payload, c.dict); err == nil {
			entity = " (" + name.String() + ")"
		}
	}
	return fmt.Sprintf("index, class %d%s, graph %d%s", p.Hash, class, p.Graph, entity)
}
