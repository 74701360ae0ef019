package extsort

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSorter(t *testing.T) {
	for _, test := range []struct {
		memory int64
		fanIn  int
	}{{1, maxFanIn}, {1, 2}, {1, 3}, {1, 7}, {1 << 10, maxFanIn}, {1 << 10, 2}, {1 << 20, 2}} {
		memory := test.memory
		t.Run(fmt.Sprintf("%d bytes, %d at a time", memory, test.fanIn), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			dir := t.TempDir()
			s := New(filepath.Join(dir, "store.db"), memory)
			s.fanIn = test.fanIn
			most := 0
			var want []string
			for i := range 300 {
				// Keys that share beginnings, are empty, long or repeated.
				key := strings.Repeat("k", r.IntN(20)) + fmt.Sprint(r.IntN(50))
				if r.IntN(100) == 0 {
					key = ""
				}
				value := binary.BigEndian.AppendUint32(nil, uint32(i))
				want = append(want, key+"\x00"+string(value))
				if err := s.Add([]byte(key), value); err != nil {
					t.Fatal(err)
				}
				most = max(most, len(s.runs))
			}
			slices.Sort(want)
			var got []string
			for kv, err := range s.Sorted() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(kv.Key)+"\x00"+string(kv.Value))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d items come out in another order or number, want %d", len(got), len(want))
			}
			if spilled := len(s.runs) > 0; spilled != (memory < 1<<20) {
				t.Errorf("%d runs", len(s.runs))
			}
			// As many of each level as are not merged yet, and what 300 runs have levels.
			if levels := 1 + int(math.Log(300)/math.Log(float64(test.fanIn))); most > levels*(test.fanIn-1) || len(s.runs) > test.fanIn {
				t.Errorf("up to %d runs, %d at the end", most, len(s.runs))
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
				t.Errorf("left: %v, %v", files, err)
			}
		})
	}
}
