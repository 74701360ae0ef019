// Command documents prints JSON-LD documents at random, with what Vitrine finds
// in them, for documents.mjs.
//
//	go run ./checks/interop/documents COUNT > DOCUMENTS
//
// Each line of the output is a JSON object with the seed, the base IRI, the
// document, the contexts that it names by URL, and either N-Triples or error.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"vitrine/checks/jsonldtest"
	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/serialize/nquads"
)

const base = "https://data.museum.example/"

// found is a document and what Vitrine finds in it.
type found struct {
	Seed     uint64                     `json:"seed"`
	Base     string                     `json:"base"`
	Document json.RawMessage            `json:"document"`
	Contexts map[string]json.RawMessage `json:"contexts"`
	NQuads   string                     `json:"nquads,omitempty"`
	Error    string                     `json:"error,omitempty"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "documents:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("give the number of documents")
	}
	count, err := strconv.ParseUint(os.Args[1], 10, 32)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "documents")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	dir, err := ldcontext.OpenDir(folder)
	if err != nil {
		return err
	}
	if _, err := dir.Add(jsonldtest.ContextURL, strings.NewReader(jsonldtest.Context)); err != nil {
		return err
	}
	p := jsonld.New(ldcontext.New(dir))
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	contexts := map[string]json.RawMessage{jsonldtest.ContextURL: json.RawMessage(jsonldtest.Context)}
	for seed := range count {
		f := found{Seed: seed, Base: base, Document: jsonldtest.Document(seed), Contexts: contexts}
		if f.NQuads, err = read(p, f.Document); err != nil {
			f.Error = err.Error()
		}
		if err := out.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

// read returns the graph of a document as N-Triples. What RDF has no place for
// is left out, as the standard has it.
func read(p *jsonld.Processor, document []byte) (string, error) {
	name, err := graph.IRI(base + "graph")
	if err != nil {
		return "", err
	}
	g, err := p.Read(context.Background(), document, serialize.DecodeOptions{Base: base, Name: name, Lenient: true})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	e := nquads.NTriples().NewEncoder(&b)
	if err := e.Encode(g); err != nil {
		return "", err
	}
	err = e.Close()
	return b.String(), err
}
