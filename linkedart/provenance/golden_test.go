package provenance

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/golden"
	"vitrine/linkedart/reading"
)

// TestSampleCollection compares the history of each object of the sample collection with
// a golden file.
func TestSampleCollection(t *testing.T) {
	c := sample(t)
	objects := 0
	for _, iri := range c.order {
		object := c.records[iri]
		if !object.Is(reading.ClassHumanMadeObject) {
			continue
		}
		objects++
		name := iri[strings.LastIndex(iri, "/")+1:]
		t.Run(name, func(t *testing.T) {
			compare(t, name, dump(object, c.history(object)))
		})
	}
	if objects != 10 {
		t.Errorf("there are %d objects, not 10", objects)
	}
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	golden.Check(t, "testdata/"+name+".txt", got)
}

// dump writes a history out.
func dump(object reading.Node, h History) string {
	var b strings.Builder
	b.WriteString("events\n")
	for i, e := range h.Events {
		fmt.Fprintf(&b, "%d %s%s %s\n", i, e.Kind, flags(e), dumpSpan(e.Span))
		line(&b, "  from", parties(e.From))
		line(&b, "  to", parties(e.To))
		line(&b, "  by", parties(e.By))
		line(&b, "  also", parties(e.Others))
		line(&b, "  at", labels(e.Places))
		for _, leg := range e.Legs {
			fmt.Fprintf(&b, "  moved %s -> %s\n", leg.From.Label(), leg.To.Label())
		}
		for _, p := range e.Prices {
			line(&b, "  paid", price(p))
		}
		for _, l := range e.Lots {
			line(&b, "  lot", l.Content)
		}
		line(&b, "  within", labels(e.Within))
		line(&b, "  because of", labels(e.Because))
		for _, n := range e.Notes {
			line(&b, "  note", n.Content)
		}
		line(&b, "  record", e.Activity.Label())
	}
	dumpTenures(&b, "owners", h.Owners)
	dumpTenures(&b, "custodians", h.Custodians)
	b.WriteString("text\n")
	for _, s := range h.Text {
		b.WriteString("  " + plainStatement(h, s) + "\n")
	}
	b.WriteString("journey\n")
	for _, s := range h.Journey(object) {
		fmt.Fprintf(&b, "  %s (%d)%s\n", s.Place.Label(), s.Event, map[bool]string{true: " now"}[s.Current])
	}
	return b.String()
}

func line(b *strings.Builder, name, text string) {
	if text != "" {
		fmt.Fprintf(b, "%s %s\n", name, text)
	}
}

func flags(e Event) string {
	out := ""
	if e.Title {
		out += " title"
	}
	if e.Custody {
		out += " custody"
	}
	if e.Promised {
		out += " promised"
	}
	if e.Certainty != Certain {
		out += fmt.Sprintf(" certainty=%d", e.Certainty)
	}
	if e.Placed != Dated {
		out += fmt.Sprintf(" placed=%d", e.Placed)
	}
	return out
}

func dumpSpan(s reading.TimeSpan) string {
	day := func(m reading.Moment) string { text, _, _ := strings.Cut(m.Written, "T"); return text }
	if s.IsZero() {
		return "undated"
	}
	return day(s.BeginOfTheBegin) + "/" + day(s.EndOfTheEnd)
}

func parties(list []Party) string {
	var out []string
	for _, p := range list {
		name := p.Node.Label()
		if p.Agent {
			name = "[" + name + "]"
		}
		if p.Certainty != Certain {
			name = "possibly " + name
		}
		if begin, end := life(p); !begin.IsZero() || !end.IsZero() {
			name += " (" + year(begin) + "-" + year(end) + ")"
		}
		out = append(out, name)
	}
	return strings.Join(out, " & ")
}

func year(s reading.TimeSpan) string {
	if m := s.Earliest(); m.Known {
		return fmt.Sprint(m.Time.Year)
	}
	return ""
}

func labels(nodes []reading.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.Label())
	}
	return strings.Join(out, " & ")
}

func price(p Price) string {
	var out []string
	for _, a := range p.Amounts {
		out = append(out, a.Value.Text+" "+a.Currency.Label())
	}
	text := strings.Join(out, " & ")
	if len(p.From) > 0 {
		text += " by " + parties(p.From)
	}
	if len(p.To) > 0 {
		text += " to " + parties(p.To)
	}
	if p.Shared {
		text += " for more than this"
	}
	return text
}

func dumpTenures(b *strings.Builder, title string, list []Tenure) {
	b.WriteString(title + "\n")
	for _, t := range list {
		name := parties(t.Parties)
		if t.Gap() {
			name = "?"
		}
		if t.Uncertain {
			name += ", uncertain"
		}
		if t.Current {
			name += ", now"
		}
		fmt.Fprintf(b, "  %s (%d to %d)\n", name, t.Begin, t.End)
	}
}

// plainStatement is a statement in words that only tests use.
func plainStatement(h History, s Statement) string {
	e := h.Events[s.Event]
	var b strings.Builder
	if len(s.Owners) > 0 {
		b.WriteString(parties(s.Owners) + "; ")
	}
	b.WriteString(string(e.Kind))
	for _, item := range []string{parties(e.To), labels(e.Places), dumpSpan(e.Span)} {
		if item != "" {
			b.WriteString(", " + item)
		}
	}
	if s.Note > 0 {
		fmt.Fprintf(&b, " [%d]", s.Note)
	}
	if s.Direct {
		return b.String() + ";"
	}
	return b.String() + "."
}

// life is when a party was born or formed, and when it died or was dissolved, as its
// own record says.
func life(p Party) (begin, end reading.TimeSpan) {
	for _, property := range []reading.Property{reading.Born, reading.FormedBy} {
		if span, ok := p.Record.Node(property).TimeSpan(); ok {
			begin = span
		}
	}
	for _, property := range []reading.Property{reading.Died, reading.DissolvedBy} {
		if span, ok := p.Record.Node(property).TimeSpan(); ok {
			end = span
		}
	}
	return begin, end
}
