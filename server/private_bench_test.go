package server

import (
	"fmt"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/private"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/fragments"
	"vitrine/server/data/listing"
)

// BenchmarkPrivate compares what the public is answered with no rule, with a prefix and with
// a statement that make about one of a thousand records private: a record from the cache
// and one that is made anew, the numbers of what links to a place, a page of that, quads of
// a pattern, and pages of a list. All but the first are without the cache.
func BenchmarkPrivate(b *testing.B) {
	store := hotStore(b)
	hundred, hasType := mustIRI(b, testBase+"person/000100"), mustIRI(b, "http://www.cidoc-crm.org/cidoc-crm/P2_has_type")
	for i := range hotReferrers / 1000 {
		e, err := store.Get(b.Context(), mustIRI(b, fmt.Sprintf("%sperson/%06d", testBase, 1000*i+7)))
		if err != nil {
			b.Fatal(err)
		}
		g := *e.Graph
		g.Triples = append(slices.Clone(g.Triples), rdf.Triple{Subj: g.Name, Pred: hasType, Obj: hundred})
		if _, err := store.Apply(b.Context(), rdfstore.Change{Put: &g}); err != nil {
			b.Fatal(err)
		}
	}
	last := hotReferrers/listing.PageSize - 2
	link := "/-/links/personBornAtPlace?of=" + testBase + "place/hot&page="
	for _, rule := range []struct {
		name  string
		rules private.Rules
	}{
		{"none", private.Rules{}},
		{"prefix", private.Rules{Prefixes: []string{testBase + "person/0420"}}},
		{"statement", private.Rules{Statements: []private.Statement{{Predicate: hasType, Object: hundred}}}},
	} {
		warm, cold := privateServer(b, store, rule.rules, 0), privateServer(b, store, rule.rules, 1)
		for _, c := range []struct {
			name, target string
			s            *Server
		}{
			{"cached", "/person/000100", warm},
			{"cold", "/person/000100", cold},
			{"links", "/place/hot", cold},
			{"link/first", link + "1", cold},
			{"link/last", fmt.Sprint(link, last), cold},
			{"fragment", "/-/fragments?object=" + testBase + "place/hot", cold},
			{"list/first", "/person/?page=1", cold},
			{"list/last", fmt.Sprint("/person/?page=", last), cold},
		} {
			b.Run(c.name+"/"+rule.name, func(b *testing.B) { benchTarget(b, c.s, c.target, nil) })
		}
	}
}

// privateServer shows the public a store by the rules.
func privateServer(b *testing.B, store rdfstore.Store, rules private.Rules, cacheBytes int64) *Server {
	b.Helper()
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	var public *Public
	if !rules.Empty() {
		view, err := private.Open(b.Context(), store, rules, private.Options{Derivation: table.Derivation()})
		if err != nil {
			b.Fatal(err)
		}
		public = &Public{Store: view, PlaceKey: make([]byte, fragments.KeySize)}
	}
	contexts := ldcontext.New(nil)
	s, err := New(Config{Store: store, Public: public, Formats: formats.All(jsonld.New(contexts)), Contexts: contexts, Links: table, BaseURL: testBase, CacheBytes: cacheBytes, Maps: testMaps(b)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.close)
	return s
}
