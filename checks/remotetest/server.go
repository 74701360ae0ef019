// Package remotetest is a server of the SPARQL 1.1 Graph Store HTTP Protocol that keeps
// graphs in memory and fails when it is told to, for tests of what asks such servers.
package remotetest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
)

// Server is such a server, which ends with the test.
type Server struct {
	// URL is its address.
	URL string

	t      *testing.T
	mu     sync.Mutex
	graphs map[string][]rdf.Triple
	// blanks counts the blank nodes, each of which the store gives a label of its own.
	blanks int
	// requests are the methods that were asked for.
	requests []string
	faults   Faults
}

// New starts a server.
func New(t *testing.T) *Server {
	t.Helper()
	s := &Server{t: t, graphs: map[string][]rdf.Triple{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL + "/store"
	return s
}

// Faults say how requests fail. n counts them from 0.
type Faults struct {
	// NoDataset refuses requests about all graphs.
	NoDataset bool
	// Before is asked before a request is carried out. Unless it returns 0, the request is
	// not, and answered with the status, or not at all where that is Cut.
	Before func(n int, r *http.Request) (status int)
	// CutAfter tells to end the connection after a request was carried out.
	CutAfter func(n int, r *http.Request) bool
	// Authorization is the field that each request has to have, "" for any.
	Authorization string
}

// Cut stands for the end of a connection, in place of a status.
const Cut = -1

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	n := len(s.requests)
	s.requests = append(s.requests, r.Method)
	if want := s.faults.Authorization; want != "" && r.Header.Get("Authorization") != want {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if s.faults.Before != nil {
		switch status := s.faults.Before(n, r); status {
		case 0:
		case Cut:
			panic(http.ErrAbortHandler)
		default:
			http.Error(w, "it does not please", status)
			return
		}
	}
	answer := httptest.NewRecorder()
	s.carryOut(answer, r, string(body))
	if s.faults.CutAfter != nil && s.faults.CutAfter(n, r) {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

func (s *Server) carryOut(w http.ResponseWriter, r *http.Request, body string) {
	name := r.URL.Query().Get("graph")
	_, there := s.graphs[name]
	switch {
	case name == "" && s.faults.NoDataset:
		w.WriteHeader(http.StatusBadRequest)
	case name == "" && r.Method == http.MethodGet:
		_, _ = io.WriteString(w, s.dump())
	case name == "" && r.Method == http.MethodPost:
		s.add(body)
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPut:
		s.graphs[name] = s.triples(body)
		w.WriteHeader(http.StatusCreated)
	case !there:
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodDelete:
		delete(s.graphs, name)
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

// add is the POST of quads, which leaves what is there.
func (s *Server) add(body string) {
	for g, err := range nquads.NQuads().Decode(s.t.Context(), strings.NewReader(body), serialize.DecodeOptions{}) {
		if err != nil {
			s.t.Errorf("the N-Quads cannot be read: %v", err)
			return
		}
		s.graphs[g.Name.String()] = append(s.graphs[g.Name.String()], s.relabelled(g.Triples)...)
	}
}

func (s *Server) triples(body string) []rdf.Triple {
	name, _ := graph.IRI("https://example.org/")
	for g, err := range nquads.NTriples().Decode(s.t.Context(), strings.NewReader(body), serialize.DecodeOptions{Name: name}) {
		if err != nil {
			s.t.Errorf("the N-Triples cannot be read: %v", err)
			return nil
		}
		return s.relabelled(g.Triples)
	}
	return nil
}

// relabelled returns triples with blank nodes that no other request has.
func (s *Server) relabelled(triples []rdf.Triple) []rdf.Triple {
	s.blanks++
	label := func(t rdf.Term) rdf.Term {
		if b, ok := t.(rdf.Blank); ok {
			fresh, err := graph.Blank(fmt.Sprintf("x%d%s", s.blanks, strings.TrimPrefix(b.String(), "_:")))
			if err != nil {
				s.t.Error(err)
			}
			return fresh
		}
		return t
	}
	out := make([]rdf.Triple, len(triples))
	for i, t := range triples {
		out[i] = rdf.Triple{Subj: label(t.Subj).(rdf.Subject), Pred: t.Pred, Obj: label(t.Obj).(rdf.Object)}
	}
	return out
}

// dump writes all quads, those of the graphs among each other.
func (s *Server) dump() string {
	var b []byte
	for i, more := 0, true; more; i++ {
		more = false
		for _, name := range slices.Sorted(maps.Keys(s.graphs)) {
			if triples := s.graphs[name]; i < len(triples) {
				b = nquads.AppendQuads(b, quadsOf(name, triples[i:i+1]))
				more = true
			}
		}
	}
	return string(b)
}

func quadsOf(name string, triples []rdf.Triple) []rdf.Quad {
	iri, _ := graph.IRI(name)
	var quads []rdf.Quad
	for _, t := range triples {
		quads = append(quads, rdf.Quad{Triple: t, Ctx: iri})
	}
	return quads
}

// Count returns how often a method was asked for.
func (s *Server) Count(method string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.requests {
		if m == method {
			n++
		}
	}
	return n
}

// Fail has requests fail from now on.
func (s *Server) Fail(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// Forget forgets the requests, and the faults that are to come.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.faults = nil, Faults{}
}

// Requests returns how many requests there were.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

// Graph returns the triples of a graph.
func (s *Server) Graph(name string) []rdf.Triple {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.graphs[name]
}

// Graphs returns how many graphs there are.
func (s *Server) Graphs() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.graphs)
}

// Set replaces a graph, or deletes it where there are no triples.
func (s *Server) Set(name string, triples []rdf.Triple) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graphs[name] = triples; len(triples) == 0 {
		delete(s.graphs, name)
	}
}
