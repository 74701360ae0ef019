package reading

import (
	"strings"
	"testing"
)

func TestTimeSpan(t *testing.T) {
	span, ok := read(t, `{"type": "Event", "timespan": {"type": "TimeSpan",
		"begin_of_the_begin": "-0195-01-01T00:00:00Z", "end_of_the_begin": "-0195-12-31T23:59:59Z",
		"begin_of_the_end": "1665", "end_of_the_end": "1667-12-31",
		"identified_by": [{"type": "Name", "content": "a long time"}],
		"referred_to_by": [{"type": "LinguisticObject", "content": "Nobody knows."}],
		"classified_as": [{"id": "http://vocab.getty.edu/aat/300404284", "type": "Type"}],
		"duration": {"type": "Dimension", "value": 3, "unit": {"id": "http://vocab.getty.edu/aat/300379242", "type": "MeasurementUnit"}}}}`).Root().TimeSpan()
	if !ok || span.IsZero() {
		t.Fatal("there is no time span")
	}
	if m := span.BeginOfTheBegin; !m.Known || m.Time.Year != -195 || m.Written != "-0195-01-01T00:00:00Z" {
		t.Errorf("the begin is %+v", m)
	}
	if m := span.BeginOfTheEnd; m.Known || m.Written != "1665" {
		t.Errorf("a year is no date, and yet it is read as %+v", m)
	}
	if m := span.Latest(); !m.Known || !m.Time.DateOnly || m.Time.Year != 1667 {
		t.Errorf("the end is %+v", m)
	}
	if span.Names[0].Content != "a long time" || span.Statements[0].Content != "Nobody knows." || !span.Node.IsClassified("http://vocab.getty.edu/aat/300404284") {
		t.Errorf("%+v", span)
	}
	if len(span.Durations) != 1 || span.Durations[0].Value.Text != "3" {
		t.Errorf("the durations are %+v", span.Durations)
	}
}

func TestTimeSpanThatSaysNothing(t *testing.T) {
	if _, ok := read(t, `{"type": "Event"}`).Root().TimeSpan(); ok {
		t.Error("an event without a time span has one")
	}
	span, ok := read(t, `{"type": "Event", "timespan": {"type": "TimeSpan"}}`).Root().TimeSpan()
	if !ok || !span.IsZero() || span.Earliest().Known || span.Latest().Known {
		t.Errorf("%+v", span)
	}
	long := strings.Repeat("9", 1<<20)
	span, _ = read(t, `{"type": "Event", "timespan": {"type": "TimeSpan", "begin_of_the_begin": "`+long+`"}}`).Root().TimeSpan()
	if span.BeginOfTheBegin.Known || len(span.BeginOfTheBegin.Written) != len(long) {
		t.Error("a long text is read as a date, or cut")
	}
}
