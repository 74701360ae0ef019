package contentneg

import (
	"cmp"
	"slices"
	"strings"
)

// Identity is the name of the coding that codes nothing.
const Identity = "identity"

// Encoding ranks the content codings that the lines of an Accept-Encoding
// field accept, best first: by quality, then in the order given. Identity is
// among them unless the client excludes it, and is the last of its quality; a
// client that sends no field gets nothing else. The error is ErrTooLong or nil.
func Encoding(lines []string, codings []string) ([]string, error) {
	if err := checkLength(lines); err != nil {
		return nil, err
	}
	weights, err := parseEncoding(lines)
	if err != nil {
		return nil, err
	}
	type ranked struct {
		coding  string
		quality int
	}
	var accepted []ranked
	rest, hasRest := weights["*"]
	for _, coding := range codings {
		if q, ok := weights[coding]; ok && q > 0 {
			accepted = append(accepted, ranked{coding, q})
		} else if !ok && rest > 0 {
			accepted = append(accepted, ranked{coding, rest})
		}
	}
	// What is not named is acceptable for identity, but wanted least.
	identity, named := weights[Identity]
	switch {
	case named && identity > 0:
		accepted = append(accepted, ranked{Identity, identity})
	case !named && (!hasRest || rest > 0):
		accepted = append(accepted, ranked{Identity, 0})
	}
	slices.SortStableFunc(accepted, func(a, b ranked) int { return cmp.Compare(b.quality, a.quality) })
	names := make([]string, len(accepted))
	for i, a := range accepted {
		names[i] = a.coding
	}
	return names, nil
}

// parseEncoding returns the weight of each coding that is named, the greatest
// where one is named twice.
func parseEncoding(lines []string) (map[string]int, error) {
	weights := map[string]int{}
	n := 0
	for _, line := range lines {
		for element := range strings.SplitSeq(line, ",") {
			if n++; n > MaxElements {
				return nil, ErrTooLong
			}
			coding, quality, ok := parseCoding(element)
			if !ok {
				continue
			}
			if old, again := weights[coding]; !again || quality > old {
				weights[coding] = quality
			}
		}
	}
	return weights, nil
}

func parseCoding(element string) (coding string, quality int, ok bool) {
	coding, parameter, weighted := strings.Cut(element, ";")
	coding = strings.ToLower(strings.Trim(coding, ows))
	// RFC 9110 section 8.4.1.3 has x-gzip taken as gzip.
	if coding == "x-gzip" {
		coding = "gzip"
	}
	if !isToken(coding) {
		return "", 0, false
	}
	if !weighted {
		return coding, MaxQuality, true
	}
	name, value, _ := strings.Cut(strings.Trim(parameter, ows), "=")
	if !strings.EqualFold(name, "q") {
		return "", 0, false
	}
	quality, ok = parseWeight(value)
	return coding, quality, ok
}
