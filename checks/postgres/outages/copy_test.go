package outages_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledCopy kills vitrine copy from a database to a file at ten moments of its time. There
// is no file of the name, or one that has all; the next attempt succeeds and leaves nothing
// else.
func TestKilledCopy(t *testing.T) {
	p := newProgram(t)
	c := newCluster(t)
	db := c.address("127.0.0.1")
	sample, err := filepath.Abs("../../../data")
	if err != nil {
		t.Fatal(err)
	}
	p.run(t, "db", "init", "--db", db, "--base-url", publicBase)
	p.run(t, "load", "--db", db, sample)
	want := p.run(t, "dump", "--db", db, "--format", "nquads")
	start := time.Now()
	p.run(t, "copy", "--from", db, "--to", "whole.db")
	whole := time.Since(start)
	killed := 0
	for moment := range time.Duration(10) {
		folder := filepath.Join(p.dir, "copied")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(folder, "museum.db")
		cmd := p.command(t.Context(), "copy", "--from", db, "--to", to)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(whole*(moment+1)/11, func() { _ = cmd.Process.Kill() })
		if cmd.Wait() != nil {
			killed++
		}
		kill.Stop()
		if _, err := os.Stat(to); errors.Is(err, fs.ErrNotExist) {
			p.run(t, "copy", "--from", db, "--to", to)
		}
		p.run(t, "check", "--db", to)
		if got := p.run(t, "dump", "--db", to, "--format", "nquads"); !bytes.Equal(got, want) {
			t.Errorf("killed at moment %d: the file has other records than the database", moment)
		}
		left, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range left {
			if strings.Contains(one.Name(), "tmp") {
				t.Errorf("killed at moment %d: %s is left", moment, one.Name())
			}
		}
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
	}
	if killed < 5 {
		t.Errorf("%d of 10 copies were killed, too few for this test", killed)
	}
}
