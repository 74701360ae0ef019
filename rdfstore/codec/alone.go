package codec

import (
	"math"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// ReadAlone reads the record of the graph with the name that EncodeAlone has made. It copies
// what it keeps. The dictionary gets the predicates, and must not be one of a file.
func ReadAlone(name rdf.IRI, payload []byte, d *Dictionary) (*Record, error) {
	s := scanner{payload: payload}
	n := s.length()
	for range n {
		s.skip(s.uvarint())
	}
	head := Fields{Rest: string(payload[:s.at]), Broken: s.broken}
	own, err := d.addOwn(name, &head)
	if err != nil {
		return nil, err
	}
	r := &Record{name: name, dict: d, entries: d.Snapshot()}
	if err := r.read(&s, predicates{r.entries, own}, nil); err != nil {
		return nil, err
	}
	return r, nil
}

// DecodeAlone returns the graph with the name of such a record.
func DecodeAlone(name rdf.IRI, payload []byte, d *Dictionary) (*graph.Graph, error) {
	r := termReader{Fields: Fields{Rest: string(payload)}}
	own, err := d.addOwn(name, &r.Fields)
	if err != nil {
		return nil, err
	}
	return r.graph(name, predicates{d.Snapshot(), own})
}

// addOwn reads the predicates of a record that stands alone, and returns their numbers in the
// dictionary, which gets them.
func (d *Dictionary) addOwn(name rdf.IRI, f *Fields) ([]uint32, error) {
	own := make([]uint32, f.Length())
	for i := range own {
		var ok bool
		if own[i], ok = d.Share(IRI, f.Text(), math.MaxInt); !ok {
			return nil, doesNotDecode(name)
		}
	}
	if f.Broken {
		return nil, doesNotDecode(name)
	}
	return own, nil
}
