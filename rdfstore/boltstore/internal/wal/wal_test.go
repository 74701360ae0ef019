package wal

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"vitrine/rdfstore"
)

// limit is that of the logs of these tests, in bytes.
const limit = 64 << 10

func newLog(t *testing.T) (*Log, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	l, err := Open(path, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l, path
}

func begin(t *testing.T, l *Log, base string) {
	t.Helper()
	if err := l.Begin([]byte(base)); err != nil {
		t.Fatal(err)
	}
}

func add(t *testing.T, l *Log, batches ...string) {
	t.Helper()
	for _, b := range batches {
		if err := l.Append([]byte(b)); err != nil {
			t.Fatal(err)
		}
	}
}

// want checks what is read of a log; base "" stands for none.
func want(t *testing.T, path, base string, batches ...string) {
	t.Helper()
	c, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if c == nil {
		if base != "" {
			t.Errorf("there is no log, want one with the base %q", base)
		}
		return
	}
	if string(c.Base) != base || len(c.Batches) != len(batches) {
		t.Fatalf("base %q and %d batches, want %q and %d", c.Base, len(c.Batches), base, len(batches))
	}
	for i, b := range c.Batches {
		if string(b) != batches[i] {
			t.Errorf("batch %d is %.40q, want %.40q", i+1, b, batches[i])
		}
	}
}

func TestLog(t *testing.T) {
	l, path := newLog(t)
	long := string(bytes.Repeat([]byte("long "), 3000))
	want(t, path, "")
	begin(t, l, "first")
	want(t, path, "first")
	add(t, l, "a", "", long)
	want(t, path, "first", "a", "", long)
	if err := l.Revoke(); err != nil {
		t.Fatal(err)
	}
	want(t, path, "first", "a", "")
	add(t, l, "b")
	want(t, path, "first", "a", "", "b")
	if err := l.End(); err != nil {
		t.Fatal(err)
	}
	want(t, path, "")
	begin(t, l, "second")
	want(t, path, "second")
	add(t, l, "c")
	want(t, path, "second", "c")
}

// TestOpenedAnew opens a log that was in use, which has ended then.
func TestOpenedAnew(t *testing.T) {
	l, path := newLog(t)
	begin(t, l, "first")
	add(t, l, "a")
	again, err := Open(path, limit)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	want(t, path, "")
	begin(t, again, "second")
	want(t, path, "second")
}

func TestRoom(t *testing.T) {
	l, path := newLog(t)
	if l.Room(1) {
		t.Error("there is room in a log that has not begun")
	}
	begin(t, l, "base")
	var batches []string
	for l.Room(5000) {
		batches = append(batches, string(bytes.Repeat([]byte{byte(len(batches))}, 5000)))
		add(t, l, batches[len(batches)-1])
	}
	want(t, path, "base", batches...)
	if len(batches) != 7 {
		t.Errorf("%d batches of two blocks, want 7 in 16 blocks", len(batches))
	}
	if info, err := os.Stat(path); err != nil || info.Size() > limit {
		t.Errorf("the file is larger than its limit: %v %v", info.Size(), err)
	}
	if err := l.Begin(make([]byte, MaxBase+1)); err == nil {
		t.Error("a base was taken that is too long")
	}
}

// TestTorn reads logs whose last record is not whole, as when power was lost while it
// was written, and logs of which an earlier one is not.
func TestTorn(t *testing.T) {
	l, path := newLog(t)
	begin(t, l, "base")
	r := rand.New(rand.NewPCG(1, 1))
	batches := make([]string, 5)
	for i := range batches {
		b := make([]byte, 1+r.IntN(9000))
		for j := range b {
			b[j] = byte(r.Uint32())
		}
		batches[i] = string(b)
	}
	add(t, l, batches...)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 400 {
		at := int(l.last) + r.IntN(recordHead+len(batches[4]))
		c, err := decode(changed(data, at))
		if err != nil || len(c.Batches) != 4 {
			t.Fatalf("byte %d of the last record changed: %v", at, err)
		}
		at = BlockSize + r.IntN(recordHead+len(batches[0]))
		if _, err := decode(changed(data, at)); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Fatalf("byte %d of the first record changed: %v, want ErrCorrupt", at-BlockSize, err)
		}
		if c, err := decode(changed(data, r.IntN(len(magic)+8+2+len("base")+4))); c != nil || err != nil {
			t.Fatalf("a changed header is taken: %v %v", c, err)
		}
		if c, err := decode(data[:r.IntN(len(data))]); err != nil || c != nil && len(c.Batches) > 5 {
			t.Fatalf("cut short: %v", err)
		}
	}
}

// changed returns data with another byte at a place.
func changed(data []byte, at int) []byte {
	data = bytes.Clone(data)
	data[at] ^= 0x11
	return data
}

// TestAppendFails appends to a log that cannot be written.
func TestAppendFails(t *testing.T) {
	l, _ := newLog(t)
	begin(t, l, "base")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Append([]byte("a")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v, want ErrClosed", err)
	}
}

func FuzzDecode(f *testing.F) {
	log := appendHeader(nil, 7, []byte("base"))
	log = append(log, make([]byte, BlockSize-len(log))...)
	for i, batch := range []string{"one", "two"} {
		record := room(nil, len(batch))
		putRecord(record, 7, uint32(i+1), []byte(batch))
		log = append(log, record...)
	}
	f.Add(log)
	f.Add(log[:BlockSize+30])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decode(data)
		if err != nil && !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Error(err)
		}
		if c != nil && len(c.Base) > MaxBase {
			t.Error("the base is too long")
		}
	})
}
