package boltstore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
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
			s := newSorter(filepath.Join(dir, "store.db"), memory)
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
				if err := s.add([]byte(key), value); err != nil {
					t.Fatal(err)
				}
				most = max(most, len(s.runs))
			}
			slices.Sort(want)
			var got []string
			for kv, err := range s.sorted() {
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
			if err := s.close(); err != nil {
				t.Error(err)
			}
			if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
				t.Errorf("left: %v, %v", files, err)
			}
		})
	}
}

func TestBlocksOfAnySize(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	ps := randomPostings(r, 5000)
	for limit := range 40 {
		var got []postings.Posting
		for rest := ps; len(rest) > 0; {
			b := postings.EncodeBlock(nil, rest, limit*10)
			var err error
			if got, err = postings.DecodeBlock(got, rest[0].Key(), b.Payload); err != nil {
				t.Fatal(err)
			}
			rest = rest[b.N:]
		}
		if !slices.Equal(got, ps) {
			t.Errorf("blocks of %d bytes: the postings changed", limit*10)
		}
	}
}

func TestNamespaceOf(t *testing.T) {
	for iri, want := range map[string]string{
		"https://museum.example/object/1":              "https://museum.example/object/",
		"https://museum.example/object/1/part/2":       "https://museum.example/object/",
		"https://museum.example/a/b/c/d":               "https://museum.example/a/",
		"https://museum.example/1":                     "https://museum.example/",
		"https://museum.example":                       "https://",
		"http://www.cidoc-crm.org/cidoc-crm/P1":        "http://www.cidoc-crm.org/cidoc-crm/",
		"http://www.w3.org/2001/XMLSchema#string":      "http://www.w3.org/2001/",
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#t": "http://www.w3.org/1999/",
		"urn:uuid:1234":                                "urn:uuid:",
		"urn:a:b:c:d":                                  "urn:a:b:",
		"x:":                                           "x:",
		"mailto:a/b":                                   "mailto:",
	} {
		if got := record.NamespaceOf(iri); got != want {
			t.Errorf("namespaceOf(%s) = %s, want %s", iri, got, want)
		}
		if !bytes.HasPrefix([]byte(iri), []byte(record.NamespaceOf(iri))) {
			t.Errorf("%s does not begin with its namespace", iri)
		}
	}
}
