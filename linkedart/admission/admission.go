// Package admission decides whether a record may be stored. Every way into a
// store asks it: PUT, PATCH, POST, loads over HTTP, vitrine load and vitrine
// harvest; so what one of them takes, the others take too.
//
// By default a record with errors is stored, and they are reported. Enforce
// refuses it, unless the errors are old: the record that is stored under the
// same name has them as well. So a stored record with errors can be sent back,
// and mended one fault at a time.
//
// The package finds nothing itself and stores nothing: package linkedart has
// the rules.
package admission

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart"
	"vitrine/rdfstore/graph"
)

// Mode says what is done about records with errors.
type Mode string

// The modes. What RDF would lose is refused by the formats' readers in each.
const (
	// Warn takes a record with errors and reports them. It is the default
	// everywhere: what can be kept whole is the publisher's to decide.
	Warn Mode = "warn"
	// Enforce refuses a record with errors that are not old.
	Enforce Mode = "enforce"
	// Off does not look at the rules at all.
	Off Mode = "off"
)

// ErrRefused refuses a record for its errors. Its text names the settings that
// take it.
var ErrRefused = errors.New("it has errors; --validate warn stores such records, and --allow RULE accepts the errors of a rule")

// Validator finds what is wrong with a record, given as JSON text.
type Validator interface {
	Validate(record []byte) []linkedart.Finding
}

// Judge decides about records. It may be used by many goroutines.
type Judge struct {
	// Validator is not asked where Mode is Off.
	Validator Validator
	Mode      Mode
	// Text writes a graph as its Linked Art JSON.
	Text func(ctx context.Context, g *graph.Graph) ([]byte, error)
	// Stored returns the graph that is stored under a name, nil for none. It is
	// called for records with errors only, and may be nil.
	Stored func(ctx context.Context, name rdf.IRI) (*graph.Graph, error)
}

// maxCompareSteps bounds the comparison of a graph with the stored one.
const maxCompareSteps = 4_000_000

// Judge returns what is wrong with a record, as JSON text and as the graph that
// was read from it; g is nil where it could not be read. Old errors are made
// warnings. The error wraps ErrRefused where the record is not to be stored, and
// the findings count then, too.
func (j *Judge) Judge(ctx context.Context, text []byte, g *graph.Graph) ([]linkedart.Finding, error) {
	if j.Mode == Off || j.Validator == nil {
		return nil, nil
	}
	findings := j.find(text)
	if j.Mode != Enforce || !linkedart.Errors(findings) {
		return findings, nil
	}
	findings, err := j.excuse(ctx, findings, text, g)
	if err == nil && linkedart.Errors(findings) {
		err = ErrRefused
	}
	return findings, err
}

// find returns what is wrong with a record, apart from _links of its own: those who send
// a record back that a server sent have them, and they are left out.
func (j *Judge) find(text []byte) []linkedart.Finding {
	links := func(f linkedart.Finding) bool { return f.Rule == "links" && f.Pointer == "/_links" }
	return slices.DeleteFunc(j.Validator.Validate(text), links)
}

// excuse makes warnings of the errors that are old.
func (j *Judge) excuse(ctx context.Context, findings []linkedart.Finding, text []byte, g *graph.Graph) ([]linkedart.Finding, error) {
	if g == nil || j.Stored == nil {
		return findings, nil
	}
	stored, err := j.Stored(ctx, g.Name)
	if err != nil || stored == nil {
		return findings, err
	}
	same, err := graph.Compare(ctx, g.Triples, stored.Triples, maxCompareSteps)
	if err != nil && !errors.Is(err, graph.ErrBudget) {
		return nil, err
	}
	before, err := j.Text(ctx, stored)
	if err != nil {
		return nil, err
	}
	same = same || bytes.Equal(text, before)
	old := counts(j.find(before))
	// Of a record with very many faults not all are told, so that a new one
	// might hide behind the old ones.
	hidden := slices.ContainsFunc(findings, func(f linkedart.Finding) bool { return f.Rule == "too-many" })
	out := slices.Clone(findings)
	for i := range out {
		k := kindOf(out[i])
		if out[i].Level != linkedart.Error || !same && (hidden || old[k] == 0) {
			continue
		}
		old[k]--
		out[i].Level = linkedart.Warning
	}
	return out, nil
}

// kind is what makes two faults the same, wherever they have moved to in their
// arrays.
type kind struct{ rule, path, message string }

func kindOf(f linkedart.Finding) kind {
	steps := strings.Split(f.Pointer, "/")
	steps = slices.DeleteFunc(steps, func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" })
	return kind{f.Rule, strings.Join(steps, "/"), f.Message}
}

// counts counts the errors of each kind.
func counts(findings []linkedart.Finding) map[kind]int {
	out := map[kind]int{}
	for _, f := range findings {
		if f.Level == linkedart.Error {
			out[kindOf(f)]++
		}
	}
	return out
}
