package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/control/wire"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/formattest"
)

// frames are one of each kind, and an End.
func frames(t testing.TB, g *graph.Graph) []byte {
	t.Helper()
	var b bytes.Buffer
	e := wire.NewEncoder(&b)
	at := time.Date(2026, 3, 4, 5, 6, 7, 89, time.UTC)
	err := errors.Join(
		e.Entity(&rdfstore.Entity{Graph: g, Version: 7, Created: at, Modified: at.Add(time.Hour)}),
		e.EntityName(g.Name),
		e.Change(rdfstore.Change{Put: g, If: rdfstore.Precondition{Present: true, Version: 9}}),
		e.Change(rdfstore.Change{Delete: g.Name, If: rdfstore.Precondition{Absent: true}}),
		e.Outcome(rdfstore.Outcome{Kind: rdfstore.Updated, Version: 3, Time: at}),
		e.LogEntry(rdfstore.LogEntry{Seq: 3, Name: g.Name, Kind: rdfstore.Created, Time: at}),
		e.LogEntry(rdfstore.LogEntry{}),
		e.Part([]byte{0, 1, 2, 0xff}),
		e.End(nil),
	)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll decodes frames to the end and encodes what they hold again.
func readAll(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	d, e := wire.NewDecoder(r), wire.NewEncoder(&b)
	for {
		kind, err := d.Next()
		if errors.Is(err, io.EOF) {
			err = e.End(nil)
			return b.Bytes(), err
		}
		if err != nil {
			return nil, err
		}
		if err := again(d, e, kind); err != nil {
			return nil, err
		}
	}
}

func again(d *wire.Decoder, e *wire.Encoder, kind wire.Kind) error {
	switch kind {
	case wire.Record:
		entity, err := d.Entity()
		if err != nil {
			return err
		}
		return e.Entity(entity)
	case wire.NameOf:
		name, err := d.EntityName()
		return errors.Join(err, e.EntityName(name))
	case wire.Put, wire.Delete:
		change, err := d.Change(kind, graph.MaxTriples)
		if err != nil {
			return err
		}
		return e.Change(change)
	case wire.Outcome:
		outcome, err := d.Outcome()
		return errors.Join(err, e.Outcome(outcome))
	case wire.Change:
		entry, err := d.LogEntry()
		return errors.Join(err, e.LogEntry(entry))
	default:
		part, err := d.Part()
		return errors.Join(err, e.Part(part))
	}
}

func randomGraph(seed uint64) *graph.Graph {
	g := formattest.Random(rand.New(rand.NewPCG(seed, 1)))
	g.Name = formattest.IRI(fmt.Sprint("https://museum.example/", seed))
	g.Source = graph.Source{MediaType: "application/ld+json", Layout: []byte{0, 0xff}, Context: []byte(`"x"`)}
	return g
}

func TestGraphsArriveAsTheyWereSent(t *testing.T) {
	graphs := []*graph.Graph{
		{Name: formattest.IRI("x:empty")},
		{Name: formattest.IRI("x:source"), Source: graph.Source{Context: []byte{}}},
	}
	for seed := range uint64(100) {
		graphs = append(graphs, randomGraph(seed))
	}
	for _, g := range graphs {
		var b bytes.Buffer
		e := wire.NewEncoder(&b)
		if err := errors.Join(e.Change(rdfstore.Change{Put: g}), e.End(nil)); err != nil {
			t.Fatal(err)
		}
		d := wire.NewDecoder(&b)
		kind, err := d.Next()
		if err != nil {
			t.Fatal(err)
		}
		c, err := d.Change(kind, graph.MaxTriples)
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		if !c.Put.Equal(g) || (c.Put.Source.Context == nil) != (g.Source.Context == nil) {
			t.Errorf("%s arrived as another graph", g.Name)
		}
	}
}

func TestEveryKindIsReadAsItWasWritten(t *testing.T) {
	sent := frames(t, randomGraph(3))
	got, err := readAll(bytes.NewReader(sent))
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%v\ngot  %q\nsent %q", err, got, sent)
	}
}

func TestABodyThatIsCutOffIsAnError(t *testing.T) {
	sent := frames(t, randomGraph(5))
	for n := range sent {
		if _, err := readAll(bytes.NewReader(sent[:n])); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("after %d of %d bytes: %v", n, len(sent), err)
		}
	}
}

func TestAGraphBeyondTheLimitIsRefused(t *testing.T) {
	g := &graph.Graph{Name: formattest.IRI("x:g")}
	for i := range 3 {
		g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Type, Obj: graph.String(fmt.Sprint(i))})
	}
	var b bytes.Buffer
	e := wire.NewEncoder(&b)
	if err := errors.Join(e.Change(rdfstore.Change{Put: g}), e.End(nil)); err != nil {
		t.Fatal(err)
	}
	d := wire.NewDecoder(&b)
	kind, _ := d.Next()
	if _, err := d.Change(kind, 2); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestErrorsArriveAsWhatTheyAre(t *testing.T) {
	name := formattest.IRI("https://museum.example/1")
	for _, sent := range []error{
		rdfstore.ErrNotFound, rdfstore.ErrCorrupt, rdfstore.ErrClosed, rdfstore.ErrExpired,
		fmt.Errorf("a.db: %w", rdfstore.ErrCorrupt),
		&rdfstore.DeletedError{Name: name, Version: 4, Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		&rdfstore.ChangeError{Index: 0, Name: name, Err: rdfstore.ErrPrecondition},
		&rdfstore.ChangeError{Index: 12, Name: name, Err: fmt.Errorf("a term: %w", graph.ErrTooLarge)},
		errors.New("something else"),
	} {
		var b bytes.Buffer
		if err := wire.NewEncoder(&b).End(sent); err != nil {
			t.Fatal(err)
		}
		_, got := wire.NewDecoder(&b).Next()
		if got.Error() != sent.Error() {
			t.Errorf("%q arrived as %q", sent, got)
		}
		for _, class := range []error{rdfstore.ErrNotFound, rdfstore.ErrDeleted, rdfstore.ErrPrecondition, rdfstore.ErrCorrupt, graph.ErrTooLarge, rdfstore.ErrClosed} {
			if errors.Is(got, class) != errors.Is(sent, class) {
				t.Errorf("%q: is it %q? %v", sent, class, errors.Is(got, class))
			}
		}
		var change, sentChange *rdfstore.ChangeError
		if errors.As(sent, &sentChange) && (!errors.As(got, &change) || change.Index != sentChange.Index || change.Name != name) {
			t.Errorf("%q arrived as %#v", sent, got)
		}
		var deleted, sentDeleted *rdfstore.DeletedError
		if errors.As(sent, &sentDeleted) && (!errors.As(got, &deleted) || *deleted != *sentDeleted) {
			t.Errorf("%q arrived as %#v", sent, got)
		}
	}
}

// FuzzDecoder checks that no bytes make the decoder panic, and that what it reads is
// read again as the same.
func FuzzDecoder(f *testing.F) {
	f.Add(frames(f, randomGraph(1)))
	f.Add([]byte{byte(wire.Failed), 2, '{', '}'})
	f.Add([]byte{byte(wire.Part), 0xff, 0xff, 0xff, 0x1f, 'a'})
	f.Add([]byte{byte(wire.Outcome), 9, 1, 0, byte(wire.End)})
	f.Fuzz(func(t *testing.T, sent []byte) {
		once, err := readAll(bytes.NewReader(sent))
		if err != nil {
			return
		}
		twice, err := readAll(bytes.NewReader(once))
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%v\nonce  %q\ntwice %q", err, once, twice)
		}
	})
}
