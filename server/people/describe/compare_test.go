package describe

import (
	"testing"

	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// TestCompare pairs what went with what came of one kind, and sees where the same words lead elsewhere.
func TestCompare(t *testing.T) {
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	before := &html.Record{
		Name:     html.Part{Text: "A"},
		Facts:    []html.Fact{{Name: "Made of", Values: []html.Phrase{html.Text("oil"), html.Text("canvas")}}, {Name: "Made by", Values: []html.Phrase{{{Text: "X", IRI: "https://a.example/1"}}}}},
		Sections: []html.Section{{Title: html.Part{Text: "Name: A"}, Facts: []html.Fact{{Name: "Language", Values: []html.Phrase{html.Text("English")}}}}},
	}
	after := &html.Record{
		Name:       html.Part{Text: "B"},
		Facts:      []html.Fact{{Name: "Made of", Values: []html.Phrase{html.Text("canvas")}}, {Name: "Made by", Values: []html.Phrase{{{Text: "X", IRI: "https://a.example/2"}}}}},
		Statements: []html.Statement{{Kind: html.Part{Text: "Note"}, Paragraphs: []string{"new"}}},
		Sections:   []html.Section{{Title: html.Part{Text: "Name: B"}, Facts: []html.Fact{{Name: "Language", Values: []html.Phrase{html.Text("English")}}}}},
	}
	want := [][3]string{{"Name", "A", "B"}, {"Name", "A", "B"}, {"Made of", "oil", ""}, {"Made by", "X", "X"}, {"Note", "", "new"}}
	got := Compare(before, after, languages.English())
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i, d := range got {
		if row := [3]string{d.What, d.Before.Plain(), d.After.Plain()}; row != want[i] {
			t.Errorf("%d: %q, want %q", i, row, want[i])
		}
	}
	if same := Compare(before, before, languages.English()); len(same) != 0 {
		t.Errorf("a page and itself: %v", same)
	}
}
