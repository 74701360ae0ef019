package reading

import "vitrine/linkedart/datetime"

// TimeSpan is when something was, by https://linked.art/model/base/#time-span-details:
// a span whose begin lies between the first two moments, and whose end lies between the
// last two. A moment that the record does not give is zero.
type TimeSpan struct {
	BeginOfTheBegin, EndOfTheBegin, BeginOfTheEnd, EndOfTheEnd Moment
	// Names are what the record calls the span, such as "about 1665".
	Names []Name
	// Kinds are its classifications. Statements are the texts about it.
	Kinds      []Node
	Statements []Name
	// Durations say how long it was; there should be one at most.
	Durations []Dimension
	// Node is the span itself.
	Node Node
}

// Moment is one end of a time span.
type Moment struct {
	// Written is the date as it stands in the record, "" where there is none.
	Written string
	// Time is the date. It is zero where Known is false: for a text that is no date.
	Time  datetime.Time
	Known bool
}

// maxDate is the number of bytes of the longest text that is read as a date. The
// longest that anybody writes has an expanded year, nanoseconds and a zone.
const maxDate = 64

// TimeSpan is the first time span of the node.
func (n Node) TimeSpan() (TimeSpan, bool) {
	span := n.Node(Timespan)
	if span.IsZero() {
		return TimeSpan{}, false
	}
	return span.timeSpan(), true
}

// TimeSpans are the time spans of the node, in the order of the record. The model has
// one at most.
func (n Node) TimeSpans() []TimeSpan {
	var out []TimeSpan
	for _, node := range n.Nodes(Timespan) {
		out = append(out, node.timeSpan())
	}
	return out
}

func (n Node) timeSpan() TimeSpan {
	span := TimeSpan{
		BeginOfTheBegin: n.moment(BeginOfTheBegin), EndOfTheBegin: n.moment(EndOfTheBegin),
		BeginOfTheEnd: n.moment(BeginOfTheEnd), EndOfTheEnd: n.moment(EndOfTheEnd),
		Names: n.Names(), Kinds: n.Kinds(), Statements: n.Statements(), Node: n,
	}
	for _, node := range n.Nodes(Duration) {
		span.Durations = append(span.Durations, node.dimension())
	}
	return span
}

// moment reads the first date of a property.
func (n Node) moment(p Property) Moment {
	literals := n.Literals(p)
	if len(literals) == 0 {
		return Moment{}
	}
	return MomentOf(literals[0].String())
}

// MomentOf is the moment that is written so.
func MomentOf(written string) Moment {
	m := Moment{Written: written}
	if len(m.Written) <= maxDate {
		time, err := datetime.Parse(m.Written)
		m.Time, m.Known = time, err == nil
	}
	return m
}

// IsZero reports whether the span says nothing.
func (s TimeSpan) IsZero() bool {
	return s.BeginOfTheBegin == Moment{} && s.EndOfTheBegin == Moment{} && s.BeginOfTheEnd == Moment{} &&
		s.EndOfTheEnd == Moment{} && len(s.Names) == 0 && len(s.Statements) == 0 && len(s.Durations) == 0
}

// Earliest is the first moment that the record gives for the begin, zero where it gives
// none that can be read.
func (s TimeSpan) Earliest() Moment { return firstKnown(s.BeginOfTheBegin, s.EndOfTheBegin) }

// Latest is the last moment that the record gives for the end.
func (s TimeSpan) Latest() Moment { return firstKnown(s.EndOfTheEnd, s.BeginOfTheEnd) }

func firstKnown(moments ...Moment) Moment {
	for _, m := range moments {
		if m.Known {
			return m
		}
	}
	return Moment{}
}
