package boltstore_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// diskPage is what a disk writes whole, at most; bbolt takes that of the system.
var diskPage = os.Getpagesize()

// unclosed is what is on the disk of a store that was not closed.
type unclosed struct {
	// durable is the file with the last commit that was synced, and written the one
	// with all that was written since, which the disk may have in part.
	durable, written, log []byte
	// content is what the store told of its contents, and earlier what it told
	// before the last change.
	content, earlier string
}

// leaveUnclosed makes a store and changes it at random.
func leaveUnclosed(t *testing.T, r *rand.Rand) unclosed {
	t.Helper()
	path := newPath(t)
	options := boltstore.Options{Create: true, Derivation: derivation}
	s := openWith(t, path, options)
	changeAtRandom(t, s, r, r.IntN(60))
	closeStore(t, s)
	u := unclosed{durable: read(t, path)}
	s = openWith(t, path, options)
	changeAtRandom(t, s, r, r.IntN(60))
	u.earlier = list(t, s, 4)
	for u.content = u.earlier; u.content == u.earlier; u.content = list(t, s, 4) {
		changeAtRandom(t, s, r, 1)
	}
	u.written, u.log = read(t, path), read(t, path+"-wal")
	closeStore(t, s)
	return u
}

// leaveFlushing does what leaveUnclosed does with a store that flushes every few changes,
// so that the log begins anew again and again. It returns nil where the last log did
// not begin right before a change.
func leaveFlushing(t *testing.T, r *rand.Rand) *unclosed {
	t.Helper()
	path := newPath(t)
	s := openWith(t, path, boltstore.FlushAtOnce(boltstore.Options{Create: true, Derivation: derivation}))
	defer closeStore(t, s)
	changeAtRandom(t, s, r, 40+r.IntN(40))
	for range 200 {
		u := unclosed{durable: read(t, path)}
		changeAtRandom(t, s, r, 1+r.IntN(6))
		log, err := os.ReadFile(path + "-wal")
		if err != nil || log[0] == 0 {
			continue
		}
		if base := log[len("vitrine wal 1")+8+2:]; lastCommit(u.durable) == binary.NativeEndian.Uint64(base[48:]) {
			u.content, u.written, u.log = list(t, s, 4), read(t, path), read(t, path+"-wal")
			if bytes.Equal(u.log[:512], log[:512]) {
				return &u
			}
		}
	}
	return nil
}

// lastCommit returns the number of the last commit in a file.
func lastCommit(file []byte) uint64 {
	const pageHead, number = 16, 48
	return max(binary.NativeEndian.Uint64(file[pageHead+number:]), binary.NativeEndian.Uint64(file[diskPage+pageHead+number:]))
}

func closeStore(t *testing.T, s *boltstore.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// put writes a store and its log, and returns the path.
func put(t *testing.T, file, log []byte) string {
	t.Helper()
	path := newPath(t)
	if err := errors.Join(os.WriteFile(path, file, 0o600), os.WriteFile(path+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// afterPowerLoss returns a file of which the disk has some of the pages that were
// written since the last sync.
func (u unclosed) afterPowerLoss(r *rand.Rand) []byte {
	file := bytes.Clone(u.durable)
	share := r.Float64()
	for at := 0; at < len(u.written); at += diskPage {
		end := min(at+diskPage, len(u.written))
		if r.Float64() < share {
			if len(file) < end {
				file = append(file, make([]byte, end-len(file))...)
			}
			copy(file[at:end], u.written[at:end])
		}
	}
	return file
}

// TestPowerLoss opens stores whose file has an arbitrary part of what was written
// since it was synced: every change that was acknowledged is there.
func TestPowerLoss(t *testing.T) {
	for range 8 {
		seed := rand.Uint64()
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			u := leaveUnclosed(t, r)
			for range 6 {
				path := put(t, u.afterPowerLoss(r), u.log)
				wantContent(t, path, u.content)
			}
			path := put(t, u.afterPowerLoss(r), withoutLast(t, u.log))
			wantContent(t, path, u.earlier)
		})
	}
}

func TestPowerLossFlushing(t *testing.T) {
	lost := 0
	for range 6 {
		seed := rand.Uint64()
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			u := leaveFlushing(t, r)
			for range 4 {
				if u == nil {
					return
				}
				wantContent(t, put(t, u.afterPowerLoss(r), u.log), u.content)
				lost++
			}
		})
	}
	t.Log(lost, "power losses")
	if lost == 0 {
		t.Error("no power was lost: the test tests nothing")
	}
}

// wantContent opens a store, which must tell the same of its contents, find no fault
// in itself and need its log no more.
func wantContent(t *testing.T, path, want string) {
	t.Helper()
	s := openWith(t, path, boltstore.Options{Derivation: derivation})
	if got := list(t, s, 4); got != want {
		t.Errorf("the store tells\n%s\nand not\n%s", got, want)
	}
	closeStore(t, s)
	checkClean(t, path)
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the log is still there: %v", err)
	}
}

// withoutLast returns a log whose last record is not whole.
func withoutLast(t *testing.T, log []byte) []byte {
	t.Helper()
	log = bytes.Clone(log)
	for at := len(log) - 4096; at > 0; at -= 4096 {
		if !bytes.Equal(log[at:at+8], make([]byte, 8)) {
			log[at+30] ^= 1
			return log
		}
	}
	t.Fatal("the log has no record")
	return nil
}

// TestOpenedInTheMidst opens a store again that was brought to its last commit and
// still has its log, as after a second power loss.
func TestOpenedInTheMidst(t *testing.T) {
	u := leaveUnclosed(t, rand.New(rand.NewPCG(1, 1)))
	path := put(t, u.written, u.log)
	closeStore(t, openWith(t, path, boltstore.Options{Derivation: derivation}))
	wantContent(t, put(t, read(t, path), u.log), u.content)
}

// TestReadAfterCrash opens stores for reading only that were not closed.
func TestReadAfterCrash(t *testing.T) {
	u := leaveUnclosed(t, rand.New(rand.NewPCG(2, 1)))
	path := put(t, u.written, u.log)
	s := openWith(t, path, boltstore.Options{ReadOnly: true, Derivation: derivation})
	if got := list(t, s, 4); got != u.content {
		t.Errorf("the store tells\n%s\nand not\n%s", got, u.content)
	}
	closeStore(t, s)
	path = put(t, u.afterPowerLoss(rand.New(rand.NewPCG(2, 2))), u.log)
	checkClean(t, path)
	wantContent(t, path, u.content)
}

// TestLogs opens stores with logs that are damaged or belong elsewhere.
func TestLogs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	u, other := leaveUnclosed(t, r), leaveUnclosed(t, r)
	damaged := bytes.Clone(u.log)
	damaged[4096+40] ^= 1
	cases := []struct {
		name      string
		file, log []byte
		want      error
		message   string
	}{
		{"another store", other.written, u.log, nil, "belongs to another file"},
		{"another store, just made", newFile(t), u.log, nil, "belongs to another file"},
		{"damaged", u.written, damaged, rdfstore.ErrCorrupt, "record 1 of the write-ahead log is broken"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := put(t, c.file, c.log)
			s, err := boltstore.Open(path, boltstore.Options{Derivation: derivation})
			if err == nil {
				_ = s.Close()
				t.Fatal("the store was opened")
			}
			if c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.message) {
				t.Errorf("%v, want %v, %q", err, c.want, c.message)
			}
			if !bytes.Equal(read(t, path), c.file) || !bytes.Equal(read(t, path+"-wal"), c.log) {
				t.Error("a file was changed")
			}
		})
	}
}

// newFile returns the file of an empty store.
func newFile(t *testing.T) []byte {
	t.Helper()
	path := newPath(t)
	closeStore(t, openWith(t, path, boltstore.Options{Create: true, Derivation: derivation}))
	return read(t, path)
}

// TestLogOfLinkedStore opens a store by its own name that was changed by way of a
// symbolic link and not closed.
func TestLogOfLinkedStore(t *testing.T) {
	path := newPath(t)
	link := filepath.Join(t.TempDir(), "link.db")
	closeStore(t, openWith(t, path, boltstore.Options{Create: true, Derivation: derivation}))
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no symbolic links: ", err)
	}
	s := openWith(t, link, boltstore.Options{Derivation: derivation})
	changeAtRandom(t, s, rand.New(rand.NewPCG(4, 1)), 20)
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
}
