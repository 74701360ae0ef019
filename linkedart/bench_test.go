package linkedart

import "testing"

// BenchmarkValidate checks the valid records of testdata, one after the other.
func BenchmarkValidate(b *testing.B) {
	v := newTestValidator(b, Standard)
	var texts [][]byte
	size := 0
	for _, e := range Endpoints() {
		text := []byte(readFile(b, "testdata/base/"+e.Name+".json"))
		texts = append(texts, text)
		size += len(text)
	}
	b.SetBytes(int64(size / len(texts)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		v.Validate(texts[n%len(texts)])
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkValidateFaulty checks the records of the table of cases, most of
// which have a finding.
func BenchmarkValidateFaulty(b *testing.B) {
	v := newTestValidator(b, Standard)
	var texts [][]byte
	for _, c := range readCases(b) {
		texts = append(texts, encode(b, edit(b, readBase(b, c.base), c.edits)))
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		v.Validate(texts[n%len(texts)])
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkNewValidator compiles the schemas and the context.
func BenchmarkNewValidator(b *testing.B) {
	for b.Loop() {
		if _, err := NewValidator(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
