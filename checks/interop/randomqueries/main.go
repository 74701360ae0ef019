// Command randomqueries writes SPARQL queries at random with data and what Vitrine answers,
// for checks/interop/randomqueries.py, which asks Oxigraph the same.
//
//	randomqueries FIRST COUNT
//
// Each line is a JSON object about the query of one seed, from FIRST on.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/serialize/nquads"
	"vitrine/serialize/terms"
	"vitrine/sparql"
	"vitrine/sparql/dataset"
)

// question is a query with its data and its answer.
type question struct {
	Seed  uint64 `json:"seed"`
	Query string `json:"query"`
	// Data is N-Quads.
	Data      string     `json:"data"`
	Variables []string   `json:"variables"`
	Rows      [][]string `json:"rows"` // terms as in N-Triples, "" for unbound
	Error     string     `json:"error,omitempty"`
	// Without are the rules that were applied, and Reasons what they say.
	Without []string `json:"without,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
	// Variants are the query without what the rules are about.
	Variants []question `json:"variants,omitempty"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: randomqueries FIRST COUNT")
	}
	first, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		return err
	}
	count, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	for seed := first; seed < first+count; seed++ {
		if err := encoder.Encode(ask(seed)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// ask answers the query of a seed, as it is, without what each of the rules is about, and
// without all of that.
func ask(seed uint64) question {
	text, data := sparqltest.Random(seed)
	q := question{Seed: seed, Query: text, Data: document(data)}
	all := q
	for _, r := range rules() {
		variant := q.without(r)
		all = all.without(r)
		if variant.Query == q.Query && variant.Data == q.Data {
			continue
		}
		q.Variants = append(q.Variants, variant)
	}
	if len(q.Variants) > 1 {
		q.Variants = append(q.Variants, all)
	}
	for i := range q.Variants {
		q.Variants[i].answer()
	}
	q.answer()
	return q
}

// without returns the question without what a rule is about.
func (q question) without(r rule) question {
	v := question{Seed: q.Seed, Query: r.query(q.Query), Data: r.data(q.Data), Without: q.Without, Reasons: q.Reasons}
	if v.Query != q.Query || v.Data != q.Data {
		v.Without, v.Reasons = append(slices.Clip(q.Without), r.name), append(slices.Clip(q.Reasons), r.reason)
	}
	return v
}

// answer answers the question.
func (q *question) answer() {
	q.Rows = [][]string{}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	prepared, err := sparql.Prepare(q.Query, sparql.Options{})
	if err != nil {
		q.Error = err.Error()
		return
	}
	data, err := read(q.Data)
	if err != nil {
		q.Error = err.Error()
		return
	}
	answer, err := prepared.Run(ctx, data, sparql.Limits{})
	if err != nil {
		q.Error = err.Error()
		return
	}
	q.Variables = answer.Variables
	for row, err := range answer.Solutions {
		if err != nil {
			q.Error = err.Error()
			return
		}
		q.Rows = append(q.Rows, written(row))
	}
}

// read reads a data set. Blank nodes have the scope of the document.
func read(document string) (dataset.Dataset, error) {
	var defaults []rdf.Triple
	named := map[rdf.IRI][]rdf.Triple{}
	quads, err := rdf.NewQuadDecoder(strings.NewReader(document), rdf.NQuads).DecodeAll()
	if err != nil {
		return nil, err
	}
	for _, q := range quads {
		if name, ok := q.Ctx.(rdf.IRI); ok {
			named[name] = append(named[name], q.Triple)
		} else {
			defaults = append(defaults, q.Triple)
		}
	}
	return sparqltest.NewMemory(defaults, named), nil
}

func written(row []rdf.Term) []string {
	out := make([]string, len(row))
	for i, term := range row {
		if term != nil {
			out[i] = string(terms.AppendTerm(nil, term))
		}
	}
	return out
}

// document writes a data set as N-Quads.
func document(d reference.Dataset) string {
	var b []byte
	for _, triple := range d.Default {
		b = nquads.AppendQuads(b, []rdf.Quad{{Triple: triple}})
	}
	var names []rdf.IRI
	for name := range d.Named {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
	for _, name := range names {
		for _, triple := range d.Named[name] {
			b = nquads.AppendQuads(b, []rdf.Quad{{Triple: triple, Ctx: name}})
		}
	}
	return string(b)
}
