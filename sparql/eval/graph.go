package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/plan"
)

// eachGraph evaluates the inner step in one named graph or all of them.
func (x *execution) eachGraph(s *plan.EachGraph, next continuation) continuation {
	inner := x.compile(s.Inner, next)
	return func() error {
		switch name := x.value(s.Name).(type) {
		case nil:
			return x.allGraphs(s, inner)
		case rdf.IRI:
			has, err := x.data.HasGraph(x.ctx, name)
			if !has || err != nil {
				return err
			}
			return inner()
		default:
			return nil
		}
	}
}

func (x *execution) allGraphs(s *plan.EachGraph, inner continuation) error {
	defer func() { x.row[s.Name.Var] = nil }()
	for name, err := range x.data.Graphs(x.ctx) {
		if err == nil {
			err = x.checkCancelled()
		}
		if err != nil {
			return err
		}
		x.row[s.Name.Var] = name
		if err := inner(); err != nil {
			return err
		}
	}
	return nil
}

// nameGraph gives one of two variables the value of the other.
func (x *execution) nameGraph(s *plan.NameGraph, next continuation) continuation {
	return func() error {
		name, graph := x.row[s.Var], x.row[s.Graph]
		defer func() { x.row[s.Var], x.row[s.Graph] = name, graph }()
		switch {
		case name == nil:
			x.row[s.Var] = graph
		case graph == nil:
			x.row[s.Graph] = name
		case name != graph:
			return nil
		}
		return next()
	}
}
