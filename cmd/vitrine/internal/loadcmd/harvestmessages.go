package loadcmd

import (
	"sync"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/harvest"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
)

// harvestMessages prints the messages of a harvest. It is safe for concurrent use.
type harvestMessages struct {
	app      *console.App
	mu       sync.Mutex
	bar      *console.ProgressBar
	findings *findings
}

func newHarvestMessages(a *console.App) *harvestMessages {
	h := &harvestMessages{app: a, bar: console.NewProgressBar(a.Stderr, a.Terminal)}
	h.bar.Begin(func() int64 { return 0 })
	return h
}

func (h *harvestMessages) notify(message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.Clear()
	h.app.Say("%s", message)
}

func (h *harvestMessages) refused(r harvest.Refusal) {
	h.findings.add(report.Result{Path: r.URL, Findings: []linkedart.Finding{{Level: linkedart.Error, Rule: report.Refused, Message: r.Reason}}})
}

// clear removes the progress bar.
func (h *harvestMessages) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.Clear()
}

func (h *harvestMessages) progress(p harvest.Progress) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.Harvest(p)
}
