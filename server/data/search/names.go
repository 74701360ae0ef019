package search

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/document"
)

// names are what an entity is called by, and what else others are found by that refer to it.
type names struct {
	// all are its names and labels; free tells that anyone may use it.
	all  []string
	free bool
	// read is the number of the log entry as of which they were read.
	read uint64
}

// missing is the mark of an entity that the store does not have, stale stands for names
// with which other documents may not be indexed yet.
const (
	missing = ""
	stale   = "-"
)

// mark stands for the names and the right: others have another mark.
func (n names) mark() string {
	sum := sha256.New()
	for _, name := range n.all {
		sum.Write([]byte(name))
		sum.Write([]byte{0})
	}
	if n.free {
		sum.Write([]byte{1})
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// maxKnown bounds the names that a glossary keeps.
const maxKnown = 50_000

// glossary knows what entities are called, as of the log entry until.
type glossary struct {
	store Store
	known map[string]names
	until uint64
}

// forget lets go of the entities that changed up to an entry of the log.
func (g *glossary) forget(entries []rdfstore.LogEntry) {
	for _, e := range entries {
		delete(g.known, e.Name.String())
		g.until = max(g.until, e.Seq)
	}
	if len(g.known) > maxKnown {
		clear(g.known)
	}
}

// learn keeps the names of an entity that was read when the log ended with an entry, or later.
func (g *glossary) learn(name string, n names, read uint64) {
	n.read = read
	g.known[name] = n
}

// of returns the names of the entities that a text refers to, and the entry of the log
// as of which they are right: last, with which the log has ended before this, or an earlier
// one. Of an entity that the store does not have, the label that the referring record gives
// it is its name.
func (g *glossary) of(ctx context.Context, t document.Text, last uint64) (called map[string]names, read uint64, err error) {
	read, called = last, make(map[string]names, len(t.References))
	for _, iri := range t.References {
		n, ok := g.known[iri]
		if !ok {
			if n, err = g.read(ctx, iri); err != nil {
				return nil, 0, err
			}
			g.learn(iri, n, last)
			n.read = last
		}
		// What no entry up to until changed is right as of until.
		read = min(read, max(n.read, g.until))
		if given := t.Given[iri]; len(n.all) == 0 && given != "" {
			n.all = []string{given}
		}
		called[iri] = n
	}
	return called, read, nil
}

// read reads the names of an entity from the store, or of the one that replaced it.
func (g *glossary) read(ctx context.Context, iri string) (names, error) {
	name, err := graph.IRI(iri)
	if err != nil {
		return names{}, nil // no store has it
	}
	entity, err := rdfstore.Latest(ctx, g.store.Get, name)
	if rdfstore.IsMissing(err) {
		return names{}, nil
	}
	if err != nil {
		return names{}, err
	}
	t := document.ReadNames(entity.Graph)
	return names{all: t.Called(), free: t.Free}, nil
}
