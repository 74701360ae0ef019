package contentneg

import (
	"slices"
	"strings"
)

// mediaRange is one element of an Accept field (RFC 9110 section 12.5.1).
type mediaRange struct {
	mainType, subtype string // lower case; "*" is the wildcard
	params            []param
	profiles          []string
	quality           int
}

type param struct{ name, value string }

// matches tells whether the range covers a media type that has the profile and
// the charset UTF-8. Other parameters are ignored, as those of RDF 1.2 such as
// text/turtle;version=1.2: no offer tells them apart, and what there is serves
// better than 406.
func (r mediaRange) matches(mediaType, profile string) bool {
	if r.mainType != "*" {
		main, sub, _ := strings.Cut(mediaType, "/")
		if r.mainType != main || r.subtype != "*" && r.subtype != sub {
			return false
		}
	}
	for _, p := range r.params {
		if p.name == "charset" && !strings.EqualFold(p.value, "utf-8") {
			return false
		}
	}
	return len(r.profiles) == 0 || slices.Contains(r.profiles, profile)
}

// specificity orders ranges: */* before type/* before type/subtype, and each
// before the same with a profile.
func (r mediaRange) specificity() int {
	level := 0
	switch {
	case r.subtype != "*":
		level = 4
	case r.mainType != "*":
		level = 2
	}
	if len(r.profiles) > 0 {
		level++
	}
	return level
}

// parseAccept reads the lines of an Accept field. It also tells whether they
// hold no element at all, which RFC 9110 treats like a missing field.
func parseAccept(lines []string) (ranges []mediaRange, empty bool, err error) {
	empty = true
	n := 0
	for _, line := range lines {
		for element := range split(line, ',') {
			if strings.Trim(element, ows) == "" {
				continue
			}
			empty = false
			if n++; n > MaxElements {
				return nil, false, ErrTooLong
			}
			if r, ok := parseRange(element); ok {
				ranges = append(ranges, r)
			}
		}
	}
	return ranges, empty, nil
}

// parseRange reads one media range with its weight.
func parseRange(element string) (mediaRange, bool) {
	r := mediaRange{quality: MaxQuality}
	first := true
	for piece := range split(element, ';') {
		trimmed := strings.Trim(piece, ows)
		switch {
		case first:
			first = false
			if !r.setType(trimmed) {
				return r, false
			}
		case trimmed == "":
		default:
			if !r.setParam(trimmed) {
				return r, false
			}
		}
	}
	return r, !first
}

func (r *mediaRange) setType(s string) bool {
	if s == "*" {
		s = "*/*"
	}
	main, sub, ok := strings.Cut(strings.ToLower(s), "/")
	r.mainType, r.subtype = main, sub
	return ok && isToken(main) && isToken(sub) && (main != "*" || sub == "*")
}

// setParam reads one parameter. RFC 9110 section 12.5.1 wants any parameter named
// q taken as the weight.
func (r *mediaRange) setParam(s string) bool {
	name, raw, ok := strings.Cut(s, "=")
	name = strings.ToLower(name)
	if !ok || !isToken(name) {
		return false
	}
	if name == "q" {
		r.quality, ok = parseWeight(raw)
		return ok
	}
	value, ok := unquote(raw)
	if name == "profile" {
		if !ok && strings.Contains(raw, `"`) {
			return false
		}
		if !ok {
			value = strings.Trim(raw, "'")
		}
		r.profiles = append(r.profiles, strings.Fields(value)...)
		return len(r.profiles) > 0
	}
	r.params = append(r.params, param{name, value})
	return ok
}
