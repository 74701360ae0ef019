package function

import (
	"vitrine/sparql/value"
)

func now(ctx *Context, _ []value.Value) (value.Value, error) { return ctx.now, nil }

func year(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.DateTime, value.Date, value.GYear, value.GYearMonth:
		year, _, _ := v.Moment().Date()
		return value.NewInteger(year), nil
	}
	return value.Value{}, value.ErrType
}

func month(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.DateTime, value.Date, value.GYearMonth, value.GMonth, value.GMonthDay:
		_, month, _ := v.Moment().Date()
		return value.NewInteger(int64(month)), nil
	}
	return value.Value{}, value.ErrType
}

func day(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.DateTime, value.Date, value.GMonthDay, value.GDay:
		_, _, day := v.Moment().Date()
		return value.NewInteger(int64(day)), nil
	}
	return value.Value{}, value.ErrType
}

func hasClock(v value.Value) bool { return v.Kind() == value.DateTime || v.Kind() == value.Time }

func hours(v value.Value) (value.Value, error) {
	if !hasClock(v) {
		return value.Value{}, value.ErrType
	}
	hours, _, _ := v.Moment().Clock()
	return value.NewInteger(int64(hours)), nil
}

func minutes(v value.Value) (value.Value, error) {
	if !hasClock(v) {
		return value.Value{}, value.ErrType
	}
	_, minutes, _ := v.Moment().Clock()
	return value.NewInteger(int64(minutes)), nil
}

func seconds(v value.Value) (value.Value, error) {
	if !hasClock(v) {
		return value.Value{}, value.ErrType
	}
	_, _, seconds := v.Moment().Clock()
	return value.NewExact(value.Decimal, seconds)
}

// hasZone tells whether there may be a time zone.
func hasZone(v value.Value) bool { return value.DateTime <= v.Kind() && v.Kind() <= value.GDay }

// timezone is TIMEZONE: an error where there is no time zone.
func timezone(v value.Value) (value.Value, error) {
	if !hasZone(v) {
		return value.Value{}, value.ErrType
	}
	minutes, ok := v.Moment().Zone()
	if !ok {
		return value.Value{}, value.ErrRange
	}
	return value.NewDuration(value.DayTimeDuration, 0, value.NewInt64(int64(minutes)*60)), nil
}

// tz is TZ: the time zone as it is written, "" where there is none.
func tz(v value.Value) (value.Value, error) {
	if !hasZone(v) {
		return value.Value{}, value.ErrType
	}
	if _, ok := v.Moment().Zone(); !ok {
		return value.NewString(""), nil
	}
	text := v.Text()
	if text[len(text)-1] == 'Z' {
		return value.NewString("Z"), nil
	}
	return value.NewString(text[len(text)-len("+00:00"):]), nil
}
