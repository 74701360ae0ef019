package main

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/rdfxml"
	"vitrine/serialize/turtle"
)

// The vocabularies of test manifests.
const (
	manifestNS = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
	queryNS    = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#"
	labelIRI   = "http://www.w3.org/2000/01/rdf-schema#label"
)

// test is an entry of a manifest.
type test struct {
	// group is the folder of the manifest.
	group, name string
	// kind is the local name of its type, such as QueryEvaluationTest.
	kind string
	// query and result are paths of files, empty where there is none.
	query, result string
	// data are the files of the default graph, named those of the named graphs, by
	// the IRI that each has.
	data  []string
	named map[string]string
}

// readManifest returns the tests of a manifest, in its order.
func readManifest(path string) ([]test, error) {
	triples, err := readTriples(path)
	if err != nil {
		return nil, err
	}
	m := manifest{graph: byNode(triples), folder: filepath.Base(filepath.Dir(path))}
	var tests []test
	for _, t := range triples {
		if t.Pred.String() == manifestNS+"entries" {
			for _, entry := range m.list(t.Obj) {
				tests = append(tests, m.test(entry))
			}
		}
	}
	return tests, nil
}

// node is what a document says of a node.
type node map[string][]rdf.Term

func byNode(triples []rdf.Triple) map[rdf.Term]node {
	nodes := map[rdf.Term]node{}
	for _, t := range triples {
		if nodes[t.Subj] == nil {
			nodes[t.Subj] = node{}
		}
		nodes[t.Subj][t.Pred.String()] = append(nodes[t.Subj][t.Pred.String()], t.Obj)
	}
	return nodes
}

// manifest is the graph of a manifest.
type manifest struct {
	graph  map[rdf.Term]node
	folder string
}

func (m manifest) list(head rdf.Term) []rdf.Term {
	var members []rdf.Term
	for head != nil && head != rdf.Term(graph.Nil) {
		members = append(members, first(m.graph[head][graph.First.String()]))
		head = first(m.graph[head][graph.Rest.String()])
	}
	return members
}

func (m manifest) test(entry rdf.Term) test {
	says := m.graph[entry]
	t := test{group: m.folder, name: text(first(says[manifestNS+"name"])), named: map[string]string{}}
	t.kind = "QueryEvaluationTest"
	if kind := first(says[graph.Type.String()]); kind != nil {
		t.kind = strings.TrimPrefix(kind.String(), manifestNS)
	}
	t.result = pathOf(first(says[manifestNS+"result"]))
	action := first(says[manifestNS+"action"])
	inner, ok := m.graph[action]
	if !ok || inner[queryNS+"query"] == nil {
		t.query = pathOf(action)
		return t
	}
	t.query = pathOf(first(inner[queryNS+"query"]))
	for _, data := range inner[queryNS+"data"] {
		t.data = append(t.data, pathOf(data))
	}
	for _, data := range inner[queryNS+"graphData"] {
		name, file := data, data
		if labelled := m.graph[data]; labelled[queryNS+"graph"] != nil {
			file = first(labelled[queryNS+"graph"])
			name = file
			if label := first(labelled[labelIRI]); label != nil {
				name = label
			}
		}
		t.named[text(name)] = pathOf(file)
	}
	return t
}

func first(terms []rdf.Term) rdf.Term {
	if len(terms) == 0 {
		return nil
	}
	return terms[0]
}

func text(t rdf.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

// baseOf is the IRI of a file.
func baseOf(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(absolute)}).String()
}

// pathOf is the file that an IRI names, empty where it names none.
func pathOf(t rdf.Term) string {
	u, err := url.Parse(text(t))
	if err != nil || u.Scheme != "file" {
		return ""
	}
	return filepath.FromSlash(u.Path)
}

// readTriples reads a document in Turtle or RDF/XML, by its suffix.
func readTriples(path string) ([]rdf.Triple, error) {
	format := turtle.Turtle()
	if strings.HasSuffix(path, ".rdf") {
		format = rdfxml.RDFXML()
	}
	document, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	base := baseOf(path)
	name, err := graph.IRI(base)
	if err != nil {
		return nil, err
	}
	var triples []rdf.Triple
	for g, err := range format.Decode(context.Background(), bytes.NewReader(document), serialize.DecodeOptions{Name: name, Base: base}) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		triples = append(triples, g.Triples...)
	}
	return triples, nil
}

// siblings are the documents in the folder of the query of a test.
func siblings(t test) []string {
	folder := filepath.Dir(t.query)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var paths []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext == ".ttl" && !strings.HasPrefix(e.Name(), "manifest") {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	return paths
}
