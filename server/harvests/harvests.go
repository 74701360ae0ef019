// Package harvests tells the operator how far the harvests are that the configuration of a
// server asks for: as metrics for Prometheus, in the details of readiness, and as a page.
//
// It harvests nothing and opens no connection: it is told by a function what there is to
// tell.
package harvests

import (
	"fmt"
	"strings"
	"time"
)

// Harvest is how far the harvest of one publisher is.
type Harvest struct {
	// Feed is the URL of the feed, which is harvested every so often.
	Feed  string
	Every time.Duration
	// Running is true during a run, in which Done of Resources records were dealt with;
	// Resources is 0 while the pages of the feed are read.
	Running         bool
	Done, Resources int
	// Runs ended so far, Failures of them with an error.
	Runs, Failures uint64
	// Ended is when the last run ended, Succeeded when the last one without an error did,
	// and Next when the next one begins; they are zero where there was none.
	Ended, Succeeded, Next time.Time
	// Fault ended the last run; "" for one that was carried out.
	Fault string
	// Created, Updated and Deleted count records since the server was started.
	Created, Updated, Deleted uint64
	// Out counts the records that are not in step after the last run, and Refused are some
	// of them.
	Out     int
	Refused []Refusal
}

// Refusal is a record that is not in step, with the reason.
type Refusal struct{ URL, Reason string }

// Amiss says in a line each what is amiss with harvests, without details, which may say
// more of the operator's network than the public should know; "" for nothing.
func Amiss(all []Harvest) string {
	var b strings.Builder
	for _, h := range all {
		if h.Fault != "" {
			fmt.Fprintf(&b, "the harvest of %s failed at %s; see the log\n", h.Feed, moment(h.Ended))
		}
	}
	return b.String()
}

// Page tells of all harvests, as text for the operator.
func Page(all []Harvest) string {
	if len(all) == 0 {
		return "This server harvests nothing.\n"
	}
	var b strings.Builder
	for i, h := range all {
		if i > 0 {
			b.WriteString("\n")
		}
		h.write(&b)
	}
	return b.String()
}

func (h *Harvest) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n", h.Feed)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(b, "  %-9s  "+format+"\n", append([]any{name}, args...)...)
	}
	switch {
	case h.Running && h.Resources == 0:
		line("now", "reading the feed")
	case h.Running:
		line("now", "%d of %d records", h.Done, h.Resources)
	case !h.Next.IsZero():
		line("next", "%s (every %s)", moment(h.Next), h.Every)
	}
	line("runs", "%d, %d of them failed", h.Runs, h.Failures)
	if !h.Succeeded.IsZero() {
		line("in step", "%s", moment(h.Succeeded))
	}
	if h.Fault != "" {
		line("failed", "%s: %s", moment(h.Ended), oneLine(h.Fault))
	}
	line("records", "%d created, %d updated, %d deleted since the server was started", h.Created, h.Updated, h.Deleted)
	if h.Out > 0 {
		line("refused", "%d", h.Out)
	}
	for _, r := range h.Refused {
		fmt.Fprintf(b, "    %s: %s\n", oneLine(r.URL), oneLine(r.Reason))
	}
	if more := h.Out - len(h.Refused); more > 0 && len(h.Refused) > 0 {
		fmt.Fprintf(b, "    and %d more\n", more)
	}
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// oneLine keeps a text of another host from looking like more lines of the page.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
