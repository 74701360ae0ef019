package server

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/linkedart/admission"
)

// BenchmarkPut replaces a record by another, with the store in memory: the cost
// of reading, checking, comparing and answering.
func BenchmarkPut(b *testing.B) {
	for _, checking := range []admission.Mode{admission.Enforce, admission.Off} {
		for _, prefer := range []string{"return=minimal", "return=representation"} {
			b.Run(string(checking)+" "+prefer, func(b *testing.B) {
				m := newMuseum(b, func(c *Config) { c.Checking = checking })
				b.SetBytes(int64(len(ada("0"))))
				b.ReportAllocs()
				for i := range b.N {
					r := m.send(b, "PUT", "/person/ada", ada(fmt.Sprint(i)), "Prefer", prefer)
					if r.StatusCode >= 300 {
						b.Fatalf("status %d", r.StatusCode)
					}
				}
			})
		}
	}
}

// BenchmarkLoadLines sends a thousand records at once.
func BenchmarkLoadLines(b *testing.B) {
	m := newMuseum(b, nil)
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintln(&text, personRecord(fmt.Sprint(testBase, "person/", i), "Eve"))
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for range b.N {
		r := httptest.NewRequest("POST", "/-/load", strings.NewReader(text.String()))
		r.Header.Set("Authorization", "Bearer "+m.admin)
		r.Header.Set("Content-Type", "application/jsonl")
		w := httptest.NewRecorder()
		m.ServeHTTP(w, r)
		if w.Code != 200 {
			b.Fatalf("status %d: %s", w.Code, w.Body)
		}
	}
}
