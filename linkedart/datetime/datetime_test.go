package datetime

import (
	"errors"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Time{
		"1606-07-15T00:00:00Z":      {Year: 1606, Month: 7, Day: 15, Zone: UTC},
		"1606-07-15T23:59:59.250Z":  {Year: 1606, Month: 7, Day: 15, Hour: 23, Minute: 59, Second: 59, Fraction: "250", Zone: UTC},
		"1606-07-15T01:02:03":       {Year: 1606, Month: 7, Day: 15, Hour: 1, Minute: 2, Second: 3},
		"1606-07-15T01:02:03-05:30": {Year: 1606, Month: 7, Day: 15, Hour: 1, Minute: 2, Second: 3, Zone: Offset, Minutes: -330},
		"1606-07-15":                {Year: 1606, Month: 7, Day: 15, DateOnly: true},
		"-0030-01-01T00:00:00Z":     {Year: -30, Month: 1, Day: 1, Zone: UTC},
		"0000-02-29T00:00:00Z":      {Month: 2, Day: 29, Zone: UTC},
		"-12000-01-01T00:00:00Z":    {Year: -12000, Month: 1, Day: 1, Zone: UTC},
		"12000-01-01T00:00:00Z":     {Year: 12000, Month: 1, Day: 1, Zone: UTC},
		"+012000-01-01T00:00:00Z":   {Year: 12000, Month: 1, Day: 1, Zone: UTC, Expanded: true},
		"-000030-01-01T00:00:00Z":   {Year: -30, Month: 1, Day: 1, Zone: UTC, Expanded: true},
		"2000-12-31T24:00:00Z":      {Year: 2000, Month: 12, Day: 31, Hour: 24, Zone: UTC},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	var impossible *RangeError
	for text, inRange := range map[string]bool{
		"": false, "1606": false, "1606-07": false, "1606-7-15": false, "606-07-15": false,
		"01606-07-15": false, "12345678901-01-01": false, "1606-07-15T": false, "1606-07-15T00:00Z": false,
		"1606-07-15t00:00:00Z": false, "1606-07-15T00:00:00z": false, "1606-07-15T00:00:00.Z": false,
		"1606-07-15T00:00:00+1:00": false, "1606-07-15T00:00:00+01:60": false, "1606-07-15T00:00:00Z ": false,
		"１606-07-15": false, "--606-07-15": false,
		"1606-13-01": true, "1606-00-01": true, "1606-01-00": true, "1606-02-30": true, "1900-02-29": true,
		"1606-07-15T25:00:00Z": true, "1606-07-15T24:00:00.1Z": true, "1606-07-15T00:60:00Z": true,
		"1606-07-15T00:00:60Z": true, "1606-07-15T00:00:00+14:01": true,
	} {
		_, err := Parse(text)
		if inRange != errors.As(err, &impossible) || !inRange && !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestCompare(t *testing.T) {
	// Each is earlier than the next.
	order := []string{
		"-999999999-01-01T00:00:00Z", "-12000-01-01T00:00:00Z", "-0031-12-31T23:59:59Z", "-0030-01-01T00:00:00Z",
		"-0001-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "0000-02-29T00:00:00Z", "0000-03-01T00:00:00Z",
		"0001-01-01T00:00:00Z", "1899-12-31T22:59:59Z", "1900-01-01T00:00:00+01:00", "1899-12-31T23:00:00.001Z",
		"1899-12-31T23:00:00.01Z", "1900-01-01", "1900-01-01T00:00:01", "9999-12-31T23:59:59Z", "+010000-01-01T00:00:00Z",
		"12000-01-01T00:00:00Z", "999999999-12-31T23:59:59Z",
	}
	for i, a := range order {
		for j, b := range order {
			ta, errA := Parse(a)
			tb, errB := Parse(b)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := Compare(ta, tb); got != want {
				t.Errorf("%s and %s: %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestCompareEqual(t *testing.T) {
	same := []string{"1900-01-01T00:00:00+01:00", "1899-12-31T23:00:00Z", "1899-12-31T23:00:00.000Z", "1899-12-31T23:00:00"}
	first, err := Parse(same[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range same {
		if other, err := Parse(text); err != nil || Compare(first, other) != 0 {
			t.Errorf("%s is not %s", text, same[0])
		}
	}
	midnight, _ := Parse("1899-12-31T24:00:00Z")
	newYear, _ := Parse("1900-01-01T00:00:00Z")
	if Compare(midnight, newYear) != 0 {
		t.Error("24:00:00 is not the next day's 00:00:00")
	}
}

func TestEnd(t *testing.T) {
	day, _ := Parse("1900-01-01")
	last, _ := Parse("1900-01-01T23:59:59Z")
	if Compare(day.End(), last) != 0 || Compare(last.End(), last) != 0 {
		t.Error("the end of a day is not its last second")
	}
}

// FuzzParse holds the parser against Go's own where both read a text.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"1606-07-15T00:00:00Z", "-0030-01-01T00:00:00Z", "+012000-01-01", "1900-02-29T00:00:00.5+01:00", "2000-12-31T24:00:00Z"} {
		f.Add(text, "1606-07-15T00:00:00Z")
	}
	f.Fuzz(func(t *testing.T, text, other string) {
		mine, err := Parse(text)
		theirs, goErr := time.Parse(time.RFC3339, text)
		strict := len(text) > 18 && text[10] == 'T' && text[4] == '-'
		if goErr == nil && err != nil && strict && text[len(text)-1] != 'z' {
			if _, offset := theirs.Zone(); offset >= -14*3600 && offset <= 14*3600 && isPlain(text) {
				t.Errorf("%q: %v, though Go reads it", text, err)
			}
		}
		second, err2 := Parse(other)
		otherTheirs, goErr2 := time.Parse(time.RFC3339, other)
		if err == nil && err2 == nil && goErr == nil && goErr2 == nil && len(mine.Fraction) <= 9 && len(second.Fraction) <= 9 {
			if got, want := Compare(mine, second), theirs.Compare(otherTheirs); got != want {
				t.Errorf("%q and %q: %d, want %d", text, other, got, want)
			}
		}
	})
}

// isPlain tells of the forms that RFC 3339 and xsd:dateTime share.
func isPlain(text string) bool {
	for _, c := range []byte(text) {
		if c == ',' {
			return false
		}
	}
	return true
}
