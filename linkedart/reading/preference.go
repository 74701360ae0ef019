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

// Choose returns the name to call something by, with its language, "" where that is not
// known. It is false where there are no names.
//
// A name in a language that the reader prefers goes before one in none that is known,
// that before one in another language; but a name that is classified as primary and in
// no language goes before one of the reader's that is not primary. Among equals the
// primary goes first, then the first of the record.
func (p Preference) Choose(names []Name) (best Name, tag string, ok bool) {
	rank := 0
	for _, n := range names {
		if n.Content == "" {
			continue
		}
		lang := n.Language(p.Resolve)
		if r := p.rank(n, lang); !ok || r > rank {
			best, tag, rank, ok = n, lang, r, true
		}
	}
	return best, tag, ok
}

// rank says how well a name suits, the higher the better.
func (p Preference) rank(n Name, tag string) int {
	primary := n.Node.IsClassified(PrimaryName)
	count := len(p.Languages)
	place, mine := p.place(tag)
	switch {
	case mine && primary:
		return 4 + 2*count - place
	case tag == "" && primary:
		return 4 + count
	case mine:
		return 3 + count - place
	case primary:
		return 2
	case tag == "":
		return 1
	default:
		return 0
	}
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
