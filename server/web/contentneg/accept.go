package contentneg

import (
	"cmp"
	"slices"
)

// Offer is a representation that can be made.
type Offer struct {
	// Type is the media type in lower case, without parameters.
	Type string
	// Aliases are other media types by which it may be asked for.
	Aliases []string
	// Profile is the IRI of its profile, empty where it has none.
	Profile string
}

// Choice is an offer that the client accepts.
type Choice struct {
	// Offer is the index of the offer.
	Offer int
	// Quality is the client's weight for it, from 1 to MaxQuality.
	Quality int
}

// Accept ranks the offers that the lines of an Accept field accept, best
// first: by quality; then by how closely the deciding range names the offer,
// so that "text/turtle, */*" asks for Turtle; then in the order of the offers.
// No lines, or empty ones, accept every offer. The error is ErrTooLong or nil.
func Accept(lines []string, offers []Offer) ([]Choice, error) {
	if err := checkLength(lines); err != nil {
		return nil, err
	}
	ranges, empty, err := parseAccept(lines)
	if err != nil {
		return nil, err
	}
	if empty {
		ranges = []mediaRange{{mainType: "*", subtype: "*", quality: MaxQuality}}
	}
	forgetUnknownProfiles(ranges, offers)
	ranked := make([]rankedChoice, 0, len(offers))
	for i, offer := range offers {
		if c, ok := best(ranges, offer); ok {
			c.Offer = i
			ranked = append(ranked, c)
		}
	}
	slices.SortStableFunc(ranked, func(a, b rankedChoice) int {
		return cmp.Or(b.Quality-a.Quality, b.specificity-a.specificity)
	})
	choices := make([]Choice, len(ranked))
	for i, c := range ranked {
		choices[i] = c.Choice
	}
	return choices, nil
}

type rankedChoice struct {
	Choice
	specificity int
}

// best returns the choice that the most favourable of an offer's names gets.
func best(ranges []mediaRange, offer Offer) (rankedChoice, bool) {
	var found rankedChoice
	names := append([]string{offer.Type}, offer.Aliases...)
	for i, name := range names {
		r, ok := decide(ranges, name, offer.Profile)
		// Another name of the type counts only where it is said in full: the
		// representation is not labelled with it, so no wildcard is about it.
		if !ok || r.quality == 0 || i > 0 && r.subtype == "*" {
			continue
		}
		c := rankedChoice{Choice{Quality: r.quality}, r.specificity()}
		if c.Quality < found.Quality || c.Quality == found.Quality && c.specificity <= found.specificity {
			continue
		}
		found = c
	}
	return found, found.Quality > 0
}

// decide returns the range that decides on a media type: the most specific one
// that matches, and among equals the one of the greatest weight.
func decide(ranges []mediaRange, mediaType, profile string) (mediaRange, bool) {
	var found mediaRange
	ok := false
	for _, r := range ranges {
		if !r.matches(mediaType, profile) {
			continue
		}
		if !ok || cmp.Or(r.specificity()-found.specificity(), r.quality-found.quality) > 0 {
			found, ok = r, true
		}
	}
	return found, ok
}

// forgetUnknownProfiles removes from the ranges the profiles that no offer has:
// JSON-LD 1.1 has a server ignore the profiles it does not recognise.
func forgetUnknownProfiles(ranges []mediaRange, offers []Offer) {
	known := func(profile string) bool {
		return slices.ContainsFunc(offers, func(o Offer) bool { return o.Profile == profile })
	}
	for i := range ranges {
		ranges[i].profiles = slices.DeleteFunc(ranges[i].profiles, func(p string) bool { return !known(p) })
	}
}
