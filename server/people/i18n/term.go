package i18n

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// aat is what the URIs of the Art & Architecture Thesaurus begin with.
const aat = "http://vocab.getty.edu/aat/"

// termsFile has common concepts of the Art & Architecture Thesaurus in the languages: the
// number of the concept and a column for each language, as the first line names them.
//
//go:embed terms.tsv
var termsFile string

// readTerms returns the words for concepts, by language and then by URI.
func readTerms(text string) (map[string]map[string]string, error) {
	out := map[string]map[string]string{}
	var codes []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if codes == nil {
			codes = cells[1:]
			for _, code := range codes {
				out[code] = map[string]string{}
			}
			continue
		}
		if len(cells) != len(codes)+1 {
			return nil, fmt.Errorf("terms.tsv, line %d: there are %d columns, not %d", n, len(cells), len(codes)+1)
		}
		for i, code := range codes {
			iri := aat + cells[0]
			if cells[i+1] == "" || out[code][iri] != "" {
				return nil, fmt.Errorf("terms.tsv, line %d: %s has no word in %s, or two", n, cells[0], code)
			}
			out[code][iri] = cells[i+1]
		}
	}
	return out, nil
}

// Terms returns the words for common concepts, by their URIs in the Art & Architecture
// Thesaurus: the English one, and those of the other languages.
func Terms() (map[string][]string, error) {
	languages, err := readTerms(termsFile)
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for _, code := range slices.SortedFunc(maps.Keys(languages), englishFirst) {
		for iri, word := range languages[code] {
			out[iri] = append(out[iri], word)
		}
	}
	return out, nil
}

func englishFirst(a, b string) int {
	if (a == "en") != (b == "en") {
		if a == "en" {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

// Term is a common concept in words, by its URI in the Art & Architecture Thesaurus, for
// concepts that no record here names. It is false for one that the package does not know.
func (w *Wording) Term(iri string) (string, bool) {
	term, ok := w.terms[aatIRI(iri)]
	return term, ok
}

// IsTerm tells whether a word is that of a common concept, whatever its letters' case.
func (w *Wording) IsTerm(word string) bool {
	for _, term := range w.terms {
		if strings.EqualFold(term, word) {
			return true
		}
	}
	return false
}

// aatIRI is the URI of a concept in the AAT, also for one that is written with https.
func aatIRI(iri string) string {
	if rest, ok := strings.CutPrefix(iri, "https://vocab.getty.edu/aat/"); ok {
		return aat + rest
	}
	return iri
}
