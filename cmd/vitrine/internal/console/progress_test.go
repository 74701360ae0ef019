package console

import (
	"bytes"
	"math"
	"testing"
	"time"

	"vitrine/harvest"
	"vitrine/load"
	"vitrine/rdfstore/boltstore"
)

func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name     string
		terminal bool
		want     string
	}{
		{"a bar on a terminal", true,
			"\r\x1b[K[######------------------]  25 %, 500 records, 9000 quads, 1 refused, 500 records/s, 3s left" +
				"\r\x1b[K[############------------]  50 %, 1000 records, 18000 quads, 1 refused, 500 records/s, 2s left" +
				"\r\x1b[K" +
				"\r\x1b[K[##################------]  75 %, writing 2000 records, 36000 quads" +
				"\r\x1b[K"},
		{"lines elsewhere", false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
			var out bytes.Buffer
			p := NewProgressBar(&out, test.terminal)
			p.now = func() time.Time { return now }
			p.Begin(func() int64 { return 4000 })
			now = now.Add(time.Second)
			p.Update(load.Report{Records: 500, Quads: 9000, Refused: 1, Read: 1000})
			p.Update(load.Report{Records: 501, Quads: 9000, Refused: 1, Read: 1000}) // too soon
			now = now.Add(time.Second)
			p.Update(load.Report{Records: 1000, Quads: 18000, Refused: 1, Read: 2000})
			p.Clear()
			p.Clear()
			now = now.Add(time.Second)
			p.Bulk(boltstore.BulkProgress{Graphs: 2000, Triples: 36000}) // not writing yet
			p.Bulk(boltstore.BulkProgress{Graphs: 2000, Triples: 36000, Writing: true, Written: 0.75})
			p.Clear()
			if out.String() != test.want {
				t.Errorf("got\n%q, want\n%q", out.String(), test.want)
			}
		})
	}
}

func TestProgressInALog(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	p := NewProgressBar(&out, false)
	p.now = func() time.Time { return now }
	p.Begin(func() int64 { t.Error("asked for a size that is not shown"); return 0 })
	now = now.Add(20 * time.Second)
	p.Update(load.Report{Records: 500, Quads: 9000, Read: 1000})
	p.Clear()
	if want := "vitrine: 500 records, 9000 quads, 0 refused, 25 records/s\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestProgressOfRecordsAndBytes(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	p := NewProgressBar(&out, true)
	p.now = func() time.Time { return now }
	p.Begin(func() int64 { return 0 })
	now = now.Add(2 * time.Second)
	p.Records(500, 0.25)
	now = now.Add(2 * time.Second)
	p.Records(1000, math.NaN())
	p.Records(1001, 0.5) // too soon
	now = now.Add(2 * time.Second)
	p.bytes(30e6, 40e6)
	now = now.Add(2 * time.Second)
	p.bytes(40e6, 0)
	now = now.Add(2 * time.Second)
	p.Harvest(harvest.Progress{Pages: 3, Resources: 100, Done: 50})
	p.Clear()
	want := "\r\x1b[K[######------------------]  25 %, 500 records, 250 records/s, 6s left" +
		"\r\x1b[K1000 records, 250 records/s" +
		"\r\x1b[K[##################------]  75 %, 30.0 MB, 5.0 MB/s, 2s left" +
		"\r\x1b[K40.0 MB, 5.0 MB/s" +
		"\r\x1b[K[############------------]  50 %, 50 of 100 records, 5 records/s, 10s left" +
		"\r\x1b[K"
	if out.String() != want {
		t.Errorf("got\n%q, want\n%q", out.String(), want)
	}
}

func TestWhatBeginsIsSaidOnATerminalAlone(t *testing.T) {
	for terminal, want := range map[bool]string{true: "vitrine: checking a.db …\n", false: ""} {
		var out bytes.Buffer
		(&App{Stderr: &out, Terminal: terminal}).Begin("checking a.db")
		if out.String() != want {
			t.Errorf("terminal %v: got %q", terminal, out.String())
		}
	}
}
