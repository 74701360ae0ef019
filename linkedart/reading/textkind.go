package reading

import "strings"

// TextGroup is the texts of one kind.
type TextGroup struct {
	// Kinds are the classifications that all the texts have, none for texts without.
	Kinds []Node
	Texts []Name
}

// BriefText is the classification that tells a statement from a text; it says nothing
// about what the statement says.
const BriefText = "http://vocab.getty.edu/aat/300418049"

// ByKind returns texts by what they are classified as, in the order of the first of each
// kind.
func ByKind(texts []Name) []TextGroup {
	var out []TextGroup
	index := map[string]int{}
	for _, t := range texts {
		kinds := t.telling()
		key := joinIRIs(kinds)
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, TextGroup{Kinds: kinds})
		}
		out[i].Texts = append(out[i].Texts, t)
	}
	return out
}

// telling are the kinds that say what a text is.
func (n Name) telling() []Node {
	var out []Node
	for _, kind := range n.Kinds {
		if kind.IRI() != BriefText {
			out = append(out, kind)
		}
	}
	return out
}

func joinIRIs(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		if iri := n.IRI(); iri != "" {
			b.WriteString(iri)
		} else {
			b.WriteString("_:" + n.subject.String())
		}
		b.WriteByte(' ')
	}
	return b.String()
}
