package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"vitrine/checks/golden"
)

// testSections hold a ratio of each kind.
var testSections = []section{
	{
		title: "Reading",
		text:  "What is read.",
		ratios: []ratio{
			beside("reading, to encoding/json", jsonldTime("Read/vitrine"), jsonldTime("Read/encoding-json"), atMost(4)),
			faster("reading, to json-gold", jsonldTime("Read/vitrine"), jsonldTime("Read/json-gold"), atLeast(50)),
			beside("reading, to what nobody measured", jsonldTime("Read/vitrine"), jsonldTime("Read/nobody"), limit{}),
		},
	},
	{
		title:  "Storing",
		text:   "What is stored.",
		ratios: []ratio{figure("bytes for a quad", store("BulkLoad", "B/quad"), atMost(80))},
	},
}

func testPage(t *testing.T) *page {
	t.Helper()
	file, err := os.Open("testdata/run.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := readMeasurements(file, "run.txt")
	if err != nil {
		t.Fatal(err)
	}
	return newPage(m, testSections)
}

func TestPage(t *testing.T) {
	var b bytes.Buffer
	if err := testPage(t).write(&b); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/page.md", b.Bytes())
}

func TestMissed(t *testing.T) {
	got := strings.Join(testPage(t).missed(), "\n")
	want := "Reading: reading, to json-gold: 25 (limit: at least 50)\n" +
		"Reading: reading, to what nobody measured: not measured (limit: none)"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAYardstickThatIsNotToBeHad leaves a ratio out instead of missing it.
func TestAYardstickThatIsNotToBeHad(t *testing.T) {
	r := beside("", jsonldTime("Read/vitrine"), jsonldTime("Read/nobody"), atMost(1))
	if o := testPage(t).outcome(r); !o.misses() {
		t.Error("a ratio that was not measured is kept")
	}
	if o := testPage(t).outcome(r.wherePossible()); o.misses() || o.result() != "not measured" {
		t.Errorf("misses: %t, result %s", o.misses(), o.result())
	}
}

func TestMisses(t *testing.T) {
	with, without := measure{"a", seconds}, measure{}
	tests := []struct {
		name     string
		to       measure
		limit    limit
		a, b     float64
		measured bool
		want     bool
	}{
		{"at most, at the limit", with, atMost(2), 4, 2, true, false},
		{"at most, beyond it", with, atMost(2), 4.1, 2, true, true},
		{"at least, at the limit", with, atLeast(2), 4, 2, true, false},
		{"at least, below it", with, atLeast(2), 3.9, 2, true, true},
		{"beside nothing", without, atMost(80), 81, 0, true, true},
		{"no limit", with, limit{}, 100, 1, true, false},
		{"nothing by nothing", with, atMost(2), 0, 0, true, true},
		{"not measured", with, limit{}, 0, 0, false, true},
	}
	for _, test := range tests {
		o := outcome{ratio{of: with, to: test.to, limit: test.limit}, test.a, test.b, test.measured}
		if got := o.misses(); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
	}
}

func TestReadMeasurements(t *testing.T) {
	for _, text := range []string{"", "pkg: vitrine/server\nPASS\n", "BenchmarkRead 10 fast ns/op\n"} {
		if _, err := readMeasurements(strings.NewReader(text), "run.txt"); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestQuantity(t *testing.T) {
	tests := []struct {
		value float64
		unit  string
		want  string
	}{
		{1.5, seconds, "1.5 s"}, {0.0123, seconds, "12.3 ms"}, {4.567e-5, seconds, "45.7 µs"}, {3e-8, seconds, "30 ns"},
		{4e7, throughput, "40 MB/s"},
		{0.0015, "p99-sec", "1.5 ms p99"}, {12.5, "get-ms", "12.5 ms get"}, {3.2e8, "peak-B", "320 MB peak"},
		{45.6, "B/quad", "45.6 B/quad"}, {123456.7, "entries/s", "123,457 entries/s"}, {-1234.5, "x", "-1,235 x"},
	}
	for _, test := range tests {
		if got := quantity(test.value, test.unit); got != test.want {
			t.Errorf("%g %s: got %q, want %q", test.value, test.unit, got, test.want)
		}
	}
}
