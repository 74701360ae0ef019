package value

import (
	"strconv"
	"strings"
)

// maxPartDigits keeps the months and seconds of a duration within an int64.
const maxPartDigits = 12

// parseDuration reads a duration of a kind (XSD sections 3.3.6, 3.4.26, 3.4.27).
func parseDuration(kind Kind, text string) (months int64, seconds Exact, ok bool) {
	r := reader{text}
	negative := r.take('-')
	if !r.take('P') {
		return 0, Exact{}, false
	}
	date, clock, timed := strings.Cut(r.rest, "T")
	var whole int64
	if timed {
		if seconds, whole, ok = clockParts(clock); !ok || kind == YearMonthDuration {
			return 0, Exact{}, false
		}
	}
	var parts [3]int64
	rest, found, ok := durationParts(date, "YMD", parts[:])
	calendar := strings.ContainsAny(date, "YM")
	if !ok || rest != "" || !found && !timed || kind == YearMonthDuration && strings.Contains(date, "D") || kind == DayTimeDuration && calendar {
		return 0, Exact{}, false
	}
	months = parts[0]*12 + parts[1]
	seconds = seconds.Add(NewInt64(whole + parts[2]*day))
	if negative {
		return -months, seconds.Neg(), true
	}
	return months, seconds, true
}

// clockParts reads what follows the T of a duration, which is not empty: hours and
// minutes, in seconds, and the seconds with their fraction.
func clockParts(text string) (seconds Exact, whole int64, ok bool) {
	var parts [2]int64
	rest, found, ok := durationParts(text, "HM", parts[:])
	if !ok || !found && rest == "" {
		return Exact{}, 0, false
	}
	if rest != "" {
		number, isSeconds := strings.CutSuffix(rest, "S")
		before, after, point := strings.Cut(number, ".")
		if !isSeconds || before == "" || len(before) > maxPartDigits || point && after == "" || !allDigits(before) || !allDigits(after) {
			return Exact{}, 0, false
		}
		if seconds, ok = parseExact(number, true); !ok {
			return Exact{}, 0, false
		}
	}
	return seconds, parts[0]*hour + parts[1]*60, true
}

// durationParts reads numbers that the letters follow, each at most once and in
// order, and returns what is left of the text.
func durationParts(text, letters string, parts []int64) (rest string, found, ok bool) {
	for i := range parts {
		r := reader{text}
		digits := r.digits()
		if digits == "" || !r.take(letters[i]) {
			continue
		}
		if len(digits) > maxPartDigits {
			return "", false, false
		}
		parts[i], _ = strconv.ParseInt(digits, 10, 64) // digits that an int64 holds
		text, found = r.rest, true
	}
	return text, found, true
}

// appendDuration appends the canonical form of a duration.
func (v Value) appendDuration(b []byte) []byte {
	months, seconds := v.months, v.number
	if months < 0 || seconds.Sign() < 0 {
		b, months, seconds = append(b, '-'), -months, seconds.Neg()
	}
	b = append(b, 'P')
	if months == 0 && seconds.Sign() == 0 {
		if v.kind == YearMonthDuration {
			return append(b, "0M"...)
		}
		return append(b, "T0S"...)
	}
	b = appendPart(b, months/12, 'Y')
	b = appendPart(b, months%12, 'M')
	whole, _ := seconds.Floor().Int64() // fits, by maxPartDigits
	fraction := seconds.Add(NewInt64(whole).Neg())
	b = appendPart(b, whole/day, 'D')
	if whole%day == 0 && fraction.Sign() == 0 {
		return b
	}
	b = append(b, 'T')
	b = appendPart(b, whole%day/hour, 'H')
	b = appendPart(b, whole%hour/60, 'M')
	if rest := NewInt64(whole % 60).Add(fraction); rest.Sign() != 0 {
		b = append(rest.append(b), 'S')
	}
	return b
}

func appendPart(b []byte, n int64, letter byte) []byte {
	if n == 0 {
		return b
	}
	return append(strconv.AppendInt(b, n, 10), letter)
}
