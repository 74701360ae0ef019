package syntax

import (
	"slices"
	"testing"
)

func TestDollarVariables(t *testing.T) {
	const text = "SELECT ?a # $comment\nWHERE { ?a <x:$iri> $place ; <x:\\u0070> '$text' ; <x:q> $b, $place . FILTER(?a != $b) }"
	names, err := DollarVariables(text)
	if want := []string{"place", "b"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("they are %q, %v; want %q", names, err, want)
	}
	got, err := ReplaceDollarVariables(text, map[string]string{"place": "<x:leiden>", "text": "1"})
	want := "SELECT ?a # $comment\nWHERE { ?a <x:$iri> <x:leiden> ; <x:\\u0070> '$text' ; <x:q> $b, <x:leiden> . FILTER(?a != $b) }"
	if err != nil || got != want {
		t.Errorf("it is %s, %v; want %s", got, err, want)
	}
	if _, err := DollarVariables("SELECT * { ?s ?p 'open }"); err == nil {
		t.Error("a text that cannot be read has no error")
	}
}
