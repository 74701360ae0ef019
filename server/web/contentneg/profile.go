package contentneg

import (
	"slices"
	"strings"
)

// AcceptProfile keeps the choices whose profiles the lines of an Accept-Profile field accept
// (https://www.w3.org/TR/dx-prof-conneg/#http-getresourcebyprofile), the best first: by the
// weight of the profile, and then in the order that they have. An element is an IRI in angle
// brackets, or "*" for all other choices, those without a profile included. No lines, or empty
// ones, keep every choice. The error is ErrTooLong or nil.
func AcceptProfile(lines []string, choices []Choice, offers []Offer) ([]Choice, error) {
	if len(lines) == 0 {
		return choices, nil
	}
	if err := checkLength(lines); err != nil {
		return nil, err
	}
	weights, elements := map[string]int{}, 0
	for _, line := range lines {
		for element := range split(line, ',') {
			if element = strings.Trim(element, ows); element == "" {
				continue
			}
			if elements++; elements > MaxElements {
				return nil, ErrTooLong
			}
			if profile, weight, ok := parseProfile(element); ok {
				weights[profile] = max(weights[profile], weight)
			}
		}
	}
	if elements == 0 {
		return choices, nil
	}
	weigh := func(c Choice) int {
		if weight, named := weights[offers[c.Offer].Profile]; named {
			return weight
		}
		return weights["*"]
	}
	kept := slices.DeleteFunc(slices.Clone(choices), func(c Choice) bool { return weigh(c) == 0 })
	slices.SortStableFunc(kept, func(a, b Choice) int { return weigh(b) - weigh(a) })
	return kept, nil
}

// parseProfile reads one element of an Accept-Profile field with its weight.
func parseProfile(element string) (profile string, weight int, ok bool) {
	profile, parameters, _ := strings.Cut(element, ";")
	if profile = strings.TrimRight(profile, ows); profile != "*" {
		if len(profile) < 3 || profile[0] != '<' || profile[len(profile)-1] != '>' {
			return "", 0, false
		}
		profile = profile[1 : len(profile)-1]
	}
	weight, ok = MaxQuality, true
	for parameter := range split(parameters, ';') {
		name, value, _ := strings.Cut(strings.Trim(parameter, ows), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		if value, ok = unquote(value); ok { // its grammar is that of any parameter
			weight, ok = parseWeight(value)
		}
		if !ok {
			return "", 0, false
		}
	}
	return profile, weight, true
}
