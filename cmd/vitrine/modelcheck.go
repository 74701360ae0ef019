package main

import (
	"errors"

	"vitrine/linkedart"
	"vitrine/load"
	"vitrine/rdfstore/graph"
)

// modelCheck returns what asks the model about each record that is to be
// stored, nil for nothing. The mode is that of --validate; an empty base holds
// no id against one. The findings are told.
func modelCheck(mode, base string, r *dependencies, told *findings) (load.Check, error) {
	if mode == "off" {
		return nil, nil
	}
	validator, err := linkedart.NewValidator(linkedart.Options{Base: base, Contexts: r.contexts})
	if err != nil {
		return nil, err
	}
	return func(g *graph.Graph) (v load.Verdict) {
		text, err := r.processor.Append(nil, g)
		if err != nil {
			return load.Verdict{Err: err}
		}
		findings := validator.Validate(text)
		v.Tell = func(at load.Place) { told.model(at, findings) }
		if mode == "reject" && linkedart.Errors(findings) {
			v.Err = errors.New("it has errors, and --validate is reject")
		}
		return v
	}, nil
}
