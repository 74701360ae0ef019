package console

import (
	"fmt"
	"io"
	"strings"
	"sync"
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

// ProgressBar shows the progress of a command: on a terminal as a bar that is redrawn,
// elsewhere as a line from time to time. It may be used by many goroutines.
type ProgressBar struct {
	w        io.Writer
	terminal bool
	now      func() time.Time
	// Total is the size of the input in bytes, 0 where it is not known.
	Total int64

	mu          sync.Mutex
	start, last time.Time
	drawn       bool
}

// NewProgressBar returns a bar whose clock has started.
func NewProgressBar(w io.Writer, terminal bool) *ProgressBar {
	p := &ProgressBar{w: w, terminal: terminal, now: time.Now}
	p.Begin(nil)
	return p
}

// Begin starts the clock anew. It calls size, which returns the size of the input, only if
// the size is shown.
func (p *ProgressBar) Begin(size func() int64) {
	p.Total = 0
	if p.terminal && size != nil {
		p.Total = size()
	}
	p.start = p.now()
	p.last = p.start
}

// update shows a line if it is time to. took is the time since the beginning.
func (p *ProgressBar) update(line func(took time.Duration) string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.now(); p.due(now) {
		p.show(line(now.Sub(p.start)))
	}
}

// Update shows how much has been read.
func (p *ProgressBar) Update(r load.Report) {
	p.update(func(took time.Duration) string { return p.line(r, took) })
}

// Bulk shows the progress of the writing of a bulk load.
func (p *ProgressBar) Bulk(b boltstore.BulkProgress) {
	if b.Writing {
		p.update(func(time.Duration) string {
			return fmt.Sprintf("[%s] %3.0f %%, writing %d records, %d quads", bar(b.Written), 100*b.Written, b.Graphs, b.Triples)
		})
	}
}

// Rewrite shows the progress of the upgrade of a store, or of the derivation of its
// relations.
func (p *ProgressBar) Rewrite(b boltstore.BulkProgress) {
	if !b.Writing {
		p.update(func(time.Duration) string { return fmt.Sprintf("%d records read", b.Graphs) })
	}
	p.Bulk(b)
}

// Harvest shows the progress of the harvest of a feed.
func (p *ProgressBar) Harvest(h harvest.Progress) {
	p.update(func(took time.Duration) string {
		if h.Resources == 0 {
			return fmt.Sprintf("%d pages of the feed read", h.Pages)
		}
		text := fmt.Sprintf("%d of %d records, %.0f records/s", h.Done, h.Resources, float64(h.Done)/took.Seconds())
		return part(float64(h.Done)/float64(h.Resources), text, took)
	})
}

// Records shows how many records were handled, and which part of all that is, from 0 to 1,
// or NaN if it is not known.
func (p *ProgressBar) Records(n uint64, done float64) {
	p.update(func(took time.Duration) string {
		return part(done, fmt.Sprintf("%d records, %.0f records/s", n, float64(n)/took.Seconds()), took)
	})
}

// Graphs shows how many graphs were sent or compared.
func (p *ProgressBar) Graphs(n uint64) {
	p.update(func(took time.Duration) string {
		return fmt.Sprintf("%d graphs, %.0f graphs/s", n, float64(n)/took.Seconds())
	})
}

// bytes shows how many bytes of so many were handled; of an unknown number, 0.
func (p *ProgressBar) bytes(done, total int64) {
	p.update(func(took time.Duration) string {
		text := fmt.Sprintf("%.1f MB, %.1f MB/s", float64(done)/1e6, float64(done)/1e6/took.Seconds())
		return part(float64(done)/float64(total), text, took)
	})
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
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
