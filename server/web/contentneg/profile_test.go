package contentneg

import (
	"errors"
	"strings"
	"testing"
)

// TestAcceptProfile has pairs of Accept and Accept-Profile with the ranking that they ask for.
func TestAcceptProfile(t *testing.T) {
	for _, row := range [][3]string{
		{"*/*", "", all},
		{"*/*", " , ", all},
		{"", "<" + expanded + ">", "expanded"},
		{"*/*", "<" + expanded + ">;q=0.5, <" + flattened + ">", "flattened expanded"},
		{"*/*", "<" + expanded + "> ; q=0.5 | <" + flattened + `>;Q="0.4"`, "expanded flattened"},
		{"application/ld+json;profile=\"" + linkedArt + "\";q=0.2, application/ld+json", "<" + linkedArt + ">", "jsonld/200"},
		{"text/turtle", "<" + expanded + ">", ""},
		{"text/turtle, */*;q=0.1", "<" + expanded + ">, *;q=0.5", "expanded/100 turtle jsonld/100 flattened/100 ntriples/100 rdfxml/100 html/100"},
		{"application/ld+json", "*, <" + linkedArt + ">;q=0", "expanded flattened"},
		{"*/*", "<https://museum.example/none>", ""},
		{"*/*", "<" + expanded + ">;q=0", ""},
		{"*/*", expanded, ""},
		{"*/*", "<>, <, " + expanded + ">, <" + expanded + ">;q=2", ""},
		{"*/*", "nonsense, <" + expanded + ">;x", "expanded"},
	} {
		choices, err := Accept([]string{row[0]}, offers)
		if err == nil {
			choices, err = AcceptProfile(strings.Split(row[1], " | "), choices, offers)
		}
		if got := ranking(choices); got != row[2] || err != nil {
			t.Errorf("%q: %q, want %q, error %v", row[:2], got, row[2], err)
		}
	}
	for _, lines := range [][]string{{strings.Repeat("a", MaxBytes), "a"}, {strings.Repeat("*,", MaxElements) + "*"}} {
		if _, err := AcceptProfile(lines, nil, offers); !errors.Is(err, ErrTooLong) {
			t.Errorf("%d bytes: %v", len(lines[0]), err)
		}
	}
}
