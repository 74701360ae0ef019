package loadcmd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
	"vitrine/load"
)

// TestReferencesAreBounded holds back more references than there is room for. What
// came meanwhile makes room; the rest is counted, and no reference is looked at
// over and over.
func TestReferencesAreBounded(t *testing.T) {
	var shown bytes.Buffer
	a := &console.App{Stderr: &shown}
	told, err := reportFlags{}.open(a, &shown, report.Options{Format: "text", Live: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := newReferences(told)
	hold := func(from, to int) {
		for i := from; i < to; i++ {
			found := []linkedart.Finding{{Rule: "reference-missing", Level: linkedart.Warning, Reference: fmt.Sprint("https://data.museum.example/person/", i)}}
			if left := r.hold(load.Place{Source: "people.jsonl", Line: i + 1}, found); len(left) != 0 {
				t.Fatalf("not held: %v", left)
			}
		}
	}
	hold(0, maxHeld+minNewNames)
	if len(r.held) != maxHeld || r.unheld != minNewNames {
		t.Fatalf("%d held, %d not", len(r.held), r.unheld)
	}
	for i := range minNewNames + 1 {
		r.add(fmt.Sprint("https://data.museum.example/person/", i))
	}
	hold(maxHeld, maxHeld+minNewNames)
	if len(r.held) != maxHeld-1 || r.unheld != minNewNames {
		t.Errorf("after %d came: %d held, %d not", minNewNames+1, len(r.held), r.unheld)
	}
	for i := range maxHeld {
		r.add(fmt.Sprint("https://data.museum.example/person/", i))
	}
	r.report(nil)
	if err := told.close(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("reference-missing  warning %d", minNewNames),
		fmt.Sprintf("%d references not checked, because more than %d lead to records that had not been read yet", minNewNames, maxHeld),
	} {
		if !strings.Contains(strings.Join(strings.Fields(shown.String()), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("no %q in\n%s", want, shown.String())
		}
	}
}
