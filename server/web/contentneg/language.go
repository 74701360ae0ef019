package contentneg

import (
	"cmp"
	"slices"
	"strings"
)

// Language returns the index of the language that the lines of an Accept-Language field
// (RFC 9110 section 12.5.4) ask for, among languages in lower case, by the lookup scheme
// of RFC 4647 section 3.4: the ranges in the order of their weights, each as it stands
// and then without its last subtags. A language with weight 0 is not chosen. It is -1
// where the field asks for none of them, which RFC 9110 has a server answer in a language
// of its own choice. The error is ErrTooLong or nil.
func Language(lines []string, languages []string) (int, error) {
	if err := checkLength(lines); err != nil {
		return -1, err
	}
	ranges, err := parseLanguages(lines)
	if err != nil {
		return -1, err
	}
	refused := map[string]bool{}
	for _, r := range ranges {
		if r.quality == 0 {
			refused[r.name] = true
		}
	}
	for _, r := range ranges {
		if r.quality == 0 {
			continue
		}
		if i := lookUp(r.name, languages, refused, ranges); i >= 0 {
			return i, nil
		}
	}
	return -1, nil
}

// languageRange is one element of an Accept-Language field, in lower case.
type languageRange struct {
	name    string
	quality int
}

// lookUp returns the index of the language that a range names, -1 for none. The wildcard
// stands for the first language that no other range names.
func lookUp(name string, languages []string, refused map[string]bool, ranges []languageRange) int {
	if name == "*" {
		return slices.IndexFunc(languages, func(language string) bool {
			return !slices.ContainsFunc(ranges, func(r languageRange) bool { return r.name == language })
		})
	}
	for name != "" {
		if i := slices.Index(languages, name); i >= 0 && !refused[name] {
			return i
		}
		name = parent(name)
	}
	return -1
}

// parent is a language range without its last subtag, and without the single letter that
// would then be the last.
func parent(name string) string {
	last := strings.LastIndexByte(name, '-')
	if last < 0 {
		return ""
	}
	name = name[:last]
	if last >= 2 && name[last-2] == '-' {
		name = name[:last-2]
	}
	return name
}

// parseLanguages reads the lines of an Accept-Language field, the greatest weight first.
func parseLanguages(lines []string) ([]languageRange, error) {
	var ranges []languageRange
	n := 0
	for _, line := range lines {
		for element := range strings.SplitSeq(line, ",") {
			if n++; n > MaxElements {
				return nil, ErrTooLong
			}
			if r, ok := parseLanguage(element); ok {
				ranges = append(ranges, r)
			}
		}
	}
	slices.SortStableFunc(ranges, func(a, b languageRange) int { return cmp.Compare(b.quality, a.quality) })
	return ranges, nil
}

// parseLanguage reads one range (RFC 4647 section 2.1) with its weight.
func parseLanguage(element string) (languageRange, bool) {
	name, parameter, weighted := strings.Cut(element, ";")
	r := languageRange{strings.ToLower(strings.Trim(name, ows)), MaxQuality}
	if !isLanguageRange(r.name) {
		return r, false
	}
	if !weighted {
		return r, true
	}
	key, value, _ := strings.Cut(strings.Trim(parameter, ows), "=")
	if !strings.EqualFold(key, "q") {
		return r, false
	}
	var ok bool
	r.quality, ok = parseWeight(value)
	return r, ok
}

func isLanguageRange(s string) bool {
	if s == "*" {
		return true
	}
	for i, subtag := range strings.Split(s, "-") {
		if len(subtag) < 1 || len(subtag) > 8 {
			return false
		}
		for _, c := range []byte(subtag) {
			letter := 'a' <= c && c <= 'z'
			if !letter && (i == 0 || c < '0' || c > '9') {
				return false
			}
		}
	}
	return true
}
