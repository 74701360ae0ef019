// Package corpus makes the records that benchmarks put into stores: generated
// ones (checks/generate) that are given other names, so that each put is of a
// new entity.
package corpus

import (
	"bytes"
	"context"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/checks/generate"
	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// ID returns the id of the generated record with the number k.
func ID(k int) string { return idOf(generate.Record(generate.Options{Seed: 1}, k)) }

// idOf returns the id in the text of a generated record.
func idOf(text []byte) string {
	_, after, _ := bytes.Cut(text, []byte(`"id":"`))
	id, _, _ := bytes.Cut(after, []byte(`"`))
	return string(id)
}

// Record is a record that can be given other names. It is for one goroutine.
type Record struct {
	// Text is the record as JSON-LD.
	Text  []byte
	id    string
	graph *graph.Graph
	// own are the numbers of the triples whose subject is the entity.
	own []int
}

// Records returns the first n generated records.
func Records(ctx context.Context, n int) ([]*Record, error) {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	var made []*Record
	for text := range generate.Records(generate.Options{Records: n, Seed: 1}) {
		for g, err := range format.Decode(ctx, bytes.NewReader(text), serialize.DecodeOptions{}) {
			if err != nil {
				return nil, err
			}
			r := &Record{Text: text, id: idOf(text), graph: g}
			for i, t := range g.Triples {
				if t.Subj == rdf.Subject(g.Name) {
					r.own = append(r.own, i)
				}
			}
			made = append(made, r)
		}
	}
	return made, nil
}

// Name is the name of the record with a number.
func (r *Record) Name(number int64) string { return r.id + "-" + strconv.FormatInt(number, 10) }

// Graph returns the record's graph under its name with a number. It is the same
// graph each time, changed.
func (r *Record) Graph(number int64) (*graph.Graph, error) {
	name, err := graph.IRI(r.Name(number))
	if err != nil {
		return nil, err
	}
	r.graph.Name = name
	for _, i := range r.own {
		r.graph.Triples[i].Subj = name
	}
	return r.graph, nil
}
