package schemaorg

import (
	"fmt"
	"testing"
)

// TestDates has the time spans of makings and of events with the dates that they become.
func TestDates(t *testing.T) {
	const first, last = "begin_of_the_begin", "end_of_the_end"
	for name, row := range map[string]struct{ span, date, start, end string }{
		"years":           {limits(first, "1665-01-01T00:00:00Z", last, "1667-12-31T23:59:59Z"), "1665/1667", "1665", "1667"},
		"years, midnight": {limits(first, "1665-01-01T00:00:00Z", last, "1668-01-01T00:00:00Z"), "1665/1667", "1665", "1667"},
		"a year":          {limits(first, "1665-01-01T00:00:00Z", last, "1665-12-31T23:59:59Z"), "1665", "1665", "1665"},
		"a month":         {limits(first, "1665-03-01T00:00:00Z", last, "1665-03-31T23:59:59Z"), "1665-03", "1665-03", "1665-03"},
		"February":        {limits(first, "1664-02-01T00:00:00Z", last, "1664-03-01T00:00:00Z"), "1664-02", "1664-02", "1664-02"},
		"months":          {limits(first, "1665-03-01T00:00:00Z", last, "1665-08-31T23:59:59Z"), "1665-03/1665-08", "1665-03", "1665-08"},
		"a day":           {limits(first, "1665-03-05T00:00:00Z", last, "1665-03-05T23:59:59Z"), "1665-03-05", "1665-03-05", "1665-03-05"},
		"days":            {limits(first, "1665-03-05T00:00:00Z", last, "1667-05-06T23:59:59Z"), "1665-03-05/1667-05-06", "1665-03-05", "1667-05-06"},
		"before Christ":   {limits(first, "-0195-01-01T00:00:00Z", last, "-0195-12-31T23:59:59Z"), "-0195", "-0195", "-0195"},
		"backwards":       {limits(first, "1667-01-01T00:00:00Z", last, "1665-12-31T23:59:59Z"), "", "1667-01-01", "1665-12-31"},
		"short years":     {limits(first, "0079-10-24T00:00:00Z", last, "0079-10-24T23:59:59Z"), "0079-10-24", "0079-10-24", "0079-10-24"},
		"unreadable":      {limits(first, "nonsense", last, "1665-12-31T23:59:59Z"), "", "", "1665-12-31"},
		"open":            {limits(first, "1667-01-01T00:00:00Z"), "", "1667-01-01", ""},
		"four ends": {limits(first, "1665-03-01T00:00:00Z", "end_of_the_begin", "1665-03-31T23:59:59Z",
			"begin_of_the_end", "1667-01-01T00:00:00Z", last, "1667-12-31T23:59:59Z"), "1665-03/1667-12", "1665-03", "1667"},
	} {
		event := node(t, []byte(`{"@context":"https://linked.art/ns/v1/linked-art.json","id":"https://a.example/1","type":"Activity","timespan":{"type":"TimeSpan"`+row.span+`}}`))
		if got := Date(event); got != row.date {
			t.Errorf("%s: date %q, want %q", name, got, row.date)
		}
		if start, end := Duration(event); start != row.start || end != row.end {
			t.Errorf("%s: from %q to %q, want %q to %q", name, start, end, row.start, row.end)
		}
	}
}

// limits writes members of a time span from their names and values.
func limits(pairs ...string) string {
	text := ""
	for i := 0; i < len(pairs); i += 2 {
		text += fmt.Sprintf(",%q:%q", pairs[i], pairs[i+1])
	}
	return text
}
