package reading

import "strings"

// Preference chooses among texts by the languages that a reader prefers.
type Preference struct {
	// Languages are tags (BCP 47), the most preferred first.
	Languages []string
	// Resolve tells the tag of the concept of a language that a record says no more of
	// than its IRI, "" where it is not known. It may be nil.
	Resolve func(iri string) string
}

// place is that of a tag among the reader's languages: a region counts as its language.
func (p Preference) place(tag string) (int, bool) {
	for i, wanted := range p.Languages {
		if tag != "" && strings.EqualFold(primarySubtag(tag), primarySubtag(wanted)) {
			return i, true
		}
	}
	return 0, false
}

func primarySubtag(tag string) string {
	base, _, _ := strings.Cut(tag, "-")
	return base
}

// Sort returns the texts in the order of the reader's languages: first those in the most
// preferred, then in the next, then those in no known language, then the others; within
// each in the order of the record.
func (p Preference) Sort(texts []Name) []Name {
	groups := make([][]Name, len(p.Languages)+2)
	for _, t := range texts {
		tag := t.Language(p.Resolve)
		place, mine := p.place(tag)
		if !mine {
			place = len(p.Languages)
			if tag != "" {
				place++
			}
		}
		groups[place] = append(groups[place], t)
	}
	out := make([]Name, 0, len(texts))
	for _, group := range groups {
		out = append(out, group...)
	}
	return out
}
