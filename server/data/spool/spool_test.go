package spool

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// open opens a folder of its own for the test.
func open(t *testing.T, files int, bytes int64) (*Folder, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "museum[1].db.dumps")
	f, err := Open(dir, files, bytes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%d files are left", len(left))
		}
	})
	return f, dir
}

func make1(t *testing.T, f *Folder, key string, write func(io.Writer) error) *Reader {
	t.Helper()
	r, made, err := f.Make(key, "", func() {}, write)
	if err != nil || !made {
		t.Fatalf("made %t, %v", made, err)
	}
	return r
}

func readAll(t *testing.T, r *Reader) (string, error) {
	t.Helper()
	var out []byte
	for b := make([]byte, 1000); ; {
		n, err := r.Read(t.Context(), b)
		out = append(out, b[:n]...)
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return string(out), err
		}
	}
}

func text(n int) string { return strings.Repeat("0123456789", n/10) }

// TestReadersShare lets one read along while a file is written, another when it
// is complete, and a third once both have gone.
func TestReadersShare(t *testing.T) {
	f, dir := open(t, 1, 1<<30)
	go1 := make(chan struct{})
	first := make1(t, f, "a", func(w io.Writer) error {
		for range 3 {
			if _, err := io.WriteString(w, text(chunk)); err != nil {
				return err
			}
		}
		<-go1
		_, err := io.WriteString(w, "end")
		return err
	})
	b := make([]byte, chunk/10*10)
	for n := 0; n < len(b); {
		m, err := first.Read(t.Context(), b[n:])
		if err != nil {
			t.Fatal(err)
		}
		n += m
	}
	if string(b) != text(chunk) {
		t.Error("the beginning is wrong")
	}
	if _, complete := first.Size(); complete {
		t.Error("it is complete already")
	}
	close(go1)
	rest, err := readAll(t, first)
	if want := text(chunk) + text(chunk) + "end"; err != nil || rest != want {
		t.Errorf("the rest has %d bytes, want %d, %v", len(rest), len(want), err)
	}
	second, made, err := f.Make("a", "", nil, nil)
	if err != nil || made {
		t.Fatalf("made %t, %v", made, err)
	}
	if size, complete := second.Size(); !complete || size != int64(len(b)*3+3) {
		t.Errorf("%d bytes, %t", size, complete)
	}
	first.Close()
	if all, err := readAll(t, second); err != nil || len(all) != len(b)*3+3 {
		t.Errorf("%d bytes, %v", len(all), err)
	}
	second.Close()
	second.Close()
	if _, ok := f.Reader("a"); ok || !f.Room() {
		t.Error("it is still there")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
}

// TestLastReaderEndsTheWriter checks that nothing is made for nobody.
func TestLastReaderEndsTheWriter(t *testing.T) {
	f, _ := open(t, 1, 1<<30)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	r, _, err := f.Make("a", "", cancel, func(w io.Writer) error {
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	other, ok := f.Reader("a")
	if !ok {
		t.Fatal("no reader")
	}
	other.Close()
	if ctx.Err() != nil {
		t.Fatal("it ended with a reader left")
	}
	r.Close()
	<-ended
}

// TestBounds asks for more files, and for more bytes, than there may be.
func TestBounds(t *testing.T) {
	f, _ := open(t, 1, chunk)
	hold := make(chan struct{})
	first := make1(t, f, "a", func(w io.Writer) error { <-hold; return nil })
	if _, _, err := f.Make("b", "", nil, nil); !errors.Is(err, ErrFull) || f.Room() {
		t.Errorf("a second file: %v", err)
	}
	close(hold)
	if _, err := readAll(t, first); err != nil {
		t.Error(err)
	}
	first.Close()
	long := make1(t, f, "c", func(w io.Writer) error {
		_, err := io.WriteString(w, text(2*chunk))
		return err
	})
	if _, err := readAll(t, long); !errors.Is(err, ErrFull) {
		t.Errorf("too many bytes: %v", err)
	}
	if _, ok := f.Reader("c"); ok {
		t.Error("a file that failed is handed out")
	}
	long.Close()
	if !f.Room() {
		t.Error("there is no room again")
	}
}

// TestWriterThatFails tells its readers, whether it returns an error or panics.
func TestWriterThatFails(t *testing.T) {
	f, _ := open(t, 2, 1<<20)
	fault := errors.New("no more")
	r := make1(t, f, "a", func(io.Writer) error { return fault })
	if _, err := readAll(t, r); !errors.Is(err, fault) {
		t.Error(err)
	}
	r.Close()
	r = make1(t, f, "b", func(io.Writer) error { panic("no") })
	if _, err := readAll(t, r); err == nil {
		t.Error("no error")
	}
	r.Close()
}

// TestOldFilesAreRemoved opens a folder in which a process was killed.
func TestOldFilesAreRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b]*?")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dump-1.spool", "mine.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), bytes.Repeat([]byte("x"), 10), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Open(dir, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 1 || left[0].Name() != "mine.txt" {
		t.Errorf("left are %v", left)
	}
}

// TestCloseEndsAll closes the folder while a file is written and read.
func TestCloseEndsAll(t *testing.T) {
	f, err := Open("", 1, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, _, err := f.Make("a", "", cancel, func(io.Writer) error { <-ctx.Done(); return ctx.Err() })
	if err != nil {
		t.Fatal(err)
	}
	dir, read := f.dir, make(chan error, 1)
	go func() {
		_, err := r.Read(t.Context(), make([]byte, 1))
		read <- err
	}()
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if err := <-read; !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	r.Close()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestOwnersShare has one owner fill its share: others still have room, and it has some again
// when its files are read.
func TestOwnersShare(t *testing.T) {
	f, err := Open(t.TempDir(), 10, 900)
	if err != nil {
		t.Fatal(err)
	}
	keys := 0
	write := func(owner string, bytes int) (*Reader, error) {
		keys++
		r, _, err := f.Make(strconv.Itoa(keys), owner, func() {}, func(w io.Writer) error {
			_, err := w.Write(make([]byte, bytes))
			return err
		})
		if err != nil {
			return nil, err
		}
		for piece := make([]byte, 100); err == nil; {
			_, err = r.Read(t.Context(), piece)
		}
		if errors.Is(err, io.EOF) {
			return r, nil
		}
		r.Close()
		return nil, err
	}
	first, err := write("a", 400)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := write("a", 200); !errors.Is(err, ErrShare) || !errors.Is(err, ErrFull) {
		t.Errorf("one owner has more than its share: %v", err)
	}
	second, err := write("b", 200)
	if err != nil {
		t.Errorf("another owner has no room: %v", err)
	}
	if _, err := write("", 200); err != nil {
		t.Errorf("what has no owner has a share: %v", err)
	}
	first.Close()
	second.Close()
	if _, err := write("a", 200); err != nil {
		t.Errorf("the share is not given back: %v", err)
	}
}
