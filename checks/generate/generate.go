// Package generate makes Linked Art 1.0 records (https://linked.art/api/1.0/)
// in any number, for tests and benchmarks: concepts, places, groups, people,
// objects, provenance activities, sets and texts, valid by the model and linked
// to each other as unevenly as those of a museum.
//
// The records say nothing about the world: their names are a word and a number,
// such as "Plate 77" or "Person 123".
//
// A record depends on the seed and its own number alone, and refers only to
// records of lower numbers. So the first n records of a longer run are the run
// of n, each reference leads to a record of the run, and a run takes the memory
// of one record.
//
// The package never stores, parses or validates anything.
package generate

import (
	"encoding/json"
	"iter"
	"math/rand/v2"
	"strings"
)

// DefaultBase is what the ids begin with where Options has no base.
const DefaultBase = "https://data.museum.example/"

// Options say what to make.
type Options struct {
	// Records is their number. None are made for 0 or less.
	Records int
	// Seed chooses one of the possible collections.
	Seed uint64
	// Base is the IRI that the ids begin with, such as
	// "https://data.museum.example/"; a missing slash at its end is added.
	// Empty stands for DefaultBase.
	Base string
}

// Records yields the records in the order of their numbers, each as the JSON
// text of one document without line ends. The caller may keep and change it.
func Records(o Options) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for k := range o.Records {
			if !yield(Record(o, k)) {
				return
			}
		}
	}
}

// Record returns the record with the number k, counted from 0. Options.Records
// has no influence on it.
func Record(o Options, k int) []byte {
	base := o.Base
	if base == "" {
		base = DefaultBase
	}
	if !strings.HasSuffix(base, "/") {
		base += "/"
	}
	// The multiplier, odd and without pattern, keeps the states of neighbours
	// far apart.
	source := rand.NewPCG(o.Seed, uint64(k)*0x9e3779b97f4a7c15)
	m := &maker{base: base, number: k, rand: rand.New(source)}
	text, err := json.Marshal(m.record())
	if err != nil {
		// Not reached, whatever the options: a node is strings, finite numbers
		// and other nodes.
		panic(err)
	}
	return text
}
