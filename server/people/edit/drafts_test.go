package edit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/server/web/respond"
)

func codeOf(err error) string {
	var answer *respond.Error
	if errors.As(err, &answer) {
		return answer.Type.Code
	}
	return ""
}

// TestDraftFiles keeps, changes and removes drafts; a publication that fails leaves the draft.
func TestDraftFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "drafts")
	d, err := OpenDrafts(folder)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := d.All(); err != nil || len(all) != 0 {
		t.Fatalf("%v, %v", all, err)
	}
	text := "{\"id\": \"é\\u0000\", \n\t\"n\": 1.50}"
	first, err := d.Keep(Draft{Of: "https://data.museum.example/1", Text: text, By: "ada"}, "")
	if err != nil {
		t.Fatal(err)
	}
	second, err := d.Keep(Draft{Of: first.Of, Text: text + " ", By: "ada"}, first.handle())
	if err != nil || second.ID != first.ID || second.tag == first.tag || second.Text != text+" " {
		t.Fatalf("%+v, %v", second, err)
	}
	if _, err := d.Keep(Draft{}, first.handle()); codeOf(err) != respond.Conflict.Code {
		t.Errorf("over a change: %v", err)
	}
	broken := errors.New("broken")
	if err := d.publish(second.handle(), func() error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if got, err := d.Get(first.ID); err != nil || got.Text != text+" " {
		t.Errorf("after a failure: %+v, %v", got, err)
	}
	if info, err := os.Stat(filepath.Join(folder, first.ID+".json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := d.Remove(second.handle()); err != nil {
		t.Error(err)
	}
	for _, id := range []string{first.ID, "", "../x", "A", strings.Repeat("a", 65)} {
		if _, err := d.Get(id); codeOf(err) != respond.NotFound.Code {
			t.Errorf("%q: %v", id, err)
		}
	}
	for range maxDrafts {
		if _, err := d.Keep(Draft{}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Keep(Draft{}, ""); codeOf(err) != respond.Conflict.Code {
		t.Errorf("one too many: %v", err)
	}
}
