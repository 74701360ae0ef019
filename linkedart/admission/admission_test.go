package admission_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore/graph"
)

// words is a validator that finds an error for each word "bad" of a record, and
// a warning for each "odd".
type words struct{}

func (words) Validate(record []byte) (out []linkedart.Finding) {
	for i, word := range strings.Fields(string(record)) {
		pointer := "/list/" + string(rune('0'+i))
		switch word {
		case "bad", "worse":
			out = append(out, linkedart.Finding{Pointer: pointer, Level: linkedart.Error, Rule: word, Message: "it is " + word})
		case "odd":
			out = append(out, linkedart.Finding{Pointer: pointer, Level: linkedart.Warning, Rule: word})
		case "many":
			out = append(out, linkedart.Finding{Level: linkedart.Warning, Rule: "too-many"})
		}
	}
	return out
}

// about is a graph whose Linked Art JSON is text.
func about(t *testing.T, text string) *graph.Graph {
	t.Helper()
	name, err := graph.IRI("https://data.museum.example/person/ada")
	if err != nil {
		t.Fatal(err)
	}
	property, err := graph.IRI("https://data.museum.example/text")
	if err != nil {
		t.Fatal(err)
	}
	literal, err := rdf.NewLiteral(text)
	if err != nil {
		t.Fatal(err)
	}
	return &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: property, Obj: literal}}}
}

func textOf(_ context.Context, g *graph.Graph) ([]byte, error) {
	return []byte(g.Triples[0].Obj.String()), nil
}

// TestJudge sends a record in place of a stored one, in each mode.
func TestJudge(t *testing.T) {
	tests := []struct {
		name, stored, sent string
		mode               admission.Mode
		refused            bool
		levels             string
	}{
		{"good", "", "fine", admission.Enforce, false, ""},
		{"a warning", "", "odd", admission.Enforce, false, "W"},
		{"a new record with an error", "", "bad", admission.Enforce, true, "E"},
		{"reported only", "", "bad odd", admission.Warn, false, "EW"},
		{"not looked at", "", "bad", admission.Off, false, ""},
		{"an old error", "bad", "bad fine", admission.Enforce, false, "W"},
		{"an old error that has moved", "bad", "fine fine bad", admission.Enforce, false, "W"},
		{"an old error more often", "bad", "bad bad", admission.Enforce, true, "WE"},
		{"an old error less often", "bad bad", "bad fine", admission.Enforce, false, "W"},
		{"a new error beside an old one", "bad", "bad worse", admission.Enforce, true, "WE"},
		{"an error of a record that was good", "fine", "bad", admission.Enforce, true, "E"},
		{"more than are told", "bad many", "bad many fine", admission.Enforce, true, "EW"},
		{"more than are told, unchanged", "bad many", "bad many", admission.Enforce, false, "WW"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			judge := admission.Judge{Validator: words{}, Mode: test.mode, Text: textOf,
				Stored: func(context.Context, rdf.IRI) (*graph.Graph, error) {
					if test.stored == "" {
						return nil, nil
					}
					return about(t, test.stored), nil
				}}
			findings, err := judge.Judge(t.Context(), []byte(test.sent), about(t, test.sent))
			if errors.Is(err, admission.ErrRefused) != test.refused || err != nil && !test.refused {
				t.Errorf("refused: %v, want %v", err, test.refused)
			}
			levels := ""
			for _, f := range findings {
				levels += map[linkedart.Level]string{linkedart.Error: "E", linkedart.Warning: "W"}[f.Level]
			}
			if levels != test.levels {
				t.Errorf("levels %q, want %q", levels, test.levels)
			}
		})
	}
}

// TestJudgeWithoutAStore refuses what it cannot compare, and passes on why it
// could not.
func TestJudgeWithoutAStore(t *testing.T) {
	judge := admission.Judge{Validator: words{}, Mode: admission.Enforce, Text: textOf}
	if _, err := judge.Judge(t.Context(), []byte("bad"), about(t, "bad")); !errors.Is(err, admission.ErrRefused) {
		t.Errorf("no store: %v", err)
	}
	down := errors.New("the store is down")
	judge.Stored = func(context.Context, rdf.IRI) (*graph.Graph, error) { return nil, down }
	if _, err := judge.Judge(t.Context(), []byte("bad"), nil); !errors.Is(err, admission.ErrRefused) {
		t.Errorf("a record that could not be read: %v", err)
	}
	if _, err := judge.Judge(t.Context(), []byte("bad"), about(t, "bad")); !errors.Is(err, down) {
		t.Errorf("a store that is down: %v", err)
	}
	if _, err := judge.Judge(t.Context(), []byte("fine"), about(t, "fine")); err != nil {
		t.Errorf("a good record, for which the store is not asked: %v", err)
	}
}
