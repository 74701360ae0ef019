package private_test

import (
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/private"
)

// watchedStore reports what is read of private graphs by their names.
type watchedStore struct {
	rdfstore.Store
	read func(of string)
}

func (s watchedStore) Snapshot(ctx context.Context) (rdfstore.Snapshot, error) {
	inner, err := s.Store.Snapshot(ctx)
	return watchedSnapshot{inner, s.read}, err
}

type watchedSnapshot struct {
	rdfstore.Snapshot
	read func(of string)
}

func (s watchedSnapshot) note(call string, name rdf.Context) {
	if name, ok := name.(rdf.IRI); ok && strings.HasPrefix(name.String(), base+"private/") {
		s.read(call)
	}
}

func (s watchedSnapshot) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	s.note("Get", name)
	return s.Snapshot.Get(ctx, name)
}

func (s watchedSnapshot) Has(ctx context.Context, name rdf.IRI) (bool, error) {
	s.note("Has", name)
	return s.Snapshot.Has(ctx, name)
}

func (s watchedSnapshot) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	s.note("Match", p.Graph)
	return s.Snapshot.Match(ctx, p, after)
}

func (s watchedSnapshot) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	s.note("Count", p.Graph)
	return s.Snapshot.Count(ctx, p)
}

func (s watchedSnapshot) Record(ctx context.Context, name rdf.IRI) (rdfstore.Record, error) {
	s.note("Record", name)
	return s.Snapshot.(rdfstore.Records).Record(ctx, name)
}

func (s watchedSnapshot) Records(ctx context.Context, p rdfstore.Pattern) iter.Seq2[rdfstore.Found, error] {
	s.note("Records", p.Graph)
	return s.Snapshot.(rdfstore.Records).Records(ctx, p)
}

func (s watchedSnapshot) Ahead(_ context.Context, ask rdfstore.Questions) error {
	for _, name := range append(ask.Names, ask.Graphs...) {
		s.note("Ahead", name)
	}
	for _, p := range ask.Patterns {
		s.note("Ahead", p.Graph)
	}
	return nil
}

// TestPrivateIsNotRead asks a view for a private entity in each way: it is missing without
// having been read, so that no answer takes longer for a larger one.
func TestPrivateIsNotRead(t *testing.T) {
	ctx, inner, name := t.Context(), memstore.New(), iri(base+"private/1")
	g := &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: draft.Predicate, Obj: iri(base + "concept/plan")}}}
	if _, err := inner.Apply(ctx, rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
	var read []string
	view, err := private.Open(ctx, watchedStore{inner, func(of string) { read = append(read, of) }}, rules(), private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	read = nil
	if e, err := view.Get(ctx, name); !rdfstore.IsMissing(err) {
		t.Errorf("Get: %v, %v", e, err)
	}
	s, err := view.Snapshot(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	pattern := rdfstore.Pattern{Graph: name}
	if has, err := s.Has(ctx, name); has || err != nil {
		t.Errorf("Has: %t, %v", has, err)
	}
	if n, err := s.Count(ctx, pattern); n != 0 || err != nil {
		t.Errorf("Count: %d, %v", n, err)
	}
	for m, err := range s.Match(ctx, pattern, "") {
		t.Errorf("Match: %v, %v", m, err)
	}
	records := s.(rdfstore.Records)
	if _, err := records.Record(ctx, name); !rdfstore.IsMissing(err) {
		t.Errorf("Record: %v", err)
	}
	for found, err := range records.Records(ctx, pattern) {
		t.Errorf("Records: %v, %v", found, err)
	}
	if err := s.(rdfstore.Ahead).Ahead(ctx, rdfstore.Questions{Names: []rdf.IRI{name}, Graphs: []rdf.IRI{name}, Patterns: []rdfstore.Pattern{pattern}}); err != nil {
		t.Error(err)
	}
	if len(read) > 0 {
		t.Errorf("a private entity was read by %s", strings.Join(read, ", "))
	}
}
