package tables

import (
	"slices"
	"testing"
)

// TestPlaces looks for the edits of lists: entities that are new are looked for once a list,
// and in the order of the index.
func TestPlaces(t *testing.T) {
	c := NewChanges("vitrine", 100)
	for _, list := range []int64{3, 1, 2} {
		for entity := range int64(1000) {
			c.Add(List{list, 7}, Mention{Kind: ByPredicate, Triples: 1}, Posting{Entity: 2000 - entity, Triples: 1}, 1, 1)
		}
	}
	c.Add(List{2, 7}, Mention{Kind: ByPredicate}, Posting{Entity: 100}, -1, -1)
	c.Add(List{2, 7}, Mention{Kind: ByPredicate}, Posting{Entity: 5}, -1, -1)
	c.sort()
	lists, parts, entities := c.places()
	if want := []int64{1, 2, 2, 2, 3}; !slices.Equal(lists, want) {
		t.Errorf("lists %v, want %v", lists, want)
	}
	if want := []int64{7, 7, 7, 7, 7}; !slices.Equal(parts, want) {
		t.Errorf("parts %v, want %v", parts, want)
	}
	if want := []int64{1001, 5, 100, 1001, 1001}; !slices.Equal(entities, want) {
		t.Errorf("entities %v, want %v", entities, want)
	}
}
