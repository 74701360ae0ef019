package questions

import (
	"context"
	"io"

	"vitrine/checks/generate"
	"vitrine/rdfstore/boltstore"
	"vitrine/serialize/nquads"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/result"
)

// Library answers questions as a server does, and counts the results.
type Library struct {
	Store   *boltstore.Store
	Samples *dataset.Samples
	// lines is what one graph is written in, and then the next.
	lines []byte
}

// Answer answers a question and returns the number of results.
func (v *Library) Answer(ctx context.Context, q Question) (int, error) {
	snapshot, err := v.Store.Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	defer snapshot.Close()
	query, err := sparql.Prepare(Prefixes+q.Query, sparql.Options{})
	if err != nil {
		return 0, err
	}
	d := dataset.NewRecords(snapshot, dataset.Options{Labels: dataset.Labels{Base: generate.DefaultBase}, Samples: v.Samples})
	answer, err := query.Run(ctx, d, sparql.Limits{})
	if err != nil {
		return 0, err
	}
	return v.write(answer, q.Only)
}

// write writes an answer, or the first solutions of it.
func (v *Library) write(a *sparql.Answer, only int) (n int, err error) {
	switch a.Form {
	case algebra.Construct, algebra.Describe:
		return v.writeTriples(a)
	case algebra.Ask:
		if a.Boolean {
			n = 1
		}
		w := result.NewJSON(io.Discard)
		if err := w.Boolean(a.Boolean); err != nil {
			return n, err
		}
		return n, w.Close()
	}
	w := result.NewJSON(io.Discard)
	if err := w.Variables(a.Variables); err != nil {
		return 0, err
	}
	for row, err := range a.Solutions {
		if err == nil {
			err = w.Solution(row)
		}
		if err != nil {
			return n, err
		}
		if n++; n == only {
			break
		}
	}
	return n, w.Close()
}

// writeTriples writes the triples of an answer.
func (v *Library) writeTriples(a *sparql.Answer) (n int, err error) {
	lines := v.lines[:0]
	for t, err := range a.Triples {
		if err != nil {
			return n, err
		}
		n++
		if lines = nquads.AppendTriple(lines, t); len(lines) > 64<<10 {
			lines = lines[:0]
		}
	}
	v.lines = lines
	return n, nil
}
