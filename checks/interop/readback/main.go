// Command readback reads documents that foreign tools wrote and prints what
// Vitrine's decoders find in them, for compare.mjs.
//
//	go run ./checks/interop/readback < DOCUMENTS > RESULTS
//
// Each line of the input is a JSON object with the collection, the IRI of the
// record, the tool that wrote it, the form and the file.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
	"vitrine/serialize/rdfxml"
	"vitrine/serialize/turtle"
)

// written is a document that a tool wrote.
type written struct {
	Collection string `json:"collection"`
	IRI        string `json:"iri"`
	Tool       string `json:"tool"`
	Form       string `json:"form"`
	File       string `json:"file,omitempty"`
	NQuads     string `json:"nquads,omitempty"`
	Error      string `json:"error,omitempty"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "readback:", err)
		os.Exit(1)
	}
}

func run() error {
	formats := serialize.Table{turtle.Turtle(), turtle.TriG(), nquads.NTriples(), nquads.NQuads(), rdfxml.RDFXML()}
	out := json.NewEncoder(os.Stdout)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var w written
		if err := json.Unmarshal(lines.Bytes(), &w); err != nil {
			return err
		}
		found, err := read(formats.ByName(w.Form), w)
		w.Tool, w.Form, w.File, w.NQuads = "Vitrine", w.Form+" by "+w.Tool, "", found
		if err != nil {
			w.Error = err.Error()
		}
		if err := out.Encode(w); err != nil {
			return err
		}
	}
	return lines.Err()
}

// read returns a document as N-Triples, or as N-Quads where it names its graph.
func read(f *serialize.Format, w written) (string, error) {
	document, err := os.ReadFile(w.File)
	if err != nil {
		return "", err
	}
	name, err := graph.IRI(w.IRI)
	if err != nil {
		return "", err
	}
	to := nquads.NTriples()
	if f.Dataset {
		to = nquads.NQuads()
	}
	var b bytes.Buffer
	e := to.NewEncoder(&b)
	for g, err := range f.Decode(context.Background(), bytes.NewReader(document), serialize.DecodeOptions{Name: name, Base: w.IRI}) {
		if err == nil {
			err = e.Encode(g)
		}
		if err != nil {
			return "", err
		}
	}
	err = e.Close()
	return b.String(), err
}
