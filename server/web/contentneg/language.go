package contentneg

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Language returns the index of the language that the lines of an Accept-Language field
// (RFC 9110 section 12.5.4) ask for, among languages in lower case, by the lookup scheme
// of RFC 4647 section 3.4: the ranges in the order of their weights, each as it stands
// and then its parents. The wildcard stands for the first language that no range names, and what
// has the weight 0 is not chosen. It is -1 where the field asks for none of them, which RFC 9110 has
// a server answer in a language of its own choice. The error is ErrTooLong or nil.
func Language(lines []string, languages []string) (int, error) {
	if err := checkLength(lines); err != nil {
		return -1, err
	}
	type weighted struct {
		tag     language.Tag
		quality float32
	}
	var ranges []weighted
	refused := map[string]bool{} // by the ranges, in lower case: those with the weight 0
	n := 0
	for _, line := range lines {
		for element := range strings.SplitSeq(line, ",") {
			if n++; n > MaxElements {
				return -1, ErrTooLong
			}
			tags, qualities, err := language.ParseAcceptLanguage(element)
			if err != nil {
				continue
			}
			name, _, _ := strings.Cut(element, ";")
			refused[strings.ToLower(strings.TrimSpace(name))] = len(tags) == 0
			if len(tags) == 1 {
				ranges = append(ranges, weighted{tags[0], qualities[0]})
			}
		}
	}
	slices.SortStableFunc(ranges, func(a, b weighted) int { return cmp.Compare(b.quality, a.quality) })
	for _, r := range ranges {
		if r.tag == wildcard {
			return slices.IndexFunc(languages, func(l string) bool { _, isNamed := refused[l]; return !isNamed }), nil
		}
		for tag := r.tag; !tag.IsRoot(); tag = tag.Parent() {
			if i := slices.Index(languages, strings.ToLower(tag.String())); i >= 0 && !refused[languages[i]] {
				return i, nil
			}
		}
	}
	return -1, nil
}

// wildcard is what x/text makes of the range "*".
var wildcard = language.MustParse("mul")
