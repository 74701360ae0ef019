package update

import "vitrine/linkedart"

// Report is the answer to a write where nothing else is preferred.
type Report struct {
	// ID is the entity's URI; absent where a name would be minted.
	ID string `json:"id,omitempty"`
	// Result is created, updated, unchanged or deleted.
	Result string `json:"result"`
	// DryRun tells that nothing was stored; the result is what would be.
	DryRun bool `json:"dryRun,omitempty"`
	// Version is the sequence number of the change in the log.
	Version uint64 `json:"version,omitempty"`
	// ETag is the entity tag of the Linked Art JSON that a GET now sends.
	ETag string `json:"etag,omitempty"`
	// Findings are what could be better about the record.
	Findings []linkedart.Finding `json:"findings"`
	// Removed is what a patch has removed.
	Removed []Removal `json:"removed,omitempty"`
}

// Report tells what a request came to; the entity tag is left out.
func (d *Result) Report(q *Request) Report {
	out := Report{ID: d.Name.String(), Result: d.Outcome.Kind.String(), DryRun: q.DryRun, Version: d.Outcome.Version, Findings: d.Findings, Removed: d.Removed}
	if out.Findings == nil {
		out.Findings = []linkedart.Finding{}
	}
	if q.DryRun && q.Target.Minted {
		out.ID = ""
	}
	return out
}
