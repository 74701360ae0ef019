package respond

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestLastModified(t *testing.T) {
	second := time.Date(2024, 1, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct{ modified, want time.Duration }{
		{0, 0},
		{1, time.Second},
		{300 * time.Millisecond, time.Second},
		{time.Second - 1, time.Second},
		{time.Second, time.Second},
	}
	for _, test := range tests {
		if got := LastModified(second.Add(test.modified)); !got.Equal(second.Add(test.want)) {
			t.Errorf("%v: got %v", test.modified, got)
		}
	}
	if !LastModified(time.Time{}).IsZero() {
		t.Error("no time became one")
	}
}

// TestEvaluate has the steps of RFC 9110 section 13.2.2, for a request that
// reads and for one that writes.
func TestEvaluate(t *testing.T) {
	date := time.Date(2024, 1, 1, 12, 0, 0, 0, time.UTC)
	at, before := date.Format(http.TimeFormat), date.Add(-time.Second).Format(http.TimeFormat)
	for _, test := range []struct {
		fields         http.Header
		reading, write Verdict
	}{
		{http.Header{}, Proceed, Proceed},
		{http.Header{"If-Match": {`"a"`}}, Proceed, Proceed},
		{http.Header{"If-Match": {`"x"`, `"y", "a"`}}, Proceed, Proceed},
		{http.Header{"If-Match": {" *\t"}}, Proceed, Proceed},
		{http.Header{"If-Match": {`W/"a"`}}, Failed, Failed},
		{http.Header{"If-Match": {`"b"`}}, Failed, Failed},
		{http.Header{"If-Match": {`"b"`}, "If-None-Match": {`"a"`}}, Failed, Failed},
		{http.Header{"If-Match": {`"a"`}, "If-Unmodified-Since": {before}}, Proceed, Proceed},
		{http.Header{"If-Unmodified-Since": {at}}, Proceed, Proceed},
		{http.Header{"If-Unmodified-Since": {before}}, Failed, Failed},
		{http.Header{"If-Unmodified-Since": {"nonsense"}}, Proceed, Proceed},
		{http.Header{"If-None-Match": {`W/"a"`}}, NotModified, Failed},
		{http.Header{"If-None-Match": {"*"}}, NotModified, Failed},
		{http.Header{"If-None-Match": {`"x"`}, "If-Modified-Since": {at}}, Proceed, Proceed},
		{http.Header{"If-None-Match": {`"x`}}, Proceed, Proceed},
		{http.Header{"If-Modified-Since": {at}}, NotModified, Proceed},
		{http.Header{"If-Modified-Since": {before}}, Proceed, Proceed},
		{http.Header{"If-Modified-Since": {at, at}}, Proceed, Proceed},
	} {
		current := OfTag(`"a"`, date)
		if got := Evaluate(test.fields, current, true); got != test.reading {
			t.Errorf("%v: reading comes to %d, want %d", test.fields, got, test.reading)
		}
		if got := Evaluate(test.fields, current, false); got != test.write {
			t.Errorf("%v: writing comes to %d, want %d", test.fields, got, test.write)
		}
	}
	if Evaluate(http.Header{"If-Match": {`"a"`}}, OfTag(`W/"a"`, date), true) != Failed {
		t.Error("a weak tag matches by the strong comparison")
	}
}

func FuzzMatch(f *testing.F) {
	for _, list := range []string{"", `"a"`, `W/"a", "b"`, `*`, `"a`, `,,"a",`, `W/`} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		is := func(tag string) bool { return tag == `"a"` }
		weak, strong := Match([]string{list}, false, is), Match([]string{list}, true, is)
		if strong && !weak {
			t.Errorf("%q matches by the strong comparison alone", list)
		}
		if weak && !strings.Contains(list, `"a"`) && strings.Trim(list, " \t") != "*" {
			t.Errorf("%q does not hold the tag and matches it", list)
		}
	})
}
