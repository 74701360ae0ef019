package main

import (
	"sync"

	"vitrine/harvest"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
)

// harvestMessages tells what a harvest comes upon. Several goroutines may.
type harvestMessages struct {
	app *app
	mu  sync.Mutex
	bar *progressBar
	// told tells what was found in records.
	told *findings
}

func newHarvestMessages(a *app) *harvestMessages {
	h := &harvestMessages{app: a, bar: newProgressBar(a.stderr, a.terminal)}
	h.bar.begin(func() int64 { return 0 })
	return h
}

func (h *harvestMessages) tell(message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.clear()
	h.app.say("%s", message)
}

func (h *harvestMessages) refused(r harvest.Refusal) {
	h.told.add(report.Result{Path: r.URL, Findings: []linkedart.Finding{{Level: linkedart.Error, Rule: report.Refused, Message: r.Reason}}})
}

// clear takes the progress bar away.
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
