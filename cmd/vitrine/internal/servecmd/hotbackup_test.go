package servecmd

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore/boltstore"
)

func TestBackupsComeWhenTheyAreDue(t *testing.T) {
	dir := t.TempDir()
	store, err := boltstore.Open(filepath.Join(dir, "a.db"), boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var log bytes.Buffer
	b := &hotBackup{store: store, dir: dir, name: "a.db", logger: slog.New(slog.NewTextHandler(&log, nil))}
	due, end := make(chan time.Time), make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.loop(nil, due, end)
	}()
	at := time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	due <- at
	due <- at.Add(time.Hour)
	due <- at // the file exists: this backup fails with a log line, and the next one is made
	due <- at.Add(2 * time.Hour)
	close(end)
	<-ended
	for _, name := range []string{"a-20261121T030000.000Z.db", "a-20261121T040000.000Z.db", "a-20261121T050000.000Z.db"} {
		copied, err := boltstore.Open(filepath.Join(dir, name), boltstore.Options{ReadOnly: true})
		if err != nil {
			t.Errorf("backup: %v", err)
			continue
		}
		copied.Close()
	}
	if got := strings.Count(log.String(), "the backup failed"); got != 1 {
		t.Errorf("%d failures logged, want 1:\n%s", got, log.String())
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 4 {
		t.Errorf("%d files are left, want 4: %v", len(files), files)
	}
}
