package server

import (
	"context"
	"iter"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// remoteStore counts the questions that a store in a database would be asked.
type remoteStore struct {
	rdfstore.Store
	asked int
}

func (s *remoteStore) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	s.asked++
	return s.Store.Get(ctx, name)
}

func (s *remoteStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	s.asked++
	return s.Store.LastChange(ctx)
}

func (s *remoteStore) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	s.asked++
	return s.Store.Entities(ctx, after)
}

func (s *remoteStore) Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	s.asked++
	return s.Store.Names(ctx, prefix, skip)
}

func (s *remoteStore) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	s.asked++
	return s.Store.Relations(ctx, to)
}

func (s *remoteStore) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	s.asked++
	return s.Store.Related(ctx, to, by, skip)
}

// TestQuestionsOfAColdGet asks for a record with links of which nothing is kept.
func TestQuestionsOfAColdGet(t *testing.T) {
	remote := &remoteStore{}
	m, _ := newLinkedMuseum(t)
	config := m.config
	remote.Store, config.Store = m.store, remote
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	m.mustSend(t, "PUT", "/place/delft", placeRecord(testBase+"place/delft", "Delft"))
	m.mustSend(t, "PUT", "/person/anna", bornIn(testBase+"person/anna", "Anna", testBase+"place/delft"))
	do(t, s, "GET", "/person/anna")    // which follows the log
	for _, most := range []int{4, 1} { // one of them for the end of the log
		remote.asked = 0
		if r := do(t, s, "GET", "/place/delft"); r.StatusCode != 200 || remote.asked > most {
			t.Errorf("status %d after %d questions to the store, want %d at most", r.StatusCode, remote.asked, most)
		}
	}
}
