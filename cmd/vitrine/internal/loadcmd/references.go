package loadcmd

import (
	"slices"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
	"vitrine/load"
)

// references holds back findings about missing records until all records are known. A
// nil value holds nothing.
type references struct {
	findings *findings
	// names are the fingerprints of the records that have been read.
	names map[[16]byte]struct{}
	held  []heldReference
	// sifted is the number of names when held was sifted last.
	sifted int
	// unheld counts the findings beyond maxHeld.
	unheld int
}

type heldReference struct {
	at      load.Place
	finding linkedart.Finding
}

// maxHeld limits the findings that are held back. At the limit, those about records
// that have been read since are removed, and again after each minNewNames records.
const (
	maxHeld     = 100_000
	minNewNames = maxHeld / 10
)

func newReferences(findings *findings) *references {
	return &references{findings: findings, names: map[[16]byte]struct{}{}}
}

// add notes that a record has been read.
func (r *references) add(name string) {
	if r != nil {
		r.names[load.Fingerprint(name)] = struct{}{}
	}
}

// hold removes the findings about references from those about a record, and keeps
// them.
func (r *references) hold(at load.Place, found []linkedart.Finding) []linkedart.Finding {
	isReference := func(f linkedart.Finding) bool { return f.Reference != "" }
	if r == nil || !slices.ContainsFunc(found, isReference) {
		return found
	}
	for _, f := range found {
		if !isReference(f) || r.wasRead(f.Reference) {
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

func (r *references) wasRead(name string) bool {
	_, ok := r.names[load.Fingerprint(name)]
	return ok
}

// sift removes the findings about records that have been read in the meantime.
func (r *references) sift() {
	r.held = slices.DeleteFunc(r.held, func(h heldReference) bool { return r.wasRead(h.finding.Reference) })
}

// report adds the findings about records that were neither read nor are in the store,
// which may be nil.
func (r *references) report(store storeopen.Finder) {
	if r == nil {
		return
	}
	exists := func(string) bool { return false }
	if store != nil {
		exists = storeopen.ExistsIn(store)
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
			r.findings.add(report.Result{Path: h.at.Source, Line: h.at.Line, Record: h.at.Record, Findings: []linkedart.Finding{h.finding}, More: true})
		}
	}
	if r.unheld > 0 {
		r.findings.app.Say("%s not checked, because more than %d lead to records that had not been read yet; to check all, run vitrine validate with --db after the load", console.Count(r.unheld, "reference"), maxHeld)
	}
	r.held = nil
}
