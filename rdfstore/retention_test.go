package rdfstore

import (
	"testing"
	"time"
)

func TestParseRetention(t *testing.T) {
	day := 24 * time.Hour
	for text, want := range map[string]Retention{
		"all": {}, "0": {Count: -1}, "10": {Count: 10}, "90d": {Age: 90 * day}, "36h": {Age: 36 * time.Hour},
	} {
		if got, err := ParseRetention(text); err != nil || got != want {
			t.Errorf("ParseRetention(%q) = %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "d", "0d", "-5h", "everything", "100001d"} {
		if got, err := ParseRetention(text); err == nil {
			t.Errorf("ParseRetention(%q) = %+v; want an error", text, got)
		}
	}
}

func TestRetentionKeeps(t *testing.T) {
	now := time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		r    Retention
		n    int
		ago  time.Duration
		want bool
	}{
		{Retention{}, 100_000, 1000 * time.Hour, true},
		{Retention{Count: -1}, 0, 0, false},
		{Retention{Count: 2}, 1, 1000 * time.Hour, true},
		{Retention{Count: 2}, 2, 0, false},
		{Retention{Age: time.Hour}, 5, time.Hour, true},
		{Retention{Age: time.Hour}, 0, time.Hour + 1, false},
	} {
		if got := c.r.Keeps(c.n, now.Add(-c.ago), now); got != c.want {
			t.Errorf("%+v keeps the state after %d others, replaced %s ago: %t", c.r, c.n, c.ago, got)
		}
	}
}
