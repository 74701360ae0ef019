package console

import (
	"fmt"
	"io"
	"strings"
	"time"

	"vitrine/harvest"
	"vitrine/load"
	"vitrine/rdfstore/boltstore"
)

// How often progress is shown, on a terminal, and in a log.
const (
	redrawEvery = 200 * time.Millisecond
	lineEvery   = 10 * time.Second
	barWidth    = 24
)

// ProgressBar shows the progress of a load: on a terminal as a bar that is redrawn,
// elsewhere as a line from time to time.
type ProgressBar struct {
	w        io.Writer
	terminal bool
	now      func() time.Time

	Total       int64
	start, last time.Time
	drawn       bool
}

func NewProgressBar(w io.Writer, terminal bool) *ProgressBar {
	return &ProgressBar{w: w, terminal: terminal, now: time.Now}
}

// Begin starts the clock. It calls size, which returns the size of the input, only if
// the size is shown.
func (p *ProgressBar) Begin(size func() int64) {
	p.Total = 0
	if p.terminal {
		p.Total = size()
	}
	p.start = p.now()
	p.last = p.start
}

// Update shows how much has been read, if it is time to.
func (p *ProgressBar) Update(r load.Report) {
	if now := p.now(); p.due(now) {
		p.show(p.line(r, now.Sub(p.start)))
	}
}

// Bulk shows the progress of the writing of a bulk load.
func (p *ProgressBar) Bulk(b boltstore.BulkProgress) {
	if b.Writing && p.due(p.now()) {
		p.show(fmt.Sprintf("[%s] %3.0f %%, writing %d records, %d quads", bar(b.Written), 100*b.Written, b.Graphs, b.Triples))
	}
}

// Rewrite shows the progress of the upgrade of a store, or of the derivation of its
// relations.
func (p *ProgressBar) Rewrite(b boltstore.BulkProgress) {
	if !b.Writing && p.due(p.now()) {
		p.show(fmt.Sprintf("%d records read", b.Graphs))
	}
	p.Bulk(b)
}

// Harvest shows the progress of the harvest of a feed.
func (p *ProgressBar) Harvest(h harvest.Progress) {
	now := p.now()
	switch {
	case !p.due(now):
	case h.Resources == 0:
		p.show(fmt.Sprintf("%d pages of the feed read", h.Pages))
	default:
		done := float64(h.Done) / float64(h.Resources)
		rate := float64(h.Done) / now.Sub(p.start).Seconds()
		p.show(part(done, fmt.Sprintf("%d of %d records, %.0f records/s", h.Done, h.Resources, rate), now.Sub(p.start)))
	}
}

// Records shows how many records were handled, and which part of all that is, from 0 to 1,
// or NaN if it is not known.
func (p *ProgressBar) Records(n uint64, done float64) {
	if now := p.now(); p.due(now) {
		took := now.Sub(p.start)
		p.show(part(done, fmt.Sprintf("%d records, %.0f records/s", n, float64(n)/took.Seconds()), took))
	}
}

// Graphs shows how many graphs were sent or compared.
func (p *ProgressBar) Graphs(n uint64) {
	if now := p.now(); p.due(now) {
		p.show(fmt.Sprintf("%d graphs, %.0f graphs/s", n, float64(n)/now.Sub(p.start).Seconds()))
	}
}

// bytes shows how many bytes of so many were handled; of an unknown number, 0.
func (p *ProgressBar) bytes(done, total int64) {
	if now := p.now(); p.due(now) {
		took := now.Sub(p.start)
		text := fmt.Sprintf("%.1f MB, %.1f MB/s", float64(done)/1e6, float64(done)/1e6/took.Seconds())
		p.show(part(float64(done)/float64(total), text, took))
	}
}

// part adds to a text the part that was done, from 0 to 1, and the time that is left. If
// the part is not a number between them, the whole is not known.
func part(done float64, text string, took time.Duration) string {
	if !(done > 0 && done <= 1) {
		return text
	}
	left := time.Duration(float64(took) * (1 - done) / done).Round(time.Second)
	return fmt.Sprintf("[%s] %3.0f %%, %s, %s left", bar(done), 100*done, text, left)
}

// due reports whether it is time to show progress.
func (p *ProgressBar) due(now time.Time) bool {
	every := lineEvery
	if p.terminal {
		every = redrawEvery
	}
	if now.Sub(p.last) < every {
		return false
	}
	p.last = now
	return true
}

func (p *ProgressBar) show(line string) {
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		p.drawn = true
	} else {
		fmt.Fprintf(p.w, "vitrine: %s\n", line)
	}
}

func (p *ProgressBar) line(r load.Report, took time.Duration) string {
	rate := float64(r.Records) / took.Seconds()
	text := fmt.Sprintf("%d records, %d quads, %d refused, %.0f records/s", r.Records, r.Quads, r.Refused, rate)
	if p.Total <= 0 {
		return text
	}
	return part(min(1, float64(r.Read)/float64(p.Total)), text, took)
}

// bar draws how much is done, from 0 to 1.
func bar(done float64) string {
	full := int(max(0, min(1, done)) * barWidth)
	return strings.Repeat("#", full) + strings.Repeat("-", barWidth-full)
}

// Clear removes the bar, so that a message can be printed.
func (p *ProgressBar) Clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// End removes the bar at the end.
func (p *ProgressBar) End() { p.Clear() }
