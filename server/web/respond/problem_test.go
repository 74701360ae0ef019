package respond

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestTypes checks that each type has a code of its own and says what it means.
func TestTypes(t *testing.T) {
	seen := map[string]bool{}
	for _, one := range ErrorTypes() {
		if seen[one.Code] || one.Code == "" || strings.Trim(one.Code, "abcdefghijklmnopqrstuvwxyz-") != "" {
			t.Errorf("the code %q is there twice, or is no name", one.Code)
		}
		seen[one.Code] = true
		if one.Status < 400 || one.Status > 599 || one.Title == "" || !strings.HasSuffix(one.Detail, ".") {
			t.Errorf("%s: %+v", one.Code, one)
		}
	}
}

func TestDocument(t *testing.T) {
	e := &Error{Type: NotFound, Detail: "There is no <page>.", Instead: "https://x.example/?a&b", Err: io.EOF}
	if wrapped := fmt.Errorf("read: %w", e); !errors.Is(wrapped, io.EOF) || !strings.Contains(wrapped.Error(), "EOF") {
		t.Errorf("the cause is lost in %v", wrapped)
	}
	text, err := e.Document("https://x.example/-/errors/not-found", "r1").JSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"detail":"There is no <page>."`, `"instead":"https://x.example/?a&b"`, `"status":404`, `"request":"r1"`, `"code":"not-found"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if strings.Contains(string(text), "EOF") {
		t.Errorf("the cause is told: %s", text)
	}
	if d := (&Error{Type: NotFound}).Document("", ""); d.Detail != NotFound.Detail || d.Title != NotFound.Title {
		t.Errorf("%+v", d)
	}
}
