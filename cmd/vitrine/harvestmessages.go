package main

import (
	"fmt"
	"sync"

	"vitrine/harvest"
	"vitrine/load"
	"vitrine/serialize"
)

// harvestMessages tells what a harvest comes upon. Several goroutines may.
type harvestMessages struct {
	app *app
	mu  sync.Mutex
	bar *progressBar
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
	h.tell(fmt.Sprintf("%s: refused: %s", r.URL, r.Reason))
}

func (h *harvestMessages) dropped(at load.Place, loss serialize.Loss) {
	h.tell(fmt.Sprintf("%s: dropped %s: %s", at, loss.Pointer, loss.Reason))
}

func (h *harvestMessages) progress(p harvest.Progress) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bar.harvest(p)
}
