package check

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// What the sorter of a check holds: the first byte of its keys.
const (
	aboutName  = 'n'
	aboutIndex = 'q'
)

// What is known of a name: the byte after the name and a zero byte.
const (
	inPast byte = iota
	inLog
	inTombstones
	inNames
	inGraphs
	inSuccessors
)

// note adds what a table says of a name: a number and, in the log, whether the
// entity was deleted.
func (c *checker) note(name string, what byte, number uint64, more ...byte) error {
	key := append([]byte{aboutName}, name...)
	key = binary.BigEndian.AppendUint64(append(key, 0, what), number)
	return c.sorter.Add(key, more)
}

func (c *checker) readClasses(ctx context.Context) error {
	c.classes = map[rdf.IRI]*classCheck{}
	return c.each(ctx, table.Classes, func(k, payload []byte) error {
		class, err := record.DecodeClass(k, payload)
		if err == nil {
			c.classes[class.IRI] = &classCheck{Class: class}
		}
		return err
	})
}

func (c *checker) readLog(ctx context.Context) error {
	log, err := record.OpenLog(c.tx)
	if err != nil {
		return err
	}
	return c.each(ctx, table.Log, func(k, payload []byte) error {
		for entry, err := range log.Block(k, payload, 0) {
			if err != nil {
				return err
			}
			if err := c.readLogged(entry); err != nil {
				return err
			}
		}
		return nil
	})
}

// readLogged looks at one entry of the log.
func (c *checker) readLogged(entry record.Logged) error {
	where := fmt.Sprintf("log entry %d", entry.Seq)
	if entry.Seq != c.last.Seq+1 {
		c.fault(where, fmt.Sprintf("it comes after %d", c.last.Seq))
	}
	if entry.Time.Before(c.last.Time) {
		c.fault(where, "it is earlier than the one before")
	}
	if entry.Kind == rdfstore.Unchanged || entry.Kind > rdfstore.Deleted {
		c.fault(where, "it is of no known kind")
	}
	if entry.Successor != (rdf.IRI{}) {
		if entry.Kind != rdfstore.Deleted || entry.Successor == entry.Name {
			c.fault(where, "it has a successor that it cannot have")
		}
		if err := c.note(entry.Successor.String(), inSuccessors, entry.Seq); err != nil {
			return err
		}
	}
	c.last = entry.LogEntry
	return c.note(entry.Name.String(), inLog, entry.Seq, byte(entry.Kind))
}

func (c *checker) readTombstones(ctx context.Context) error {
	return c.each(ctx, table.Tombstones, func(k, payload []byte) error {
		t, err := record.DecodeTombstone(string(k), payload)
		if err != nil {
			return err
		}
		return c.note(string(k), inTombstones, t.Version, binary.AppendUvarint(nil, t.First)...)
	})
}

func (c *checker) readNames(ctx context.Context) error {
	return c.each(ctx, table.Names, func(k, payload []byte) error {
		id, err := record.DecodeGraphNumber(string(k), payload)
		if err != nil {
			return err
		}
		return c.note(string(k), inNames, id)
	})
}

func (c *checker) readGraphs(ctx context.Context) error {
	return c.each(ctx, table.Graphs, func(k, payload []byte) error {
		id, err := table.KeyNumber(table.Graphs, k)
		if err != nil {
			return err
		}
		e, err := codec.Decode(payload, c.dict)
		if err != nil {
			return err
		}
		c.graphs++
		c.triples += uint64(len(e.Graph.Triples))
		if id > c.counters.Graphs {
			c.fault(e.Graph.Name.String(), fmt.Sprintf("its number %d was never given", id))
		}
		if err := e.Graph.Check(); err != nil {
			c.fault(e.Graph.Name.String(), err.Error())
		}
		head, _, err := codec.ReadHead(payload)
		if err != nil {
			return err
		}
		return c.expect(id, head.First, e)
	})
}

// expect notes what other tables must hold for an entity.
func (c *checker) expect(id, first uint64, e *rdfstore.Entity) error {
	name := e.Graph.Name.String()
	if err := c.note(name, inGraphs, id, binary.AppendUvarint(binary.AppendUvarint(nil, e.Version), first)...); err != nil {
		return err
	}
	ps, err := postings.Indexer{Dict: c.dict, Derivation: c.derivation}.Postings(codec.NumberTerms(e.Graph), id)
	if err != nil {
		return err
	}
	for _, iri := range e.Graph.Classes() {
		class, ok := c.classes[iri]
		if !ok {
			c.fault(name, fmt.Sprintf("its class %s is not in the list of classes", iri))
			continue
		}
		class.seen++
		ps = append(ps, postings.Posting{Place: postings.Members(class.Class).Place(0, id), N: 1})
	}
	for _, p := range ps {
		if err := c.sorter.Add(append([]byte{aboutIndex}, p.Key()...), binary.AppendUvarint(nil, uint64(p.N))); err != nil {
			return err
		}
	}
	return nil
}
