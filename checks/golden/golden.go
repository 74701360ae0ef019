// Package golden compares what tests have made with files that are kept beside them: golden
// files. It is for tests alone.
//
// go test ./PACKAGE -update writes the files anew, to be looked at before they are kept.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Check compares what a test has made with the file, whose path is slash-separated and
// relative to the package.
func Check[T string | []byte](t *testing.T, path string, made T) {
	t.Helper()
	got, file := []byte(made), filepath.FromSlash(path)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("it differs from %s; look at the difference and write that anew with -update. It is\n%s", path, got)
	}
}
