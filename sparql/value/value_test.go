package value_test

import (
	"strings"
	"testing"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/value"
)

// TestCanonical reads literals of all datatypes. An empty form means that the
// datatype has no such lexical form.
func TestCanonical(t *testing.T) {
	long := strings.Repeat("9", 40)
	tests := []struct{ datatype, lexical, canonical string }{
		{"integer", "0", "0"}, {"integer", "-0", "0"}, {"integer", "+007", "7"}, {"integer", "-12", "-12"},
		{"integer", "9223372036854775807", "9223372036854775807"}, {"integer", "9223372036854775808", "9223372036854775808"},
		{"integer", "-9223372036854775808", "-9223372036854775808"}, {"integer", long, long}, {"integer", "000" + long, long},
		{"integer", "", ""}, {"integer", "+", ""}, {"integer", "1.0", ""}, {"integer", "1e0", ""}, {"integer", " 1", ""}, {"integer", "1 ", ""}, {"integer", "--1", ""}, {"integer", "१", ""}, {"integer", "1_000", ""}, {"integer", "0x1", ""},
		{"integer", strings.Repeat("1", value.MaxDigits), strings.Repeat("1", value.MaxDigits)}, {"integer", strings.Repeat("1", value.MaxDigits+1), ""},
		{"byte", "127", "127"}, {"byte", "128", ""}, {"byte", "-128", "-128"}, {"byte", "-129", ""},
		{"short", "32767", "32767"}, {"short", "32768", ""}, {"int", "-2147483648", "-2147483648"}, {"int", "2147483648", ""},
		{"long", "9223372036854775807", "9223372036854775807"}, {"long", "9223372036854775808", ""}, {"long", "-9223372036854775809", ""},
		{"unsignedByte", "255", "255"}, {"unsignedByte", "256", ""}, {"unsignedByte", "-0", "0"}, {"unsignedByte", "-1", ""},
		{"unsignedShort", "65535", "65535"}, {"unsignedShort", "65536", ""}, {"unsignedInt", "4294967295", "4294967295"}, {"unsignedInt", "4294967296", ""},
		{"unsignedLong", "18446744073709551615", "18446744073709551615"}, {"unsignedLong", "18446744073709551616", ""},
		{"nonNegativeInteger", "0", "0"}, {"nonNegativeInteger", "-1", ""}, {"positiveInteger", "1", "1"}, {"positiveInteger", "0", ""},
		{"nonPositiveInteger", "0", "0"}, {"nonPositiveInteger", "1", ""}, {"negativeInteger", "-1", "-1"}, {"negativeInteger", "0", ""},
		{"decimal", "2.0", "2.0"}, {"decimal", "2", "2.0"}, {"decimal", "2.", "2.0"}, {"decimal", ".5", "0.5"}, {"decimal", "-.50", "-0.5"}, {"decimal", "+01.250", "1.25"},
		{"decimal", "-0.0", "0.0"}, {"decimal", "0.000000000000000000000001", "0.000000000000000000000001"}, {"decimal", long + "." + long + "0", long + "." + long},
		{"decimal", ".", ""}, {"decimal", "", ""}, {"decimal", "1e1", ""}, {"decimal", "1.2.3", ""}, {"decimal", "INF", ""}, {"decimal", "1.-2", ""},
		{"double", "1", "1.0E0"}, {"double", "1e0", "1.0E0"}, {"double", "1.5E+01", "1.5E1"}, {"double", "32100", "3.21E4"}, {"double", "-1.25e-3", "-1.25E-3"}, {"double", ".5", "5.0E-1"}, {"double", "5.", "5.0E0"},
		{"double", "0", "0.0E0"}, {"double", "-0", "-0.0E0"}, {"double", "1e400", "INF"}, {"double", "-1e400", "-INF"}, {"double", "1e-400", "0.0E0"}, {"double", "1e100", "1.0E100"},
		{"double", "INF", "INF"}, {"double", "+INF", "INF"}, {"double", "-INF", "-INF"}, {"double", "NaN", "NaN"}, {"double", "-NaN", ""}, {"double", "inf", ""}, {"double", "Infinity", ""}, {"double", "0x1p1", ""}, {"double", "1_0", ""}, {"double", "1e", ""}, {"double", "e1", ""}, {"double", ".", ""}, {"double", "1e1.5", ""}, {"double", "", ""},
		{"float", "0.1", "1.0E-1"}, {"float", "16777217", "1.6777216E7"}, {"float", "1e39", "INF"}, {"float", "3.4028235e38", "3.4028235E38"},
		{"boolean", "true", "true"}, {"boolean", "1", "true"}, {"boolean", "false", "false"}, {"boolean", "0", "false"}, {"boolean", "TRUE", ""}, {"boolean", "", ""}, {"boolean", "yes", ""},
		{"string", "", ""}, {"string", " a ", " a "},
		{"dateTime", "1606-07-15T00:00:00Z", "1606-07-15T00:00:00Z"}, {"dateTime", "1606-07-15T23:59:59.2500", "1606-07-15T23:59:59.25"}, {"dateTime", "2000-12-31T24:00:00+01:00", "2001-01-01T00:00:00+01:00"},
		{"dateTime", "2000-01-01T00:00:00-00:00", "2000-01-01T00:00:00Z"}, {"dateTime", "-0030-03-15T12:00:00-05:30", "-0030-03-15T12:00:00-05:30"}, {"dateTime", "0000-02-29T00:00:00.000Z", "0000-02-29T00:00:00Z"},
		{"dateTime", "123456789-01-01T00:00:00Z", "123456789-01-01T00:00:00Z"}, {"dateTime", "-123456789-12-31T00:00:00Z", "-123456789-12-31T00:00:00Z"}, {"dateTime", "1234567890-01-01T00:00:00Z", ""},
		{"dateTime", "1900-02-29T00:00:00Z", ""}, {"dateTime", "2000-02-30T00:00:00Z", ""}, {"dateTime", "2000-13-01T00:00:00Z", ""}, {"dateTime", "2000-01-00T00:00:00Z", ""}, {"dateTime", "01606-07-15T00:00:00Z", ""}, {"dateTime", "606-07-15T00:00:00Z", ""}, {"dateTime", "+2000-07-15T00:00:00Z", ""},
		{"dateTime", "2000-01-01", ""}, {"dateTime", "2000-01-01T00:00Z", ""}, {"dateTime", "2000-01-01T24:00:01Z", ""}, {"dateTime", "2000-01-01T24:00:00.1Z", ""}, {"dateTime", "2000-01-01T25:00:00Z", ""}, {"dateTime", "2000-01-01T00:60:00Z", ""}, {"dateTime", "2000-01-01T00:00:60Z", ""}, {"dateTime", "2000-01-01T00:00:00.Z", ""}, {"dateTime", "2000-01-01T00:00:00+14:01", ""}, {"dateTime", "2000-01-01T00:00:00+01:60", ""}, {"dateTime", "2000-01-01T00:00:00z", ""}, {"dateTime", "2000-01-01t00:00:00", ""}, {"dateTime", "2000-01-01T00:00:00Z ", ""},
		{"date", "2006-08-23", "2006-08-23"}, {"date", "2006-08-23+00:00", "2006-08-23Z"}, {"date", "2006-08-23-14:00", "2006-08-23-14:00"}, {"date", "2006-08-32", ""}, {"date", "2006-08-23T00:00:00", ""},
		{"time", "13:20:00.50-05:00", "13:20:00.5-05:00"}, {"time", "24:00:00", "00:00:00"}, {"time", "24:00:01", ""}, {"time", "1:00:00", ""},
		{"gYear", "1642", "1642"}, {"gYear", "-0044Z", "-0044Z"}, {"gYear", "42", ""}, {"gYearMonth", "1642-02", "1642-02"}, {"gYearMonth", "1642-13", ""}, {"gMonth", "--02", "--02"}, {"gMonth", "02", ""},
		{"gMonthDay", "--02-29", "--02-29"}, {"gMonthDay", "--02-30", ""}, {"gDay", "---31+01:00", "---31+01:00"}, {"gDay", "---32", ""}, {"gDay", "--31", ""},
		{"duration", "P1Y2M3DT4H5M6.70S", "P1Y2M3DT4H5M6.7S"}, {"duration", "-P14M", "-P1Y2M"}, {"duration", "P0Y", "PT0S"}, {"duration", "PT3600S", "PT1H"}, {"duration", "P1DT", ""}, {"duration", "P", ""}, {"duration", "P1S", ""}, {"duration", "PT1Y", ""}, {"duration", "P1M1Y", ""}, {"duration", "P-1Y", ""}, {"duration", "1Y", ""}, {"duration", "PT1.S", ""}, {"duration", "PT.5S", ""}, {"duration", "P1.5Y", ""}, {"duration", "P1Y2", ""}, {"duration", "P1234567890123Y", ""}, {"duration", "PT1234567890123S", ""},
		{"yearMonthDuration", "P18M", "P1Y6M"}, {"yearMonthDuration", "P0M", "P0M"}, {"yearMonthDuration", "P1D", ""}, {"yearMonthDuration", "P1YT0S", ""},
		{"dayTimeDuration", "PT26H", "P1DT2H"}, {"dayTimeDuration", "-PT5H", "-PT5H"}, {"dayTimeDuration", "PT0S", "PT0S"}, {"dayTimeDuration", "-PT0.5S", "-PT0.5S"}, {"dayTimeDuration", "P1M", ""}, {"dayTimeDuration", "PT1M", "PT1M"}, {"dayTimeDuration", "P2D", "P2D"},
	}
	for _, test := range tests {
		v := value.Of(sparqltest.Term(t, `"`+test.lexical+`"^^`+test.datatype))
		if test.datatype == "string" {
			if v.Kind() != value.String || v.Canonical() != test.lexical {
				t.Errorf("%q: kind %d, canonical %q", test.lexical, v.Kind(), v.Canonical())
			}
			continue
		}
		if test.canonical == "" {
			if v.Kind() != value.Other || v.Canonical() != test.lexical {
				t.Errorf("%.40q of %s: kind %d, canonical %q; want Other, and the lexical form", test.lexical, test.datatype, v.Kind(), v.Canonical())
			}
			continue
		}
		if got := v.Canonical(); v.Kind() == value.Other || got != test.canonical {
			t.Errorf("%.40q of %s: kind %d, canonical %.60q, want %.60q", test.lexical, test.datatype, v.Kind(), got, test.canonical)
		}
		if v.Term() != sparqltest.Term(t, `"`+test.lexical+`"^^`+test.datatype) || v.Text() != test.lexical {
			t.Errorf("%.40q of %s: the term is not kept", test.lexical, test.datatype)
		}
		if again := value.Of(sparqltest.Term(t, `"`+test.canonical+`"^^`+test.datatype)); again.Canonical() != test.canonical {
			t.Errorf("%.40q of %s: canonical again is %q", test.canonical, test.datatype, again.Canonical())
		}
	}
}

const xsd = "http://www.w3.org/2001/XMLSchema#"

func TestKinds(t *testing.T) {
	for text, want := range map[string]value.Kind{
		"": value.Unbound, "_:b": value.Blank, "<x:a>": value.IRI, `"a"`: value.String, `"a"@en`: value.LangString, `"a"^^<x:d>`: value.Other,
		`"1"^^byte`: value.Integer, `"1"^^integer`: value.Integer, `"1"^^token`: value.Other, `"a"^^integer`: value.Other,
	} {
		v := sparqltest.Value(t, text)
		if v.Kind() != want {
			t.Errorf("%s: kind %d, want %d", text, v.Kind(), want)
		}
		if v.Term() != sparqltest.Term(t, text) {
			t.Errorf("%s: term %v", text, v.Term())
		}
	}
	if got, ok := sparqltest.Value(t, `"1"^^byte`).Datatype(); !ok || got.String() != xsd+"byte" {
		t.Errorf("the datatype of a byte is %v", got)
	}
	if got, ok := value.NewInteger(1).Datatype(); !ok || got.String() != xsd+"integer" {
		t.Errorf("the datatype of a calculated integer is %v", got)
	}
	if _, ok := sparqltest.Value(t, "<x:a>").Datatype(); ok {
		t.Error("an IRI has a datatype")
	}
	if got := sparqltest.Value(t, `"a"@EN-gb`).Lang(); got != "en-GB" {
		t.Errorf("language tag %q", got)
	}
}

func TestEffectiveBoolean(t *testing.T) {
	for text, want := range map[string]string{
		"true": "true", "false": "false", `"1"^^boolean`: "true", `"0"^^boolean`: "false", `"maybe"^^boolean`: "false",
		`""`: "false", `"a"`: "true", `"false"`: "true", `""@en`: "false", `"a"@en`: "true",
		"0": "false", "1": "true", "0.0": "false", "0.1": "true", "0e0": "false", "-0e0": "false", "1e0": "true",
		`"NaN"^^double`: "false", `"INF"^^double`: "true", `"NaN"^^float`: "false", `"1"^^float`: "true", `"abc"^^integer`: "false", `"300"^^byte`: "false", `"3"^^byte`: "true",
		`"2000-01-01"^^date`: "type", "<x:a>": "type", "_:b": "type", `"a"^^<x:d>`: "type", "": "unbound",
		`"` + strings.Repeat("1", value.MaxDigits+1) + `"^^integer`: "type",
	} {
		truth, err := value.EffectiveBoolean(sparqltest.Value(t, text))
		if got := outcome(truth, err); got != want {
			t.Errorf("%.40s: %s, want %s", text, got, want)
		}
	}
}

// outcome returns true, false, or the name of the error.
func outcome(truth bool, err error) string {
	switch err {
	case nil:
		if truth {
			return "true"
		}
		return "false"
	case value.ErrType:
		return "type"
	case value.ErrUnbound:
		return "unbound"
	case value.ErrRange:
		return "range"
	case value.ErrIndeterminate:
		return "indeterminate"
	case value.ErrLimit:
		return "limit"
	}
	return err.Error()
}

// TestLogic is the table of section 17.2.
func TestLogic(t *testing.T) {
	truth := map[string]struct {
		b   bool
		err error
	}{"T": {b: true}, "F": {}, "E": {err: value.ErrType}, "L": {err: value.ErrLimit}}
	for operands, want := range map[string][2]string{ // or, and
		"TT": {"true", "true"}, "TF": {"true", "false"}, "FT": {"true", "false"}, "FF": {"false", "false"},
		"TE": {"true", "type"}, "ET": {"true", "type"}, "FE": {"type", "false"}, "EF": {"type", "false"}, "EE": {"type", "type"},
		"TL": {"limit", "limit"}, "LF": {"limit", "limit"}, "EL": {"limit", "limit"}, "LE": {"limit", "limit"},
	} {
		a, b := truth[operands[:1]], truth[operands[1:]]
		if got := outcome(value.Or(a.b, a.err, b.b, b.err)); got != want[0] {
			t.Errorf("%s ||: %s, want %s", operands, got, want[0])
		}
		if got := outcome(value.And(a.b, a.err, b.b, b.err)); got != want[1] {
			t.Errorf("%s &&: %s, want %s", operands, got, want[1])
		}
	}
}
