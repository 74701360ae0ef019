package server

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/rdfstore/private"
	"vitrine/server/data/fragments"
)

// afterPattern finds the parameter after of the next page.
var afterPattern = regexp.MustCompile(`after=([^&>"]+)`)

// sealedMuseum is a quadMuseum with a private record in between, and a key of places.
func sealedMuseum(t *testing.T) (sealed, open *museum) {
	t.Helper()
	open = quadMuseum(t)
	put(t, open, person(t, testBase+"draft/1", "Draft"))
	sealed = newMuseumWith(t, func(c *Config) {
		view, err := private.Open(t.Context(), open.config.Store, private.Rules{Prefixes: []string{testBase + "draft/"}}, private.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c.Public = &Public{Store: view, PlaceKey: bytes.Repeat([]byte{7}, fragments.KeySize)}
	}, open.config.Store)
	return sealed, open
}

// TestPlacesOfPrivateStoresAreSealed goes through the pages of all quads and fragments of a
// store with private records, and compares where they begin with what the store says.
func TestPlacesOfPrivateStoresAreSealed(t *testing.T) {
	sealed, open := sealedMuseum(t)
	const byType = "/-/fragments?predicate=http://www.w3.org/1999/02/22-rdf-syntax-ns%23type"
	bare := placesOf(t, open, "/-/fragments?")
	for _, route := range []string{"/-/fragments?", byType} {
		places := placesOf(t, sealed, route)
		for _, place := range places {
			if slices.Contains(bare, place) || strings.Contains(place, ".") {
				t.Errorf("%s: a page begins after %s, as the store says it", route, place)
			}
		}
		if slices.IsSorted(places) && len(places) > 2 {
			t.Errorf("%s: the places are in order", route)
		}
	}
	if len(bare) == 0 {
		t.Fatal("the fragment has one page")
	}
	first := placesOf(t, sealed, "/-/fragments?")[0]
	for target, status := range map[string]int{
		"/-/fragments?after=" + first:                                            200,
		"/-/fragments?after=" + bare[0]:                                          400,
		"/-/fragments?after=A" + first[1:] + "A":                                 400,
		"/-/fragments?after=x":                                                   400,
		"/-/fragments?after=":                                                    400,
		"/-/fragments?predicate=x:y&after=" + first:                              400,
		"/-/fragments?after=" + url.QueryEscape(strings.Repeat("A", len(first))): 400,
	} {
		r := do(t, sealed, "GET", target)
		if text := body(t, r); r.StatusCode != status || strings.Contains(text, "panic") {
			t.Errorf("%s: status %d, want %d: %s", target, r.StatusCode, status, text)
		}
	}
}

// placesOf follows the pages of an answer, and returns where they begin.
func placesOf(t *testing.T, m *museum, target string) (places []string) {
	t.Helper()
	start := target
	for range 1000 {
		r := do(t, m, "GET", target, "Accept", "application/n-quads")
		text := body(t, r)
		if r.StatusCode != 200 {
			t.Fatalf("%s: status %d: %s", target, r.StatusCode, text)
		}
		if strings.Contains(text, testBase+"draft/1") && m.config.Public != nil {
			t.Errorf("%s has a private record", target)
		}
		var next string
		for _, found := range afterPattern.FindAllStringSubmatch(r.Header.Get("Link")+text, -1) {
			if !strings.Contains(target, found[1]) {
				next = found[1]
			}
		}
		if next == "" {
			return places
		}
		places = append(places, next)
		target = start + "&after=" + next
	}
	t.Fatal("the pages have no end")
	return nil
}
