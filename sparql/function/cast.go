package function

import (
	"strings"

	"vitrine/sparql/value"
)

// casts are the casts of section 17.5, and those to the other datatypes of dates,
// times and durations.
func casts() []Function {
	var out []Function
	for name, kind := range map[string]value.Kind{
		"string": value.String, "boolean": value.Boolean, "integer": value.Integer, "decimal": value.Decimal, "float": value.Float, "double": value.Double,
		"dateTime": value.DateTime, "date": value.Date, "time": value.Time, "gYear": value.GYear, "gYearMonth": value.GYearMonth,
		"duration": value.Duration, "yearMonthDuration": value.YearMonthDuration, "dayTimeDuration": value.DayTimeDuration,
	} {
		out = append(out, unary("http://www.w3.org/2001/XMLSchema#"+name, func(v value.Value) (value.Value, error) {
			return cast(kind, v)
		}))
	}
	return out
}

// cast returns v as a value of the kind (F&O section 17.1). White space around a
// string is left out, as the datatypes' whiteSpace facet says.
func cast(kind value.Kind, v value.Value) (value.Value, error) {
	switch {
	case kind == value.String:
		return castToString(v)
	case v.Kind() == value.String:
		made, ok := value.Parse(kind, strings.Trim(v.Text(), " \t\r\n"))
		if !ok {
			return value.Value{}, value.ErrRange
		}
		return made, nil
	case kind == value.Boolean:
		return castToBoolean(v)
	case kind.IsNumeric():
		return castToNumber(kind, v)
	case v.Kind() == kind:
		made, _ := value.Parse(kind, v.Text()) // it is of the kind
		return made, nil
	case castsMoment(v.Kind(), kind):
		return value.NewMoment(kind, v.Moment()), nil
	case value.Duration <= min(kind, v.Kind()) && max(kind, v.Kind()) <= value.DayTimeDuration:
		return castToDuration(kind, v), nil
	}
	return value.Value{}, value.ErrType
}

func castToString(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.Decimal:
		return value.NewString(v.Exact().String()), nil
	case value.Float, value.Double:
		return value.NewString(value.FloatText(v)), nil
	case value.Unbound, value.Blank, value.LangString, value.Other:
		return value.Value{}, value.ErrType
	}
	return value.NewString(v.Canonical()), nil
}

func castToBoolean(v value.Value) (value.Value, error) {
	if v.Kind() != value.Boolean && !v.Kind().IsNumeric() {
		return value.Value{}, value.ErrType
	}
	truth, err := value.EffectiveBoolean(v)
	return value.NewBoolean(truth), err
}

func castToNumber(kind value.Kind, v value.Value) (value.Value, error) {
	if v.Kind() == value.Boolean {
		number := value.NewInteger(0)
		if v.Bool() {
			number = value.NewInteger(1)
		}
		v = number
	}
	if !v.Kind().IsNumeric() {
		return value.Value{}, value.ErrType
	}
	if kind == value.Float || kind == value.Double {
		return value.NewFloat(kind, v.Promote(kind)), nil
	}
	number := v.Exact()
	if v.Kind() == value.Float || v.Kind() == value.Double {
		var ok bool
		if number, ok = value.ExactOf(v.Float()); !ok {
			return value.Value{}, value.ErrRange
		}
	}
	if kind == value.Integer {
		number = number.Trunc()
	}
	return value.NewExact(kind, number)
}

// castsMoment tells whether a date or time of one kind can be one of another.
func castsMoment(from, to value.Kind) bool {
	switch to {
	case value.DateTime:
		return from == value.Date
	case value.Date, value.GYear, value.GYearMonth:
		return from == value.DateTime || from == value.Date
	case value.Time:
		return from == value.DateTime
	}
	return false
}

// castToDuration keeps the part that the kind has.
func castToDuration(kind value.Kind, v value.Value) value.Value {
	months, seconds := v.Months(), v.Exact()
	if kind == value.YearMonthDuration {
		seconds = value.Exact{}
	}
	if kind == value.DayTimeDuration {
		months = 0
	}
	return value.NewDuration(kind, months, seconds)
}
