package main

import (
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/data"
)

// TestHarvestBesideAServingMirror runs the command of the harvest docs' crontab while a
// server has the mirror.
func TestHarvestBesideAServingMirror(t *testing.T) {
	publisher := served(t)
	db, store := controlled(t)
	args := []string{"harvest", data.Base + "-/activity", "--db", db, "--resolve", data.Base + "=" + publisher.url}
	status, stdout, stderr := runVitrine(t.Context(), nil, args...)
	if status != console.StatusOK || !strings.HasPrefix(stdout, "harvested 205 records of 205 activities") || records(t, store) != 205 {
		t.Fatalf("status %d, %s%s; %d records", status, stdout, stderr, records(t, store))
	}
	status, stdout, stderr = runVitrine(t.Context(), nil, args...)
	if status != console.StatusOK || !strings.HasPrefix(stdout, "harvested 0 records") {
		t.Errorf("the second run: status %d, %s%s", status, stdout, stderr)
	}
}
