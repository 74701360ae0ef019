package dataset

import (
	"fmt"
	"testing"
)

// Each label is told from all others, whether it is kept as a number or not.
func TestUsedLabels(t *testing.T) {
	labels := []string{
		"", "0", "1", "63", "64", "00", "01", "b", "b0", "b00", "b1", "b01", "b10", "b63", "b64", "b127", "b128", "c0", "bb0",
		"b0x", "b999999999999999999", "b1000000000000000000", "b18446744073709551616", "-0", "-1",
		"a-long-prefix-of-more-than-16-bytes-1", "a-long-prefix-of-more-than-16-bytes-2", "é1", "N1", "n1",
	}
	for i, label := range labels {
		u := newUsed()
		u.addLabel(label)
		for j, other := range labels {
			if u.hasLabel(other) != (i == j) {
				t.Errorf("after %q, has %q is %t", label, other, i != j)
			}
		}
	}
}

// Labels that count up take little room.
func TestUsedRoom(t *testing.T) {
	u := newUsed()
	for i := range 64_000 {
		u.addLabel(fmt.Sprint("b", i))
	}
	if len(u.numbered) != 1000 || len(u.labels) != 0 {
		t.Errorf("%d blocks and %d labels are kept for 64000 labels", len(u.numbered), len(u.labels))
	}
	if !u.hasLabel("b0") || !u.hasLabel("b63999") || u.hasLabel("b64000") {
		t.Error("the labels are not those that were added")
	}
}
