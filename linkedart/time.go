package linkedart

import (
	"errors"

	"vitrine/linkedart/datetime"
)

// The four points of a time span.
const (
	beginOfBegin = "begin_of_the_begin"
	endOfBegin   = "end_of_the_begin"
	beginOfEnd   = "begin_of_the_end"
	endOfEnd     = "end_of_the_end"
)

// orders lists which points of a time span come first (CIDOC CRM P81 and P82:
// the begin and the end each lie between two points).
var orders = [][2]string{
	{beginOfBegin, endOfEnd}, {beginOfBegin, endOfBegin}, {beginOfEnd, endOfEnd},
	{beginOfBegin, beginOfEnd}, {endOfBegin, endOfEnd},
}

// timespan checks the dates of a time span and their order.
func (c *check) timespan(object map[string]any, at *place) {
	points := map[string]datetime.Time{}
	for _, key := range []string{beginOfBegin, endOfBegin, beginOfEnd, endOfEnd} {
		text, ok := object[key].(string)
		if !ok {
			continue
		}
		if t, ok := c.date(text, at.member(key)); ok {
			if key == endOfBegin || key == endOfEnd {
				t = t.End()
			}
			points[key] = t
		}
	}
	for _, order := range orders {
		first, ok1 := points[order[0]]
		second, ok2 := points[order[1]]
		if ok1 && ok2 && datetime.Compare(first, second) > 0 {
			c.add("timespan-order", at.pointer(), order[0]+" is after "+order[1], order[0]+" not after "+order[1])
			return
		}
	}
}

// date checks one date and returns it.
func (c *check) date(text string, at *place) (datetime.Time, bool) {
	t, err := datetime.Parse(text)
	var impossible *datetime.RangeError
	switch {
	case errors.As(err, &impossible):
		c.add("date", at.pointer(), quote(text)+" is not a real date: "+impossible.Reason, "a date that exists")
		return t, false
	case err != nil:
		c.add("date", at.pointer(), quote(text)+" is not a date and time", "YYYY-MM-DDThh:mm:ssZ, such as "+quote(likelyDate(text)))
		return t, false
	}
	switch {
	case t.DateOnly:
		c.add("date-time-missing", at.pointer(), quote(text)+" has no time of day", quote(text+"T00:00:00Z")+" for a begin, "+quote(text+"T23:59:59Z")+" for an end")
	case t.Zone == datetime.NoZone:
		c.add("date-utc", at.pointer(), quote(text)+" does not say that it is in UTC", quote(text+"Z"))
	case t.Zone == datetime.Offset:
		c.add("date-utc", at.pointer(), quote(text)+" is not in UTC", "the same time in UTC, ending with Z")
	}
	if t.Expanded {
		c.add("date-year", at.pointer(), quote(text)+" has a year that xsd:dateTime does not write so", "no plus sign, and no zeros beyond four digits")
	}
	return t, true
}

// likelyDate proposes a date for a year or a month.
func likelyDate(text string) string {
	for _, rest := range []string{"T00:00:00Z", "-01T00:00:00Z", "-01-01T00:00:00Z"} {
		if _, err := datetime.Parse(text + rest); err == nil {
			return text + rest
		}
	}
	return "1881-01-31T00:00:00Z"
}
