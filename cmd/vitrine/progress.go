package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"vitrine/load"
)

// How often progress is told: on a terminal, and in a log.
const (
	redrawEvery = 200 * time.Millisecond
	lineEvery   = 10 * time.Second
	barWidth    = 24
)

// progressBar tells how far a load has come: as a bar that is redrawn on a
// terminal, as a line now and then elsewhere.
type progressBar struct {
	w        io.Writer
	terminal bool
	now      func() time.Time

	total       int64
	start, last time.Time
	drawn       bool
}

func newProgressBar(w io.Writer, terminal bool) *progressBar {
	return &progressBar{w: w, terminal: terminal, now: time.Now}
}

// begin starts the clock. The size of all that is to be read is asked for only
// where it is shown.
func (p *progressBar) begin(size func() int64) {
	p.total = 0
	if p.terminal {
		p.total = size()
	}
	p.start = p.now()
	p.last = p.start
}

// update tells the progress if it is time to.
func (p *progressBar) update(r load.Report) {
	now := p.now()
	every := lineEvery
	if p.terminal {
		every = redrawEvery
	}
	if now.Sub(p.last) < every {
		return
	}
	p.last = now
	line := p.line(r, now.Sub(p.start))
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		p.drawn = true
	} else {
		fmt.Fprintf(p.w, "vitrine: %s\n", line)
	}
}

func (p *progressBar) line(r load.Report, took time.Duration) string {
	rate := float64(r.Records) / took.Seconds()
	text := fmt.Sprintf("%d records, %d quads, %d refused, %.0f records/s", r.Records, r.Quads, r.Refused, rate)
	if p.total <= 0 || r.Read <= 0 {
		return text
	}
	done := min(1, float64(r.Read)/float64(p.total))
	left := time.Duration(float64(took) * (1 - done) / done).Round(time.Second)
	full := int(done * barWidth)
	bar := strings.Repeat("#", full) + strings.Repeat("-", barWidth-full)
	return fmt.Sprintf("[%s] %3.0f %%, %s, %s left", bar, 100*done, text, left)
}

// clear takes the bar away, so that a message may be printed.
func (p *progressBar) clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// end takes the bar away for good.
func (p *progressBar) end() { p.clear() }
