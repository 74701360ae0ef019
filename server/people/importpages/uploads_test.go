package importpages

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/linkedart"
	"vitrine/load/convert"
)

// opened returns uploads in folders of their own.
func opened(t *testing.T, maxBytes int64) *Uploads {
	t.Helper()
	u, err := Open(Options{Folder: filepath.Join(t.TempDir(), "imports"), Spool: t.TempDir(), MaxBytes: maxBytes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := u.Close(); err != nil {
			t.Error(err)
		}
		if left := waitingFiles(t, u); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	})
	return u
}

func waitingFiles(t *testing.T, u *Uploads) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(u.options.Spool, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// kept takes a file and has it wait.
func kept(t *testing.T, u *Uploads, owner [sha256.Size]byte, name string) *upload {
	t.Helper()
	f, err := u.take(owner, name, strings.NewReader("id,title\n1,Bowl\n"))
	if err == nil {
		err = u.keep(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTake(t *testing.T) {
	u := opened(t, 1000)
	for name, test := range map[string]struct {
		content string
		want    string
	}{
		"a.csv":  {"id\n1\n", ""},
		"b.csv":  {strings.Repeat("x", 1001), "The file is larger than 0 MiB. The command vitrine import has no such limit."},
		"c.csv":  {"", "The file is empty."},
		"d.xlsx": {"no zip", "the file is no workbook of Excel (.xlsx): zip: not a valid zip file"},
		"e.xlsx": {bomb(t, "xl/sharedStrings.xml", maxShared+1), "the workbook unpacks to too much; save the sheet as CSV"},
		"f.xlsx": {bomb(t, "xl/worksheets/sheet1.xml", maxUnpacked+1), "the workbook unpacks to too much; save the sheet as CSV"},
	} {
		f, err := u.take([sha256.Size]byte{}, name, strings.NewReader(test.content))
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			u.remove(f)
			continue
		}
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	if left := waitingFiles(t, u); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

// bomb is an archive whose directory says that a part unpacks to so many bytes.
func bomb(t *testing.T, name string, size uint64) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if _, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, UncompressedSize64: size}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestFilesAreTheOwners has only who sent a file find it, and so many files wait.
func TestFilesAreTheOwners(t *testing.T) {
	u := opened(t, 0)
	ada, bob := sha256.Sum256([]byte("ada")), sha256.Sum256([]byte("bob"))
	f := kept(t, u, ada, "b.csv")
	for range maxWaiting - 1 {
		kept(t, u, ada, "a.csv")
	}
	if u.find(ada, f.id) != f || u.find(bob, f.id) != nil || u.find(ada, "x") != nil {
		t.Error("a file is found by another, or not at all")
	}
	if got := u.of(ada); len(got) != maxWaiting || got[maxWaiting-1] != f || len(u.of(bob)) > 0 {
		t.Errorf("%d files of ada, %d of bob", len(got), len(u.of(bob)))
	}
	if _, err := u.take(bob, "c.csv", strings.NewReader("id\n1\n")); !errors.Is(err, errWaiting) {
		t.Errorf("one more: %v", err)
	}
	u.remove(f)
	kept(t, u, bob, "c.csv")
}

// TestFilesExpire removes a file when it was not used for long, and one that is being
// imported later.
func TestFilesExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := opened(t, 0)
		owner := sha256.Sum256([]byte("ada"))
		used, left, going := kept(t, u, owner, "used.csv"), kept(t, u, owner, "left.csv"), kept(t, u, owner, "going.csv")
		going.mu.Lock()
		going.run = &run{done: make(chan struct{})}
		going.mu.Unlock()
		time.Sleep(keepFor - time.Second)
		u.find(owner, used.id)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if u.find(owner, left.id) != nil {
			t.Error("a file that was not used is there")
		}
		if _, err := os.Stat(left.path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("its content is there: %v", err)
		}
		if u.find(owner, used.id) == nil || u.find(owner, going.id) == nil {
			t.Error("a file that is used is gone")
		}
		close(going.run.done)
		time.Sleep(keepFor + time.Second)
		synctest.Wait()
		if len(u.of(owner)) > 0 {
			t.Error("files are left")
		}
	})
}

// TestOpenRemovesWhatIsLeft begins after a process that was killed.
func TestOpenRemovesWhatIsLeft(t *testing.T) {
	spool := t.TempDir()
	for _, name := range []string{"import-1.upload", "dump-1.spool"} {
		if err := os.WriteFile(filepath.Join(spool, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	u, err := Open(Options{Spool: spool})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(spool)
	if err != nil || len(entries) != 1 || entries[0].Name() != "dump-1.spool" {
		t.Errorf("%v, %v", entries, err)
	}
	folder := u.options.Folder
	if err := u.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary folder is left: %v", err)
	}
}

// TestTimed bounds the time of work, has one do it at once, and survives a panic.
func TestTimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := opened(t, 0)
		release := make(chan struct{})
		if err := u.timed(t.Context(), func(context.Context) error { <-release; return nil }); !errors.Is(err, errSlow) {
			t.Errorf("slow work: %v", err)
		}
		if err := u.timed(t.Context(), func(context.Context) error { return nil }); !errors.Is(err, errBusy) {
			t.Errorf("beside slow work: %v", err)
		}
		close(release)
		synctest.Wait()
		if err := u.timed(t.Context(), func(context.Context) error { panic("oh") }); err == nil || !strings.Contains(err.Error(), "oh") {
			t.Errorf("a panic: %v", err)
		}
		if err := u.timed(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Error(err)
		}
	})
}

func TestFileName(t *testing.T) {
	u := opened(t, 0)
	for sent, want := range map[string]struct{ name, mapping string }{
		"objects.csv":                        {"objects.csv", "objects.yaml"},
		`C:\Users\ada\My "Objects" (1).XLSX`: {`My "Objects" (1).XLSX`, "My--Objects---1-.yaml"},
		"../../etc/passwd.csv":               {"passwd.csv", "passwd.yaml"},
		"..csv":                              {"..csv", "-.yaml"},
		".csv":                               {".csv", "import.yaml"},
		"a\x00b\n.json":                      {"ab.json", "ab.yaml"},
		strings.Repeat("é", 100) + ".csv":    {strings.Repeat("é", maxName) + ".csv", strings.Repeat("é", maxName) + ".yaml"},
		"":                                   {"", ""},
		"objects.csv.gz":                     {"", ""},
		"objects.exe":                        {"", ""},
		"objects":                            {"", ""},
	} {
		name, err := fileName(sent)
		if name != want.name || (err == nil) != (want.name != "") {
			t.Errorf("%q: %q, %v", sent, name, err)
		}
		if err == nil && u.mappingPath(name) != filepath.Join(u.options.Folder, want.mapping) {
			t.Errorf("%q: the mapping is at %s", sent, u.mappingPath(name))
		}
	}
}

func TestTally(t *testing.T) {
	var counted tally
	for line := range 20 {
		counted.add(convert.Place{File: "a.csv", Row: line + 1, Line: line + 2}, line == 3, []linkedart.Finding{
			{Level: linkedart.Warning, Rule: "label", Message: "no label"},
			{Level: linkedart.Error, Rule: "type", Pointer: "/type", Message: "no class", Fix: "one of them"},
		})
	}
	rules := counted.byRule()
	if counted.records != 20 || counted.refused != 1 || len(rules) != 2 {
		t.Fatalf("%+v", counted)
	}
	first := rules[0]
	if first.rule != "type" || first.count != 20 || first.message != "/type: no class → one of them" || len(first.places) != maxPlaces || first.places[0] != "2" || !first.more {
		t.Errorf("%+v", first)
	}
}
