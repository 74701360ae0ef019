package function_test

import "testing"

// TestCasts has the rows of the table of section 17.5, and what F&O section 17.1
// says of single values.
func TestCasts(t *testing.T) {
	tests := []struct{ to, from, want string }{
		{"string", `"a"`, `"a"`}, {"string", "<x:a>", `"x:a"`}, {"string", "007", `"7"`}, {"string", "2.50", `"2.5"`}, {"string", "2.0", `"2"`}, {"string", "1e0", `"1"`}, {"string", "0.1e0", `"0.1"`}, {"string", "-0e0", `"-0"`}, {"string", "1e6", `"1.0E6"`}, {"string", "999999e0", `"999999"`}, {"string", "0.000001e0", `"0.000001"`}, {"string", "0.0000001e0", `"1.0E-7"`}, {"string", `"INF"^^double`, `"INF"`}, {"string", `"0.1"^^float`, `"0.1"`}, {"string", `"NaN"^^float`, `"NaN"`},
		{"string", "true", `"true"`}, {"string", `"1"^^boolean`, `"true"`}, {"string", `"2000-01-01T24:00:00.00-05:00"^^dateTime`, `"2000-01-02T00:00:00-05:00"`}, {"string", `"a"@en`, "type"}, {"string", "_:a", "type"}, {"string", `"a"^^<x:d>`, "type"}, {"string", `"x"^^integer`, "type"},
		{"boolean", `"true"`, yes}, {"boolean", `"0"`, no}, {"boolean", `" 1 "`, yes}, {"boolean", `"yes"`, "range"}, {"boolean", "0", no}, {"boolean", "2", yes}, {"boolean", "0.0", no}, {"boolean", `"NaN"^^double`, no}, {"boolean", "-1e0", yes}, {"boolean", "true", yes}, {"boolean", `"x"^^boolean`, "type"}, {"boolean", `"2000-01-01"^^date`, "type"}, {"boolean", "<x:a>", "type"}, {"boolean", `""@en`, "type"},
		{"integer", `"007"`, `"7"^^integer`}, {"integer", `" 1\n"`, "range"}, {"integer", `" 1 "`, `"1"^^integer`}, {"integer", `"1.0"`, "range"}, {"integer", `"1e0"`, "range"}, {"integer", `""`, "range"}, {"integer", "2.9", `"2"^^integer`}, {"integer", "-2.9", `"-2"^^integer`}, {"integer", "2.9e0", `"2"^^integer`}, {"integer", "1e20", `"100000000000000000000"^^integer`}, {"integer", `"INF"^^double`, "range"}, {"integer", `"NaN"^^float`, "range"}, {"integer", "true", `"1"^^integer`}, {"integer", "false", `"0"^^integer`}, {"integer", `"3"^^byte`, `"3"^^integer`}, {"integer", `"2000-01-01T00:00:00Z"^^dateTime`, "type"}, {"integer", "<x:1>", "type"}, {"integer", "_:a", "type"},
		{"decimal", `"1.50"`, `"1.5"^^decimal`}, {"decimal", `"1e0"`, "range"}, {"decimal", "1", `"1.0"^^decimal`}, {"decimal", "1.5e0", `"1.5"^^decimal`}, {"decimal", "0.1e0", `"0.1000000000000000055511151231257827021181583404541015625"^^decimal`}, {"decimal", "1e-5", `"0.000010000000000000000818030539140313095458623138256371021270751953125"^^decimal`}, {"decimal", "1e23", `"99999999999999991611392.0"^^decimal`}, {"decimal", `"-INF"^^double`, "range"}, {"decimal", "true", `"1.0"^^decimal`}, {"decimal", `"2000-01-01"^^date`, "type"},
		{"float", `"1.5"`, `"1.5E0"^^float`}, {"float", `"INF"`, `"INF"^^float`}, {"float", `"abc"`, "range"}, {"float", "0.1e0", `"1.0E-1"^^float`}, {"float", "1e39", `"INF"^^float`}, {"float", "3", `"3.0E0"^^float`}, {"float", "true", `"1.0E0"^^float`}, {"float", `"2000-01-01T00:00:00Z"^^dateTime`, "type"},
		{"double", `"1.5"`, `"1.5E0"^^double`}, {"double", `"0.1"^^float`, `"1.0000000149011612E-1"^^double`}, {"double", "12345678901234567890", `"1.2345678901234567E19"^^double`}, {"double", "false", `"0.0E0"^^double`}, {"double", `"1,5"`, "range"}, {"double", "<x:a>", "type"},
		{"dateTime", `"2000-01-01T00:00:00Z"`, `"2000-01-01T00:00:00Z"^^dateTime`}, {"dateTime", `"2000-01-01T24:00:00"^^dateTime`, `"2000-01-02T00:00:00"^^dateTime`}, {"dateTime", `"2000-01-01"`, "range"}, {"dateTime", `"2000-01-01Z"^^date`, `"2000-01-01T00:00:00Z"^^dateTime`}, {"dateTime", "1", "type"}, {"dateTime", "true", "type"}, {"dateTime", "<x:a>", "type"}, {"dateTime", `"1642"^^gYear`, "type"},
		{"date", `"2000-01-01T23:00:00-05:00"^^dateTime`, `"2000-01-01-05:00"^^date`}, {"date", `"2000-01-01"`, `"2000-01-01"^^date`}, {"time", `"2000-01-01T23:00:00.5-05:00"^^dateTime`, `"23:00:00.5-05:00"^^time`}, {"time", `"2000-01-01"^^date`, "type"}, {"gYear", `"1642-02-03"^^date`, `"1642"^^gYear`}, {"gYearMonth", `"1642-02-03T10:00:00Z"^^dateTime`, `"1642-02Z"^^gYearMonth`}, {"gYear", "1642", "type"}, {"gYear", `"1642"`, `"1642"^^gYear`},
		{"duration", `"P1Y"^^yearMonthDuration`, `"P1Y"^^duration`}, {"yearMonthDuration", `"P1Y3D"^^duration`, `"P1Y"^^yearMonthDuration`}, {"dayTimeDuration", `"P1Y3D"^^duration`, `"P3D"^^dayTimeDuration`}, {"dayTimeDuration", `"PT26H"`, `"P1DT2H"^^dayTimeDuration`}, {"dayTimeDuration", "1", "type"},
	}
	ctx := newContext()
	for _, test := range tests {
		if got := call(t, ctx, xsd+test.to, test.from); got != test.want {
			t.Errorf("xsd:%s(%s): %s, want %s", test.to, test.from, got, test.want)
		}
	}
}
