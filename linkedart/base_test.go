package linkedart

import "testing"

// TestBases holds the records that all tests are made from to the strict
// reading: nothing at all is wrong with them.
func TestBases(t *testing.T) {
	v := newTestValidator(t, Strict)
	for _, e := range Endpoints() {
		for _, f := range v.Validate(encode(t, readBase(t, e.Name))) {
			t.Errorf("%s: %+v", e.Name, f)
		}
	}
}
