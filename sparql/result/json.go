package result

import (
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// jsonWriter writes SPARQL 1.1 Query Results JSON.
type jsonWriter struct {
	output
	// keys has for each variable its name as the key of a member, with the colon.
	keys []string
	rows bool
}

// NewJSON returns a writer of SPARQL 1.1 Query Results JSON, a line for each
// solution.
func NewJSON(w io.Writer) Writer { return &jsonWriter{output: output{w: w}} }

func (j *jsonWriter) Variables(names []string) error {
	if err := j.variables(len(names)); err != nil {
		return err
	}
	j.buf = append(j.buf, `{"head":{"vars":[`...)
	for i, name := range names {
		if i > 0 {
			j.buf = append(j.buf, ',')
		}
		j.quote(name)
		key, _ := jsontext.AppendQuote(nil, name) // quote has the error
		j.keys = append(j.keys, string(key)+":")
	}
	j.buf = append(j.buf, `]},"results":{"bindings":[`...)
	return j.full()
}

func (j *jsonWriter) Solution(row []rdf.Term) error {
	if err := j.row(row); err != nil {
		return err
	}
	if j.rows {
		j.buf = append(j.buf, ',')
	}
	j.rows = true
	j.buf = append(j.buf, "\n{"...)
	first := true
	for i, term := range row {
		if term == nil {
			continue
		}
		if !first {
			j.buf = append(j.buf, ',')
		}
		first = false
		j.buf = append(j.buf, j.keys[i]...)
		j.term(term)
	}
	j.buf = append(j.buf, '}')
	return j.full()
}

// term writes a term as section 3.2.2 has it.
func (j *jsonWriter) term(term rdf.Term) {
	switch t := term.(type) {
	case rdf.IRI:
		j.buf = append(j.buf, `{"type":"uri","value":`...)
		j.quote(t.String())
	case rdf.Blank:
		j.buf = append(j.buf, `{"type":"bnode","value":`...)
		j.quote(label(t))
	case rdf.Literal:
		j.buf = append(j.buf, `{"type":"literal","value":`...)
		j.quote(t.String())
		if tag := t.Lang(); tag != "" {
			j.buf = append(j.buf, `,"xml:lang":`...)
			j.quote(tag)
		} else if t.DataType != graph.XSDString {
			j.buf = append(j.buf, `,"datatype":`...)
			j.quote(t.DataType.String())
		}
	}
	j.buf = append(j.buf, '}')
}

func (j *jsonWriter) quote(text string) {
	buf, err := jsontext.AppendQuote(j.buf, text)
	if err != nil && j.err == nil {
		j.err = err
	}
	j.buf = buf
}

func (j *jsonWriter) Boolean(b bool) error {
	if err := j.begin(begun, afterBoolean); err != nil {
		return err
	}
	if b {
		j.buf = append(j.buf, `{"head":{},"boolean":true`...)
	} else {
		j.buf = append(j.buf, `{"head":{},"boolean":false`...)
	}
	return j.err
}

func (j *jsonWriter) Close() error {
	solutions, err := j.end()
	if err != nil {
		return err
	}
	if solutions {
		j.buf = append(j.buf, "\n]}"...)
	}
	j.buf = append(j.buf, "}\n"...)
	return j.Flush()
}
