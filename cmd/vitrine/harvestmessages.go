package main

import (
	"sync"

	"vitrine/harvest"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
)

// harvestMessages prints the messages of a harvest. It is safe for concurrent use.
type harvestMessages struct {
	app      *app
	mu       sync.Mutex
	bar      *progressBar
	findings *findings
}

func newHarvestMessages(a *app) *harvestMessages {
	h := &harvestMessages{app: a, bar: newProgressBar(a.stderr, a.terminal)}
	h.bar.begin(func() int64 { return 0 })
	return h
}

func (h *harvestMessages) notify(message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.clear()
	h.app.say("%s", message)
}

func (h *harvestMessages) refused(r harvest.Refusal) {
	h.findings.add(report.Result{Path: r.URL, Findings: []linkedart.Finding{{Level: linkedart.Error, Rule: report.Refused, Message: r.Reason}}})
}

// clear removes the progress bar.
func (h *harvestMessages) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.clear()
}

func (h *harvestMessages) progress(p harvest.Progress) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.harvest(p)
}
