package names_test

import (
	"strconv"
	"testing"

	"vitrine/sparql/internal/names"
)

// TestTable gives more names values than are looked through one by one, each twice, and
// expects the last values.
func TestTable(t *testing.T) {
	const count = 100
	var table names.Table[int]
	for round := range 2 {
		for i := range count {
			if _, ok := table.Get(strconv.Itoa(i)); ok != (round > 0) {
				t.Errorf("round %d: name %d has a value: %v", round, i, ok)
			}
			table.Set(strconv.Itoa(i), round*count+i)
		}
	}
	for i := range count {
		if v, ok := table.Get(strconv.Itoa(i)); !ok || v != count+i {
			t.Errorf("name %d: %d, %v, want %d", i, v, ok, count+i)
		}
	}
	if v, ok := table.Get("another"); ok {
		t.Errorf("a name without a value has %d", v)
	}
}
