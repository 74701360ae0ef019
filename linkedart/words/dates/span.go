package dates

import (
	"fmt"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/words/entity"
)

// Day is a day of the proleptic Gregorian calendar. Its year is astronomical: 0 is 1 BCE.
// The zero value, which has no month, is no day: that end is open.
type Day struct{ Year, Month, Day int }

// IsZero tells that an end is open.
func (d Day) IsZero() bool { return d.Month == 0 }

func (d Day) before(o Day) bool {
	if d.Year != o.Year {
		return d.Year < o.Year
	}
	if d.Month != o.Month {
		return d.Month < o.Month
	}
	return d.Day < o.Day
}

// format is the day as XML Schema 1.1 has it.
func (d Day) format() string {
	if d.Year < 0 {
		return fmt.Sprintf("-%04d-%02d-%02d", -d.Year, d.Month, d.Day)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// Span is what a text says about when something was.
type Span struct {
	// Text is the text as it was.
	Text string
	// Earliest and Latest are the first and the last day that it can mean.
	Earliest, Latest Day
	// Circa and Uncertain tell that the text says so, by words or by a question mark.
	Circa, Uncertain bool
	// Undated tells that the text says that there is no date.
	Undated bool
	// Act is what the date is of, where the text says so: "made", "designed",
	// "manufactured", "cast", "printed", "published" or "restored".
	Act string
	// More are further dates of the text: those of a print in "1904 (printed 1930)".
	// Their Text is the whole text as well.
	More []Span
}

// TimeSpan is the span as Linked Art has it. An open end is left out; the last day is
// until its last second.
func (s Span) TimeSpan() entity.Entity {
	e := entity.Entity{Type: "TimeSpan"}
	if s.Text != "" {
		e.IdentifiedBy = []entity.Entity{entity.Name(s.Text, entity.Type("300404669", "Display Title"))}
	}
	if !s.Earliest.IsZero() {
		e.BeginOfTheBegin = s.Earliest.format() + "T00:00:00Z"
	}
	if !s.Latest.IsZero() {
		e.EndOfTheEnd = s.Latest.format() + "T23:59:59Z"
	}
	return e
}

// within is the part of s that is in o as well; false where there is none.
func (s Span) within(o Span) (Span, bool) {
	if s.Earliest.IsZero() || !o.Earliest.IsZero() && s.Earliest.before(o.Earliest) {
		s.Earliest = o.Earliest
	}
	if s.Latest.IsZero() || !o.Latest.IsZero() && o.Latest.before(s.Latest) {
		s.Latest = o.Latest
	}
	return s, s.ordered()
}

// with is the span from the earlier to the later end of both.
func (s Span) with(o Span) Span {
	if o.Earliest.IsZero() || !s.Earliest.IsZero() && o.Earliest.before(s.Earliest) {
		s.Earliest = o.Earliest
	}
	if o.Latest.IsZero() || !s.Latest.IsZero() && s.Latest.before(o.Latest) {
		s.Latest = o.Latest
	}
	s.Circa, s.Uncertain = s.Circa || o.Circa, s.Uncertain || o.Uncertain
	return s
}

func (s Span) ordered() bool {
	return s.Earliest.IsZero() || s.Latest.IsZero() || !s.Latest.before(s.Earliest)
}

// years is the span of whole years.
func years(first, last int) Span {
	return Span{Earliest: Day{first, 1, 1}, Latest: Day{last, 12, 31}}
}

// months is the span of whole months, which may go on into the next year.
func months(year, first, last int) Span {
	end := year
	if last > 12 {
		end, last = year+1, last-12
	}
	return Span{Earliest: Day{year, first, 1}, Latest: Day{end, last, datetime.DaysIn(int64(end), last)}}
}

// day is the span of one day, false where there is no such day.
func day(year, month, d int) (Span, bool) {
	if month < 1 || month > 12 || d < 1 || d > datetime.DaysIn(int64(year), month) {
		return Span{}, false
	}
	return Span{Earliest: Day{year, month, d}, Latest: Day{year, month, d}}, true
}
