package boltstore_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// diskPage is what a disk writes whole, at most; bbolt takes that of the system.
var diskPage = os.Getpagesize()

// lastCommits are the files of a store after a commit and after the next.
type lastCommits struct {
	before, after []byte
	// contents are what the store said of its contents then.
	contents [2]string
}

// twoCommits makes a store, changes it at random, and returns its last two commits.
func twoCommits(t *testing.T, r *rand.Rand) lastCommits {
	t.Helper()
	path := newPath(t)
	s := openWith(t, path, boltstore.Options{Create: true, Derivation: derivation})
	defer closeStore(t, s)
	changeAtRandom(t, s, r, 1+r.IntN(60))
	for {
		c := lastCommits{before: read(t, path)}
		c.contents[0] = list(t, s)
		changeAtRandom(t, s, r, 1)
		c.after, c.contents[1] = read(t, path), list(t, s)
		if c.contents[0] != c.contents[1] && commitOf(c.after) == commitOf(c.before)+1 {
			return c
		}
	}
}

// Where the number of a commit stands in a meta page of bbolt (version 2 of its format).
const metaNumber = 16 + 48

// commitOf returns the number of the last commit in a file.
func commitOf(file []byte) uint64 {
	return max(binary.NativeEndian.Uint64(file[metaNumber:]), binary.NativeEndian.Uint64(file[diskPage+metaNumber:]))
}

// metaPage returns the number of the meta page of a commit.
func metaPage(file []byte, commit uint64) int {
	if binary.NativeEndian.Uint64(file[metaNumber:]) == commit {
		return 0
	}
	return 1
}

func closeStore(t *testing.T, s *boltstore.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// put writes a store and returns the path.
func put(t *testing.T, file []byte) string {
	t.Helper()
	path := newPath(t)
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// partly returns the file of which the disk has some of the pages of the last commit, but
// not its meta page.
func (c lastCommits) partly(r *rand.Rand) []byte {
	file := bytes.Clone(c.before)
	share := r.Float64()
	for at := 2 * diskPage; at < len(c.after); at += diskPage {
		end := min(at+diskPage, len(c.after))
		if r.Float64() < share {
			if len(file) < end {
				file = append(file, make([]byte, end-len(file))...)
			}
			copy(file[at:end], c.after[at:end])
		}
	}
	return file
}

// TestPowerLoss opens stores whose file has an arbitrary part of a commit that was not
// acknowledged: every change before it is there, and nothing of it.
func TestPowerLoss(t *testing.T) {
	for range 8 {
		seed := rand.Uint64()
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			c := twoCommits(t, r)
			for range 6 {
				wantContent(t, put(t, c.partly(r)), boltstore.Options{}, c.contents[0])
			}
			wantContent(t, put(t, c.after), boltstore.Options{}, c.contents[1])
		})
	}
}

// TestTornMeta damages the meta page of each of the last two commits, anywhere. Such a
// file is refused; Recover opens it with the commit of the other page.
func TestTornMeta(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 20 {
		c := twoCommits(t, r)
		for back := range 2 {
			file := bytes.Clone(c.after)
			at := metaPage(file, commitOf(file)-uint64(back)) * diskPage
			file[at+16+r.IntN(64)] ^= byte(1 + r.IntN(255))
			path := put(t, file)
			for _, readOnly := range []bool{false, true} {
				s, err := boltstore.Open(path, boltstore.Options{ReadOnly: readOnly, Derivation: derivation})
				if err == nil {
					closeStore(t, s)
				}
				if !errors.Is(err, rdfstore.ErrCorrupt) {
					t.Fatalf("a store with a damaged meta page: %v", err)
				}
			}
			if !bytes.Equal(read(t, path), file) {
				t.Error("a file that was refused was changed")
			}
			wantContent(t, path, boltstore.Options{Recover: true, ReadOnly: true}, c.contents[back])
			wantContent(t, path, boltstore.Options{Recover: true}, c.contents[back])
		}
	}
}

// wantContent opens a store, which must have the contents. One that was opened for writing
// has no fault in itself.
func wantContent(t *testing.T, path string, o boltstore.Options, want string) {
	t.Helper()
	o.Derivation = derivation
	s := openWith(t, path, o)
	if got := list(t, s); got != want {
		t.Errorf("the store tells\n%s\nand not\n%s", got, want)
	}
	closeStore(t, s)
	if !o.Recover {
		checkClean(t, path)
	}
}
