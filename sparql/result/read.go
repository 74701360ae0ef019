package result

import (
	"errors"
	"fmt"
	"io"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// limited is a reader that fails beyond a limit, instead of ending there.
type limited struct {
	r    io.Reader
	rest int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.rest < 0 {
		return 0, ErrTooLarge
	}
	if int64(len(p)) > l.rest+1 {
		p = p[:l.rest+1]
	}
	n, err := l.r.Read(p)
	if l.rest -= int64(n); l.rest < 0 {
		return n - 1, ErrTooLarge
	}
	return n, err
}

// syntax returns an error of a document, which an error of the reader is not.
func syntax(format string, err error) error {
	if errors.Is(err, ErrTooLarge) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: %w", format, err)
	}
	return fmt.Errorf("%s: %w: %w", format, ErrSyntax, err)
}

// place is the error about one binding.
func place(format string, solution int, variable string, err error) error {
	return fmt.Errorf("%s: %w: solution %d, ?%s: %w", format, ErrSyntax, solution+1, variable, err)
}

// columns returns the places of the variables, which must differ.
func columns(format string, names []string) (map[string]int, error) {
	at := map[string]int{}
	for i, name := range names {
		if _, twice := at[name]; twice {
			return nil, fmt.Errorf("%s: %w: the variable ?%s comes twice", format, ErrSyntax, name)
		}
		at[name] = i
	}
	return at, nil
}

// literal returns a literal of what JSON and XML say about it.
func literal(text, tag, datatype string) (rdf.Term, error) {
	switch {
	case tag != "" && (datatype == "" || datatype == graph.LangString.String()):
		return graph.Tagged(text, tag)
	case tag != "":
		return nil, fmt.Errorf("a literal has a language tag and the datatype <%s>", datatype)
	case datatype == "":
		return graph.String(text), nil
	case datatype == graph.LangString.String():
		return nil, errors.New("a literal of datatype rdf:langString has no language tag")
	}
	iri, err := graph.IRI(datatype)
	if err != nil {
		return nil, err
	}
	return graph.Typed(text, iri), nil
}
