package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// page is docs/benchmarks.md.
type page struct {
	m        *measurements
	sections []section
}

func newPage(m *measurements, sections []section) *page { return &page{m, sections} }

// outcome is what a ratio came to.
type outcome struct {
	ratio
	of, to   float64
	measured bool
}

// value is the ratio, or the figure where there is no yardstick.
func (o outcome) value() float64 {
	switch {
	case o.ratio.to == (measure{}):
		return o.of
	case o.speed:
		return o.to / o.of
	}
	return o.of / o.to
}

// misses tells whether the ratio was not measured or is beyond its limit.
func (o outcome) misses() bool {
	switch {
	case !o.measured:
		return !o.optional
	case o.limit.figure > 0 && o.of <= o.limit.figure:
		return false
	case o.limit.kind == isAtMost:
		return !(o.value() <= o.limit.value)
	case o.limit.kind == isAtLeast:
		return !(o.value() >= o.limit.value)
	}
	return false
}

func (p *page) outcome(r ratio) outcome {
	o := outcome{ratio: r}
	var hasTo bool
	o.of, o.measured = p.m.median(r.of.benchmark, r.of.unit)
	if r.to != (measure{}) {
		o.to, hasTo = p.m.median(r.to.benchmark, r.to.unit)
		o.measured = o.measured && hasTo
	}
	return o
}

// missed are the ratios that miss their limit, one line each.
func (p *page) missed() []string {
	var lines []string
	for _, s := range p.sections {
		for _, r := range s.ratios {
			if o := p.outcome(r); o.misses() {
				lines = append(lines, fmt.Sprintf("%s: %s: %s (limit: %s)", s.title, r.what, o.result(), r.limit))
			}
		}
	}
	return lines
}

// result is the ratio as text.
func (o outcome) result() string {
	if !o.measured {
		return "not measured"
	}
	return significant(o.value())
}

func (l limit) String() string {
	switch l.kind {
	case isAtMost:
		if l.figure > 0 {
			return "at most " + number(l.value) + ", or a measure of at most " + number(l.figure)
		}
		return "at most " + number(l.value)
	case isAtLeast:
		return "at least " + number(l.value)
	}
	return "none"
}

// introduction says what the page shows and how to make it.
const introduction = `# Benchmarks

After this page you know how fast Vitrine is beside other programs and libraries, the yardsticks.
` + "`make bench`" + ` writes it, and fails if a limit is missed; do not edit it by hand. Each ratio is that of
the medians of one run, with both sides on the same machine.

A run takes about 20 minutes, and fetches the other programs; with ` + "`VITRINE_BENCH=quick`" + ` it takes a minute or
two, and prints the page. All results are in ` + "`bench.out`" + ` after a run. To compare two: ` + "`cd checks/bench && go tool benchstat OLD NEW`" + `.
`

// write writes the page as Markdown.
func (p *page) write(w io.Writer) error {
	var b strings.Builder
	b.WriteString(introduction)
	p.writeAbout(&b)
	for _, s := range p.sections {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", s.title, s.text)
		p.writeRatios(&b, s)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// aboutColumns are the keys of what the run says of itself, with their names.
var aboutColumns = []struct{ key, name string }{
	{"date", "Date"}, {"commit", "Commit"}, {"go", "Go"}, {"cpu", "Processor"}, {"cores", "Cores"},
	{"memory", "Memory"}, {"disk", "Disk"}, {"os", "System"}, {"mode", "Mode"}, {"fixtures", "Fixtures"},
}

func (p *page) writeAbout(b *strings.Builder) {
	var names, rules, values string
	for _, column := range aboutColumns {
		if value := p.m.about[column.key]; value != "" {
			names, rules, values = names+"| "+column.name+" ", rules+"|---", values+"| "+value+" "
		}
	}
	fmt.Fprintf(b, "\n%s|\n%s|\n%s|\n", names, rules, values)
}

func (p *page) writeRatios(b *strings.Builder, s section) {
	if len(s.ratios) == 0 {
		return
	}
	b.WriteString("\n| What | Vitrine | Yardstick | Ratio | Limit | |\n|---|--:|--:|--:|---|---|\n")
	for _, r := range s.ratios {
		o := p.outcome(r)
		of, to, verdict := "", "", ""
		if o.measured {
			of = quantity(o.of, r.of.unit)
			if r.to != (measure{}) {
				to = quantity(o.to, r.to.unit)
			}
		}
		switch {
		case o.misses():
			verdict = "**missed**"
		case o.measured && r.limit.kind != noLimit:
			verdict = "kept"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", r.what, of, to, o.result(), r.limit, verdict)
	}
}

// quantity writes a value with its unit.
func quantity(value float64, unit string) string {
	switch unit {
	case seconds:
		return duration(value)
	case throughput:
		return significant(value/1e6) + " MB/s"
	}
	if what, ok := strings.CutSuffix(unit, "-ms"); ok {
		return duration(value/1e3) + " " + what
	}
	if unit == "peak-B" || unit == "disk-B" || unit == "compact-B" {
		return significant(value/1e6) + " MB " + strings.TrimSuffix(unit, "-B")
	}
	if what, ok := strings.CutSuffix(unit, "-sec"); ok {
		return duration(value) + " " + what
	}
	return significant(value) + " " + unit
}

func duration(s float64) string {
	for _, scale := range []struct {
		unit string
		size float64
	}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}} {
		if s >= scale.size {
			return significant(s/scale.size) + " " + scale.unit
		}
	}
	return significant(s/1e-9) + " ns"
}

// significant writes three digits, or all of those before the point.
func significant(value float64) string {
	if math.Abs(value) >= 1000 {
		return number(math.Round(value))
	}
	return strconv.FormatFloat(value, 'g', 3, 64)
}

// number writes a number with commas between the thousands.
func number(value float64) string {
	text := strconv.FormatFloat(value, 'f', -1, 64)
	whole, rest, hasRest := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if hasRest {
		whole += "." + rest
	}
	return whole
}
