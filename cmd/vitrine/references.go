package main

import (
	"slices"

	"vitrine/linkedart"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/rdfstore"
)

// references holds back what was found about references to records that are not
// there, until it is known which records there are. A nil one holds nothing.
type references struct {
	told *findings
	// names are the fingerprints of the records that came.
	names map[[16]byte]struct{}
	held  []heldReference
	// sifted is how many names there were when held was sifted last.
	sifted int
	// unheld counts those that there was no room for.
	unheld int
}

type heldReference struct {
	at      load.Place
	finding linkedart.Finding
}

// maxHeld bounds the references that are held back. When there are so many, they
// are sifted, and again after each minNewNames records that came.
const (
	maxHeld     = 100_000
	minNewNames = maxHeld / 10
)

func newReferences(told *findings) *references {
	return &references{told: told, names: map[[16]byte]struct{}{}}
}

// add notes a record that came.
func (r *references) add(name string) {
	if r != nil {
		r.names[load.Fingerprint(name)] = struct{}{}
	}
}

// hold takes what is about references out of the findings about a record.
func (r *references) hold(at load.Place, found []linkedart.Finding) []linkedart.Finding {
	isReference := func(f linkedart.Finding) bool { return f.Reference != "" }
	if r == nil || !slices.ContainsFunc(found, isReference) {
		return found
	}
	for _, f := range found {
		if !isReference(f) || r.came(f.Reference) {
			continue
		}
		if len(r.held) == maxHeld && (r.sifted == 0 || len(r.names) >= r.sifted+minNewNames) {
			r.sift()
			r.sifted = max(1, len(r.names))
		}
		if len(r.held) == maxHeld {
			r.unheld++
			continue
		}
		r.held = append(r.held, heldReference{at, f})
	}
	return slices.DeleteFunc(slices.Clone(found), isReference)
}

func (r *references) came(name string) bool {
	_, ok := r.names[load.Fingerprint(name)]
	return ok
}

// sift lets go of the references to records that have come meanwhile.
func (r *references) sift() {
	r.held = slices.DeleteFunc(r.held, func(h heldReference) bool { return r.came(h.finding.Reference) })
}

// tell tells of the references to records that neither came nor are in the
// store, which may be nil.
func (r *references) tell(store rdfstore.Store) {
	if r == nil {
		return
	}
	exists := func(string) bool { return false }
	if store != nil {
		exists = existsIn(store)
	}
	known := map[string]bool{}
	r.sift()
	for _, h := range r.held {
		iri := h.finding.Reference
		there, asked := known[iri]
		if !asked {
			there = exists(iri)
			known[iri] = there
		}
		if !there {
			r.told.add(report.Result{Path: h.at.Source, Line: h.at.Line, Record: h.at.Record, Findings: []linkedart.Finding{h.finding}, More: true})
		}
	}
	if r.unheld > 0 {
		r.told.app.say("%s more lead to records that had not come yet; more than %d are not looked up. To look at all, validate with --db after the load", count(r.unheld, "reference"), maxHeld)
	}
	r.held = nil
}
