package site

import (
	"context"
	"errors"
	"slices"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/holdings"
)

const testBase = "https://data.museum.example/"

// survey finds the same endpoints each time, and counts how often it is asked.
type survey struct {
	endpoints []string
	asked     int
	err       error
}

func (s *survey) Sections(context.Context) ([]holdings.Section, error) {
	s.asked++
	return sections(s.endpoints...), s.err
}

func sections(endpoints ...string) []holdings.Section {
	var out []holdings.Section
	for _, endpoint := range endpoints {
		out = append(out, holdings.Section{Endpoint: endpoint})
	}
	return out
}

// always keeps everything.
type always struct{}

func (always) Keep(_ uint64, put func()) { put() }

func TestNavigation(t *testing.T) {
	s := &survey{endpoints: []string{"zoo/", "person/", "object/"}}
	n := NewNavigation(s, always{}, testBase)
	want := sections("object/", "person/", "zoo/")
	for _, test := range []struct {
		change string
		kind   rdfstore.Kind
		asked  int
	}{
		{"", rdfstore.Updated, 1},
		{testBase + "person/1", rdfstore.Created, 1},
		{"https://elsewhere.example/place/1", rdfstore.Updated, 1},
		{testBase + "place/1", rdfstore.Created, 2},
		{testBase + "person/1", rdfstore.Deleted, 3},
		{"https://elsewhere.example/place/2", rdfstore.Created, 4},
	} {
		if test.change != "" {
			name, err := graph.IRI(test.change)
			if err != nil {
				t.Fatal(err)
			}
			n.Drop(rdfstore.LogEntry{Name: name, Kind: test.kind})
		}
		got, err := n.Sections(t.Context(), 1)
		if err != nil || !slices.Equal(got, want) || s.asked != test.asked {
			t.Errorf("after %q: %v, %v, asked %d times; want %v and %d", test.change, got, err, s.asked, want, test.asked)
		}
	}
	n.Clear()
	s.err = errors.New("the store is closed")
	if _, err := n.Sections(t.Context(), 1); !errors.Is(err, s.err) {
		t.Errorf("%v, want the error of the survey", err)
	}
	if list, known := n.last(); known || !slices.Equal(list, want) {
		t.Errorf("%v, %v after a failure; want what was found last", list, known)
	}
}
