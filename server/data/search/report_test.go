package search

import "testing"

// TestCovered tells where the index covers what there was before its first batch: what came
// to the log meanwhile is for the next time.
func TestCovered(t *testing.T) {
	var r reporter
	if r.covered(7) {
		t.Error("before the first batch all is covered")
	}
	r.reached(1000, 1500)
	if r.covered(1000) {
		t.Error("a batch before the last covers all")
	}
	r.reached(1500, 1700)
	if !r.covered(1500) {
		t.Error("what came after the first batch is waited for")
	}
	if r.reached(0, 1700); r.covered(0) {
		t.Error("an index that is built anew covers all")
	}
}
