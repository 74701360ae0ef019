package result

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// ReadTSV reads a document of SPARQL 1.1 Query Results TSV of at most limit bytes, or
// a line with true or false.
func ReadTSV(r io.Reader, limit int64) (*Results, error) {
	const format = "SPARQL results in TSV"
	lines := bufio.NewReader(&limited{r, limit})
	head, err := nextLine(lines)
	if err != nil {
		return nil, syntax(format, noHead(err))
	}
	if head == "true" || head == "false" {
		if _, err := nextLine(lines); err != io.EOF {
			return nil, syntax(format, errors.New("something follows the answer"))
		}
		return &Results{IsBoolean: true, Boolean: head == "true"}, nil
	}
	out := &Results{}
	for _, field := range strings.Split(head, "\t") {
		if head == "" {
			break
		}
		if !isVariable(field) {
			return nil, syntax(format, fmt.Errorf("%q in the first line is no variable, such as ?name", field))
		}
		out.Variables = append(out.Variables, field[1:])
	}
	if _, err := columns(format, out.Variables); err != nil {
		return nil, err
	}
	for {
		line, err := nextLine(lines)
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, syntax(format, err)
		}
		row, err := tsvRow(format, line, len(out.Solutions), out.Variables)
		if err != nil {
			return nil, err
		}
		out.Solutions = append(out.Solutions, row)
	}
}

// isVariable tells whether a field of the first line is a variable. Names that
// endpoints make up, such as callret-0, are read too.
func isVariable(field string) bool {
	return len(field) > 1 && (field[0] == '?' || field[0] == '$') &&
		strings.IndexFunc(field[1:], func(r rune) bool { return !terms.IsNameChar(r) && r != '.' }) < 0
}

func noHead(err error) error {
	if err == io.EOF {
		return errors.New("it has no first line with variables")
	}
	return err
}

// nextLine returns the next line without its end, or io.EOF. The last line may lack
// its end.
func nextLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	if err == io.EOF && line != "" {
		err = nil
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), err
}

func tsvRow(format, line string, n int, variables []string) ([]rdf.Term, error) {
	row := make([]rdf.Term, len(variables))
	if line == "" && len(row) < 2 {
		return row, nil
	}
	fields := strings.Split(line, "\t")
	if len(fields) != len(row) {
		return nil, syntax(format, fmt.Errorf("solution %d has %d fields, and there are %d variables", n+1, len(fields), len(row)))
	}
	for i, field := range fields {
		if field == "" {
			continue
		}
		var err error
		if row[i], err = tsvTerm(field); err != nil {
			return nil, place(format, n, variables[i], err)
		}
	}
	return row, nil
}

// tsvTerm reads a term as SPARQL writes it.
func tsvTerm(field string) (rdf.Term, error) {
	s := terms.NewScanner(context.Background(), strings.NewReader(field), "TSV", "", int64(len(field)))
	s.ByLine()
	term, err := scanTerm(s)
	if err != nil {
		return nil, err
	}
	if c, err := s.Next(); err != nil || c != 0 {
		return nil, s.Expected("the end of the term")
	}
	return term, nil
}

func scanTerm(s *terms.Scanner) (rdf.Term, error) {
	c, err := s.Next()
	switch {
	case err != nil:
		return nil, err
	case c == '<':
		return s.IRIRef()
	case c == '_':
		return s.BlankLabel()
	case c == '"' || c == '\'':
		text, err := s.String()
		if err != nil {
			return nil, err
		}
		return s.Literal(text, func() (terms.IRI, error) {
			if !s.Is("<") {
				return nil, s.Expected("the IRI of a datatype")
			}
			return s.IRIRef()
		})
	}
	if word, _ := s.Word(); string(word) == "true" || string(word) == "false" {
		literal := graph.Typed(string(word), graph.XSDBoolean)
		s.Skip(len(word))
		return literal, nil
	}
	if number, ok := s.Number(); ok {
		return number, nil
	}
	return nil, s.Expected("a term")
}
