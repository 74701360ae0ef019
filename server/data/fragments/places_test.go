package fragments

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"vitrine/rdfstore"
)

func newPlaces(t testing.TB, first byte) *Places {
	t.Helper()
	p, err := NewPlaces(append([]byte{first}, make([]byte, KeySize-1)...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPlacesTellNothing seals places that follow each other.
func TestPlacesTellNothing(t *testing.T) {
	p, other := newPlaces(t, 1), newPlaces(t, 2)
	const n = 64
	var texts []string
	for i := range n {
		place := string(binary.BigEndian.AppendUint64([]byte("the same pattern "), uint64(i)))
		text := p.seal(place)
		if text != newPlaces(t, 1).seal(place) {
			t.Errorf("place %d is written in two ways", i)
		}
		if got, err := p.open(text); err != nil || got != place {
			t.Errorf("place %d is read as %q, %v", i, got, err)
		}
		if _, err := other.open(text); !errors.Is(err, rdfstore.ErrCursor) {
			t.Errorf("place %d is read with another key: %v", i, err)
		}
		texts = append(texts, text)
	}
	rising := 0
	for i := 1; i < n; i++ {
		if texts[i-1] < texts[i] {
			rising++
		}
		a, _ := placeEncoding.DecodeString(texts[i-1])
		b, _ := placeEncoding.DecodeString(texts[i])
		// By chance, two bytes agree at one of 256 places.
		if same := sameBytes(a, b); same > 6 {
			t.Errorf("places %d and %d agree in %d of %d bytes", i-1, i, same, len(a))
		}
	}
	if rising < n/4 || rising > 3*n/4 {
		t.Errorf("%d of %d texts come after the one before", rising, n-1)
	}
	if slices.Sort(texts); len(slices.Compact(texts)) != n {
		t.Error("two places have one text")
	}
}

func sameBytes(a, b []byte) (n int) {
	for i := range a {
		if a[i] == b[i] {
			n++
		}
	}
	return n
}

// TestPlacesAreNotForged changes each byte of a text, and shortens and lengthens it.
func TestPlacesAreNotForged(t *testing.T) {
	p := newPlaces(t, 1)
	text := p.seal("0.place")
	sealed, err := placeEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	forged := []string{"x", "0.place", "0." + text, text + "A", text + "\n", strings.Repeat("A", 200), placeEncoding.EncodeToString(sealed[:vectorSize])}
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		forged = append(forged, placeEncoding.EncodeToString(changed), placeEncoding.EncodeToString(sealed[:i]))
	}
	for _, text := range forged {
		if place, err := p.open(text); text != "" && !errors.Is(err, rdfstore.ErrCursor) {
			t.Errorf("%q is read as %q, %v", text, place, err)
		}
	}
}

// TestNoPlaces writes places as they are, and no place as none.
func TestNoPlaces(t *testing.T) {
	var none *Places
	if text := none.seal("0.place"); text != "0.place" {
		t.Errorf("a place is written as %q", text)
	}
	if place, err := none.open("0.place"); place != "0.place" || err != nil {
		t.Errorf("a place is read as %q, %v", place, err)
	}
	p := newPlaces(t, 1)
	if text := p.seal(""); text != "" {
		t.Errorf("no place is written as %q", text)
	}
	if _, err := NewPlaces(nil); err == nil {
		t.Error("there are places without a key")
	}
}
