package i18n

import (
	"maps"
	"slices"
	"strings"

	"vitrine/linkedart/words/terms"
)

// aat is what the URIs of the Art & Architecture Thesaurus begin with.
const aat = "http://vocab.getty.edu/aat/"

// readTerms returns the words for common concepts, by language and then by URI.
func readTerms() (map[string]map[string]string, error) {
	all, err := terms.All()
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]string{}
	for _, term := range all {
		for code, word := range term.Words {
			if out[code] == nil {
				out[code] = map[string]string{}
			}
			out[code][aat+term.AAT] = word
		}
	}
	return out, nil
}

// Terms returns the words for common concepts, by their URIs in the Art & Architecture
// Thesaurus: the English one, and those of the other languages.
func Terms() (map[string][]string, error) {
	languages, err := readTerms()
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
