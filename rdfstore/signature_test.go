package rdfstore_test

import (
	"slices"
	"testing"

	"vitrine/rdfstore"
)

func TestSign(t *testing.T) {
	changes := []rdfstore.Change{{}, {Author: "Anna"}, {Message: "by law"}}
	want := []rdfstore.Change{{Author: "Bert", Message: "why"}, {Author: "Anna"}, {Message: "by law"}}
	if got := (rdfstore.Signature{Author: "Bert", Message: "why"}).Sign(changes); !slices.Equal(got, want) {
		t.Errorf("signed: %+v", got)
	}
	if changes[0].Author != "" {
		t.Error("the changes that were given are others")
	}
	if got := (rdfstore.Signature{}).Sign(changes); !slices.Equal(got, changes) {
		t.Errorf("signed by nobody: %+v", got)
	}
}
