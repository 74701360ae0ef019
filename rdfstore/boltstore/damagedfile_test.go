package boltstore_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"vitrine/checks/thorough"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// TestFlippedBitsInWholeFiles flips bits in every page of a store that is then
// compacted, loaded into, derived from or copied. Each must do what it would have
// done without the damage, or say that the file is damaged and leave it alone.
func TestFlippedBitsInWholeFiles(t *testing.T) {
	data, _ := sample(t)
	graphs := randomGraphs(rand.New(rand.NewPCG(5, 5)), 40, sampleEntities+40)
	for name, work := range map[string]func(path string) error{
		"compact": func(path string) error {
			return boltstore.Compact(t.Context(), path, rdfstore.Derivation{}, rdfstore.Retention{})
		},
		"load": func(path string) error {
			_, err := boltstore.BulkLoad(t.Context(), path, each(graphs), boltstore.BulkOptions{Derivation: derivation, Memory: 1 << 20})
			return err
		},
		"derive": func(path string) error { return boltstore.Rederive(t.Context(), path, other, nil) },
		"backup": func(path string) error {
			s, err := boltstore.Open(path, boltstore.Options{ReadOnly: true, Logger: silent})
			if err != nil {
				return err
			}
			_, err = s.Backup(t.Context(), io.Discard)
			return errors.Join(err, s.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			found := flipBits(t, data, work)
			t.Logf("damage found, by kind of page: %v", found)
			for _, kind := range []string{"branch", "leaf"} {
				if found[kind] == 0 && name != "backup" {
					t.Errorf("no damage was found in any %s page: the test tests nothing", kind)
				}
			}
		})
	}
}

// flipBits does the work on files with a bit of each page flipped, or a few bytes
// of the lists of keys, and returns in how many it found the damage.
func flipBits(t *testing.T, data []byte, work func(path string) error) map[string]int {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 8))
	path := newPath(t)
	found := map[string]int{}
	for page := range len(data) / pageSize {
		kind := pageKind(data[page*pageSize:])
		if kind == "empty" || kind == "meta" && page > 1 || kind == "leaf" && page%thorough.Rounds(4, 1) != 0 {
			continue
		}
		for _, at := range []int{r.IntN(pageHeaderSize), pageHeaderSize + r.IntN(64), pageHeaderSize + r.IntN(pageSize-pageHeaderSize)} {
			broken := bytes.Clone(data)
			broken[page*pageSize+at] ^= byte(1) << r.IntN(8)
			if err := os.WriteFile(path, broken, 0o600); err != nil {
				t.Fatal(err)
			}
			err := work(path)
			about := fmt.Sprintf("%s page %d, byte %d", kind, page, at)
			if err == nil {
				continue
			}
			found[kind]++
			if !errors.Is(err, rdfstore.ErrCorrupt) && !errors.Is(err, boltstore.ErrFormat) && !errors.Is(err, boltstore.ErrDerivation) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v", about, err)
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, broken) {
				t.Errorf("%s: the damaged file has changed, %v", about, err)
			}
		}
	}
	return found
}
