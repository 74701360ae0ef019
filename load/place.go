package load

import (
	"crypto/sha256"
	"fmt"

	"github.com/knakk/rdf"
)

// Place says where a record stands.
type Place struct {
	// Source is the name of the document.
	Source string
	// Line counts from 1; 0 where not known.
	Line int
	// Record counts the records of the document from 1; 0 for a document that
	// holds one record.
	Record int
}

// String returns the place as file:line, or as near to it as is known.
func (p Place) String() string {
	switch {
	case p.Line > 0:
		return fmt.Sprintf("%s:%d", p.Source, p.Line)
	case p.Record > 0:
		return fmt.Sprintf("%s: record %d", p.Source, p.Record)
	default:
		return p.Source
	}
}

// places remembers where each record of a load was found. It takes some 50
// bytes a record, whatever the length of its id.
type places struct {
	sources []string
	seen    map[[16]byte]spot
}

type spot struct{ source, line, record uint32 }

func newPlaces() *places { return &places{seen: map[[16]byte]spot{}} }

// begin notes the document that the next records stand in.
func (p *places) begin(source string) { p.sources = append(p.sources, source) }

// find returns where a record with the name was found before.
func (p *places) find(name rdf.IRI) (Place, bool) {
	s, ok := p.seen[Fingerprint(name.String())]
	if !ok {
		return Place{}, false
	}
	return Place{Source: p.sources[s.source], Line: int(s.line), Record: int(s.record)}, true
}

// add notes where a record stands: in the document last begun.
func (p *places) add(name rdf.IRI, at Place) {
	p.seen[Fingerprint(name.String())] = spot{uint32(len(p.sources) - 1), uint32(at.Line), uint32(at.Record)}
}

// Fingerprint stands for the name of a record in 16 bytes.
func Fingerprint(name string) [16]byte {
	sum := sha256.Sum256([]byte(name))
	return [16]byte(sum[:16])
}
