// Package datetime reads the dates of Linked Art records: xsd:dateTime as of
// XML Schema Definition Language 1.1 Part 2 section 3.3.7
// (https://www.w3.org/TR/xmlschema11-2/#dateTime), with its years before 1 and
// its years of more than four digits, which Go's time package does not read.
//
// Year 0000 is 1 BCE and -0030 is 31 BCE, as XSD 1.1 and ISO 8601 have it. Two
// forms are read that xsd:dateTime has not, because records use them: a date
// without a time of day, and an expanded year with a plus sign. The package
// never rewrites a date.
package datetime

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Zone says what a date says about its time zone.
type Zone uint8

// The zones.
const (
	// NoZone is a date without one; it is taken to be in UTC.
	NoZone Zone = iota
	// UTC is a date that ends with Z.
	UTC
	// Offset is a date with a difference from UTC, such as +01:00.
	Offset
)

// Time is a point in time, or a day where DateOnly is set.
type Time struct {
	// Year is astronomical: 0 is 1 BCE, -30 is 31 BCE.
	Year       int64
	Month, Day int
	Hour       int
	Minute     int
	Second     int
	// Fraction are the digits after the decimal point of the seconds.
	Fraction string
	Zone     Zone
	// Minutes east of UTC, for a Zone that is Offset.
	Minutes int
	// DateOnly means that there is no time of day.
	DateOnly bool
	// Expanded means that the year is written as ISO 8601 has it for years
	// beyond 9999, which xsd:dateTime does not allow: with a plus sign, or
	// with zeros before it.
	Expanded bool
}

// maxYearDigits keeps the seconds of a Time within an int64.
const maxYearDigits = 9

// ErrSyntax means that a text does not have the form of a date.
var ErrSyntax = errors.New("not of the form YYYY-MM-DDThh:mm:ssZ")

// RangeError means that a text has the form of a date, but that there is no
// such date.
type RangeError struct{ Reason string }

func (e *RangeError) Error() string { return e.Reason }

// Parse reads a date. The error is ErrSyntax or a *RangeError.
func Parse(text string) (Time, error) {
	p := parser{rest: text}
	var t Time
	if !p.date(&t) {
		return Time{}, ErrSyntax
	}
	if p.rest == "" {
		t.DateOnly = true
	} else if !p.take('T') || !p.clock(&t) || !p.zone(&t) || p.rest != "" {
		return Time{}, ErrSyntax
	}
	if err := t.check(); err != nil {
		return Time{}, err
	}
	return t, nil
}

// Compare orders two times: -1 if a is before b, 1 if after. A time without a
// zone is in UTC, a date without a time of day is the day's first moment.
func Compare(a, b Time) int {
	if c := cmp.Compare(a.seconds(), b.seconds()); c != 0 {
		return c
	}
	return cmp.Compare(strings.TrimRight(a.Fraction, "0"), strings.TrimRight(b.Fraction, "0"))
}

// End returns the last second of the day for a date without a time of day, and
// t otherwise.
func (t Time) End() Time {
	if t.DateOnly {
		t.Hour, t.Minute, t.Second, t.DateOnly = 23, 59, 59, false
	}
	return t
}

// check reports whether there is such a date and time.
func (t Time) check() error {
	switch {
	case t.Month < 1 || t.Month > 12:
		return &RangeError{fmt.Sprintf("there is no month %d", t.Month)}
	case t.Day < 1 || t.Day > DaysIn(t.Year, t.Month):
		return &RangeError{fmt.Sprintf("month %d of year %d has no day %d", t.Month, t.Year, t.Day)}
	case t.Hour == 24 && (t.Minute != 0 || t.Second != 0 || strings.TrimRight(t.Fraction, "0") != ""), t.Hour > 24:
		return &RangeError{fmt.Sprintf("there is no hour %d", t.Hour)}
	case t.Minute > 59:
		return &RangeError{fmt.Sprintf("there is no minute %d", t.Minute)}
	case t.Second > 59:
		return &RangeError{fmt.Sprintf("there is no second %d", t.Second)}
	case t.Minutes < -14*60 || t.Minutes > 14*60:
		return &RangeError{"no time zone is more than 14 hours from UTC"}
	}
	return nil
}

// seconds counts from 1970-01-01, in UTC.
func (t Time) seconds() int64 {
	return time.Date(int(t.Year), time.Month(t.Month), t.Day, t.Hour, t.Minute-t.Minutes, t.Second, 0, time.UTC).Unix()
}

// DaysIn is how many days a month has, in the proleptic Gregorian calendar.
func DaysIn(year int64, month int) int {
	return time.Date(int(year), time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
