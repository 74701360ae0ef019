package harvest

import (
	"cmp"
	"time"
)

// Report says what a run came to.
type Report struct {
	Feed string `json:"feed"`
	// Pages and Activities were read.
	Pages      int `json:"pages"`
	Activities int `json:"activities"`
	// Resources were dealt with: those of the activities that were new, each
	// once, and those that had been refused before. Each of them is in exactly
	// one of Created, Updated, Unchanged, Deleted, Absent and Refused.
	Resources int `json:"resources"`
	// Created to Deleted count what became of them in the store. Absent were to
	// be deleted, but were not there. Pruned were not in the feed, and are not
	// among Resources.
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Deleted   int `json:"deleted"`
	Absent    int `json:"absent"`
	Pruned    int `json:"pruned"`
	// Dropped counts what lenient reading left out of records.
	Dropped int `json:"dropped"`
	// Unknown counts the activities of types that mean nothing here, Unusable
	// those that could not be read.
	Unknown  int `json:"unknown"`
	Unusable int `json:"unusable"`
	// Refused are the resources that are not in step. The next run looks at
	// them again.
	Refused []Refusal `json:"refused"`
	// LeftOut counts the resources of hosts that were not named, by host; they
	// are not among Resources. No run looks at them again unless it is a full one.
	LeftOut map[string]int `json:"leftOut"`
	// Outside counts those whose names have none of the prefixes, likewise. They are left
	// out on purpose, so a run may be whole all the same.
	Outside int `json:"outside,omitempty"`
}

func newReport(feed string) Report {
	return Report{Feed: feed, Refused: []Refusal{}, LeftOut: map[string]int{}}
}

// Whole reports whether everything that the feed says was done.
func (r *Report) Whole() bool {
	return len(r.Refused) == 0 && len(r.LeftOut) == 0 && r.Unusable == 0
}

// Refusal is a resource that is not in step, with the reason.
type Refusal struct {
	// URL is where the resource is found, Name what it is called.
	URL  string `json:"url"`
	Name string `json:"name,omitempty"`
	// Type and EndTime are those of its newest activity.
	Type    string    `json:"type"`
	EndTime time.Time `json:"endTime,omitzero"`
	Reason  string    `json:"reason"`
	// Tries counts the runs that could not bring it into step.
	Tries int `json:"tries"`
}

// called returns the name of the resource.
func (r Refusal) called() string { return cmp.Or(r.Name, r.URL) }

func compareRefusals(a, b Refusal) int {
	return cmp.Or(a.EndTime.Compare(b.EndTime), cmp.Compare(a.URL, b.URL))
}
