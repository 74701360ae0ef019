// Package storetest is the suite that every implementation of rdfstore.Store
// passes, in the manner of testing/fstest. It covers each sentence of the
// interface's documentation; what only one implementation promises, such as
// durability across a crash, is tested beside that implementation.
package storetest

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
)

// Run runs the suite as subtests of t. Each subtest gets an empty store of its
// own from open, with the relations of the derivation and the base memstore.Base,
// and closes it; open may register a cleanup that closes it again.
func Run(t *testing.T, open func(t *testing.T, d rdfstore.Derivation) rdfstore.Store) {
	derived, none := Derivation(), rdfstore.Derivation{}
	for _, test := range []struct {
		name string
		run  func(t *testing.T, s rdfstore.Store)
		with rdfstore.Derivation
	}{
		{"NoRelations", testNoRelations, none},
		{"PutAndGet", testPutAndGet, derived},
		{"UpdateKeepsCreated", testUpdateKeepsCreated, derived},
		{"IdenticalPut", testIdenticalPut, derived},
		{"RepeatedTriple", testRepeatedTriple, derived},
		{"Delete", testDelete, derived},
		{"Replace", testReplace, derived},
		{"CreateAgain", testCreateAgain, derived},
		{"Preconditions", testPreconditions, derived},
		{"ApplyIsAtomic", testApplyIsAtomic, derived},
		{"ApplyInOrder", testApplyInOrder, derived},
		{"ApplyNothing", testApplyNothing, derived},
		{"GraphKeptToTheByte", testGraphKeptToTheByte, derived},
		{"OddTerms", testOddTerms, derived},
		{"LargeLiteral", testLargeLiteral, derived},
		{"LargeGraph", testLargeGraph, derived},
		{"Refused", testRefused, derived},
		{"Empty", testEmpty, derived},
		{"MatchShapes", testMatchShapes, derived},
		{"MatchTermsApart", testMatchTermsApart, derived},
		{"MatchBlankNodes", testMatchBlankNodes, derived},
		{"MatchResumes", testMatchResumes, derived},
		{"MatchResumesAmidChanges", testMatchResumesAmidChanges, derived},
		{"MatchWithinOneGraph", testMatchWithinOneGraph, derived},
		{"MatchRefusesCursors", testMatchRefusesCursors, derived},
		{"ManyReferrers", testManyReferrers, derived},
		{"WriteDuringMatch", testWriteDuringMatch, derived},
		{"Relations", testRelations, derived},
		{"RelatedPages", testRelatedPages, derived},
		{"WriteDuringRelated", testWriteDuringRelated, derived},
		{"Base", testBase, derived},
		{"Entities", testEntities, derived},
		{"Snapshot", testSnapshot, derived},
		{"SnapshotQueries", testSnapshotQueries, derived},
		{"Names", testNames, derived},
		{"NamesAmidChanges", testNamesAmidChanges, derived},
		{"WriteDuringNames", testWriteDuringNames, derived},
		{"Members", testMembers, derived},
		{"MembersPages", testMembersPages, derived},
		{"WriteDuringMembers", testWriteDuringMembers, derived},
		{"GraphsInOrder", testGraphsInOrder, derived},
		{"GraphsIsSnapshot", testGraphsIsSnapshot, derived},
		{"Log", testLog, derived},
		{"Limit", testLimit, derived},
		{"Cancelled", testCancelled, derived},
		{"CancelledWalk", testCancelledWalk, derived},
		{"Closed", testClosed, derived},
		{"CloseDuringWalks", testCloseDuringWalks, derived},
		{"Model", testModel, derived},
		{"Concurrent", testConcurrent, derived},
		{"OneWinner", testOneWinner, derived},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.with)
			defer func() {
				if err := s.Close(); err != nil && !errors.Is(err, rdfstore.ErrClosed) {
					t.Errorf("Close: %v", err)
				}
			}()
			test.run(t, s)
		})
	}
}

// testBase changes a store, which keeps the base that it was made with.
func testBase(t *testing.T, s rdfstore.Store) {
	compareBase(t, s)
	fill(t, s, 3)
	compareBase(t, s)
}

// compareBase fails the test where the base is not that of the suite.
func compareBase(t *testing.T, s rdfstore.Store) {
	t.Helper()
	if base, err := s.Base(t.Context()); base != memstore.Base || err != nil {
		t.Errorf("the base is %q, %v; want %q", base, err, memstore.Base)
	}
}

// collect returns what a walk yields, and fails the test where it yields an
// error.
func collect[T any](t *testing.T, walk iter.Seq2[T, error]) []T {
	t.Helper()
	var all []T
	for item, err := range walk {
		if err != nil {
			t.Fatalf("walk: %v", err)
		}
		all = append(all, item)
	}
	return all
}

// firstError returns the error that a walk ends with, nil where it has none.
// It is an error of the test that a walk goes on after one.
func firstError[T any](t *testing.T, walk iter.Seq2[T, error]) error {
	t.Helper()
	var found error
	for _, err := range walk {
		if found != nil {
			t.Fatalf("the walk went on after %v", found)
		}
		found = err
	}
	return found
}

// apply carries out changes that must succeed.
func apply(t *testing.T, s rdfstore.Store, changes ...rdfstore.Change) []rdfstore.Outcome {
	t.Helper()
	outcomes, err := s.Apply(t.Context(), changes...)
	if err != nil {
		t.Fatalf("Apply: %v", err)
	}
	if len(outcomes) != len(changes) {
		t.Fatalf("Apply returned %d outcomes for %d changes", len(outcomes), len(changes))
	}
	return outcomes
}

// get returns an entity that must be there.
func get(t *testing.T, s rdfstore.Store, name string) *rdfstore.Entity {
	t.Helper()
	e, err := s.Get(t.Context(), iri(name))
	if err != nil {
		t.Fatalf("Get(%s): %v", name, err)
	}
	return e
}

// count returns the number of quads that match.
func count(t *testing.T, s rdfstore.Store, p rdfstore.Pattern) uint64 {
	t.Helper()
	n, err := s.Count(t.Context(), p)
	if err != nil {
		t.Fatalf("Count: %v", err)
	}
	return n
}

// utc tells whether a time is one that a store may return.
func utc(t *testing.T, what string, at time.Time) {
	t.Helper()
	if at.IsZero() || at.Location() != time.UTC {
		t.Errorf("%s is %v, want a time in UTC", what, at)
	}
}

// Compare fails the test where two stores differ in entities, versions, log,
// tombstones, classes, relations or what patterns find. Times are not compared.
func Compare(t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	compareGraphs(ctx, t, got, want)
	compareLogs(ctx, t, got, want)
	compareClasses(ctx, t, got, want)
	comparePatterns(ctx, t, got, want)
	CompareRelations(t, got, want)
}
