package html

import "testing"

func TestLinkTitle(t *testing.T) {
	for name, want := range map[string]string{
		"personBornAtPlace": "Person born at place",
		"objectMemberOfSet": "Object member of set",
		"plain":             "Plain",
		"":                  "",
	} {
		if got := LinkTitle(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
