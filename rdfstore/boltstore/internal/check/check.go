// Package check looks at everything in the file of a store: pages, checksums, and
// whether graphs, names, log, past states, tombstones, classes and index agree. It changes nothing,
// and repairs nothing.
package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/extsort"
)

// Fault is one thing that is wrong with a store.
type Fault struct {
	// Where is the place: a page, a table and key, or an entity.
	Where string
	// What says what is wrong there.
	What string
}

func (f Fault) String() string { return f.Where + ": " + f.What }

// checkMemory is how much memory a check takes for sorting, in bytes.
const checkMemory = 128 << 20

// Run looks at everything in the file and reports each fault: broken pages
// and checksums, and graphs, names, log, past states, tombstones, classes and index that do
// not agree. It returns nil where there is none, an error that wraps
// rdfstore.ErrCorrupt where there are some, and another error where it could
// not look. The report may be nil. It changes nothing, and no process may have the store open for
// writing. Sorted runs go to the system's folder for temporary files.
//
// Relations are compared with those that the derivation finds, unless those in
// the file are of another version: then opening it for writing derives them
// anew.
func Run(ctx context.Context, path string, d rdfstore.Derivation, report func(Fault)) error {
	if report == nil {
		report = func(Fault) {}
	}
	c := &checker{path: path, derivation: d, report: report}
	err := c.run(ctx)
	switch {
	case err != nil && !errors.Is(err, rdfstore.ErrCorrupt):
		return err
	case err != nil:
		// The damage is such that there is no looking further.
		var damage *boltfile.DamageError
		if errors.As(err, &damage) {
			err = damage.Err
		}
		c.fault(path, err.Error())
	}
	if c.faults == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w: %d faults; restore the last backup", path, rdfstore.ErrCorrupt, c.faults)
}

// checker is a check in progress.
type checker struct {
	path       string
	derivation rdfstore.Derivation
	report     func(Fault)
	faults     int

	tx       *bbolt.Tx
	dict     *codec.Dictionary
	counters *record.Counters
	// derived tells that the relations in the file are those of the derivation.
	derived bool
	// sorter brings together what belongs together: everything about a name,
	// and what the index should hold.
	sorter  *extsort.Sorter
	classes map[rdf.IRI]*classCheck
	// last is the newest entry of the log.
	last rdfstore.LogEntry
	// triples and graphs are how many were seen.
	triples, graphs uint64
}

// classCheck is a class as it is stored, and how many entities it really has.
type classCheck struct {
	record.Class
	seen uint64
}

func (c *checker) fault(where, what string) {
	c.faults++
	c.report(Fault{Where: where, What: what})
}

func (c *checker) run(ctx context.Context) error {
	db, err := boltfile.Open(c.path, boltfile.Options{ReadOnly: true, Recover: true})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := c.pages(ctx); err != nil {
		return err
	}
	if c.faults > 0 {
		// Where pages are broken, what they seem to hold says nothing.
		return nil
	}
	c.sorter = extsort.New(ctx, c.scratch(), checkMemory)
	err = boltfile.Guard(c.path, func() error {
		return db.View(func(tx *bbolt.Tx) error {
			c.tx = tx
			return c.contents(ctx)
		})
	})
	return errors.Join(err, c.sorter.Close())
}

// scratch is for sorting. The folder of the store may be read-only.
func (c *checker) scratch() extsort.Scratch {
	s := extsort.Folder("", "vitrine-check-")
	s.Guard = func(fn func() error) error { return boltfile.Guard(c.path, fn) }
	return s
}

func (c *checker) pages(ctx context.Context) error {
	f, err := os.Open(c.path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head, err := boltfile.ReadHeader(f, info.Size())
	if err != nil {
		return err
	}
	if head.Broken >= 0 {
		c.fault(fmt.Sprintf("meta page %d", head.Broken), "it is broken, so the last commit may be missing")
	}
	return boltfile.CheckPages(ctx, f, head, c.fault)
}

// contents looks at what the tables hold.
func (c *checker) contents(ctx context.Context) error {
	if err := record.CheckFormat(c.tx, c.path); err != nil {
		return err
	}
	if err := c.seals(ctx); err != nil || c.faults > 0 {
		// The rest would report the same again in other words.
		return err
	}
	var err error
	if c.dict, err = record.LoadDictionary(c.tx); err != nil {
		return err
	}
	if err := c.dict.Check(); err != nil {
		return err
	}
	if c.counters, err = record.GetCounters(c.tx); err != nil {
		return err
	}
	version, err := record.GetDerivation(c.tx)
	if err != nil {
		return err
	}
	if !record.HasBase(c.tx) {
		c.fault("table "+table.Meta.Name, "the base of the store is missing")
	}
	if c.derived = version == c.derivation.Version; !c.derived {
		c.derivation = rdfstore.Derivation{}
	}
	for _, step := range []func(ctx context.Context) error{c.readClasses, c.readLog, c.readTombstones, c.readNames, c.readGraphs, c.readPast} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := c.compare(ctx); err != nil {
		return err
	}
	c.totals()
	return nil
}

// seals looks at the checksum of every entry.
func (c *checker) seals(ctx context.Context) error {
	for _, t := range table.All() {
		b := c.tx.Bucket([]byte(t.Name))
		if b == nil {
			c.fault("table "+t.Name, "it is missing")
			continue
		}
		if err := c.sealsOf(ctx, t, b); err != nil {
			return err
		}
	}
	return nil
}

// sealsOf looks at the checksums of one table.
func (c *checker) sealsOf(ctx context.Context, t table.Table, b *bbolt.Bucket) error {
	next := table.LinkTo(table.HeadKey)
	err := b.ForEach(func(k, v []byte) error {
		if table.LinkTo(k) != next {
			c.fault(c.nameOf(t, k), "entries before it are missing")
		}
		_, link, err := t.Open(k, v)
		if err != nil {
			c.fault(c.nameOf(t, k), "the checksum does not match")
		}
		next = link
		return ctx.Err()
	})
	if next != table.LinkTo(nil) {
		c.fault("table "+t.Name, "entries at the end are missing")
	}
	return err
}

// nameOf says what an entry is about.
func (c *checker) nameOf(t table.Table, key []byte) string {
	where := fmt.Sprintf("table %s, key %.64q", t.Name, key)
	if t != table.Graphs {
		return where
	}
	names, err := table.Names.Scan(c.tx)
	if err != nil {
		return where
	}
	k, payload, err := names.First()
	for ; k != nil && err == nil; k, payload, err = names.Next() {
		if id, err := record.DecodeGraphNumber(string(k), payload); err == nil && bytes.Equal(table.NumberKey(id), key) {
			return fmt.Sprintf("table %s, the entity %s", t.Name, k)
		}
	}
	return where
}

// totals compares what was counted with what the store says.
func (c *checker) totals() {
	if c.graphs != c.counters.Entities {
		c.fault("counters", fmt.Sprintf("there are %d entities, not %d", c.graphs, c.counters.Entities))
	}
	if c.triples != c.counters.Triples {
		c.fault("counters", fmt.Sprintf("there are %d triples, not %d", c.triples, c.counters.Triples))
	}
	for iri, class := range c.classes {
		if class.seen != class.Entities {
			c.fault("class "+iri.String(), fmt.Sprintf("it has %d entities, not %d", class.seen, class.Entities))
		}
		if class.ID > c.counters.Classes {
			c.fault("class "+iri.String(), "its number was never given")
		}
	}
}

// each calls fn for each entry of a table. An error that is about damage is a
// fault of the entry.
func (c *checker) each(ctx context.Context, t table.Table, fn func(key, payload []byte) error) error {
	s, err := t.Scan(c.tx)
	if err != nil {
		return err
	}
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		if err := fn(bytes.Clone(k), payload); err != nil {
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				return err
			}
			c.fault(fmt.Sprintf("table %s, key %.64q", t.Name, k), err.Error())
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return err
}
