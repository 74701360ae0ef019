package linkedart

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// FuzzValidate feeds any bytes to the validator: no panic, no finding without a
// message, each finding once, and a pointer that leads into the record. The matchers
// and the schemas agree.
func FuzzValidate(f *testing.F) {
	for _, e := range Endpoints() {
		f.Add([]byte(readFile(f, "testdata/base/"+e.Name+".json")))
	}
	for i, c := range readCases(f) {
		if i%8 == 0 {
			f.Add(encode(f, edit(f, readBase(f, c.base), c.edits)))
		}
	}
	for _, c := range rawCases {
		if len(c.text) < 1000 {
			f.Add([]byte(c.text))
		}
	}
	v := newTestValidator(f, Standard)
	f.Fuzz(func(t *testing.T, record []byte) {
		sameVerdict(t, v, record)
		found := v.Validate(record)
		if !json.Valid(record) && !Errors(found) {
			t.Fatal("no error though the record is not JSON")
		}
		if len(found) > maxFindings+1 {
			t.Fatalf("%d findings", len(found))
		}
		for i, finding := range found {
			if finding.Message == "" || v.rules[finding.Rule] == nil {
				t.Fatalf("finding %+v", finding)
			}
			if slices.Contains(found[:i], finding) {
				t.Fatalf("twice: %+v", finding)
			}
			if finding.Pointer != "" && !strings.HasPrefix(finding.Pointer, "/") {
				t.Fatalf("pointer %q", finding.Pointer)
			}
		}
		if again := v.Validate(record); !slices.Equal(found, again) && len(found) <= maxFindings {
			t.Fatalf("not the same twice:\n%s\n%s", show(found), show(again))
		}
	})
}
