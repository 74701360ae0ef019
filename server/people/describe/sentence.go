package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// sentenceWriter puts one sentence together.
type sentenceWriter struct {
	*brief.Editor
	root reading.Node
	// known is what a card says of the entity: its dates and its wholes.
	known *brief.Brief
}

// Of is the sentence about an entity that an endpoint serves, nil where the record has
// nothing to say but what kind of thing it is. kind is that, in words.
func sentenceOf(e *brief.Editor, endpoint string, root reading.Node, known *brief.Brief, kind html.Part) html.Phrase {
	t := &sentenceWriter{e, root, known}
	steps, ok := sentencePlans[endpoint]
	if !ok || kind.Text == "" {
		return nil
	}
	out := html.Phrase{raised(unlinked(kind))}
	before := len(out)
	for _, step := range steps {
		out = step(t, out)
	}
	if len(out) == before {
		return nil
	}
	return append(out, html.Part{Text: "."})
}

// names are entities in a row: "oil paint and canvas".
func (t *sentenceWriter) names(nodes []reading.Node) html.Phrase {
	var out html.Phrase
	for i, n := range nodes {
		name := html.Phrase{t.name(n)}
		switch {
		case i == 0:
			out = name
		case i == maxSentenceNames:
			return t.Phrase("%s and others", out)
		case i == len(nodes)-1:
			out = t.Phrase("%s and %s", out, name)
		default:
			out = html.Enumerate(out, name...)
		}
	}
	return out
}

// name is an entity within the sentence. It leads to its record here; a material begins with
// a small letter where its name is sure to be no proper name, but in German.
func (t *sentenceWriter) name(n reading.Node) html.Part {
	part := t.Node(n)
	if part.External || part.Missing {
		part.Href, part.External, part.Missing = "", false, false
	}
	if part.Lang == "" && t.Words.Code() != "de" && t.isCommon(n, part.Text) {
		part.Text = began(part.Text, unicode.ToLower)
	}
	return part
}

// isCommon tells whether the name of a material has no proper name in it: it is one word,
// such as "Porcelain", or begins with a common one, as "Silver leaf" does, or the material is
// among the common concepts that the pages have words for, by its own URI or by what it is
// equivalent to. "Carrara marble" may have one.
func (t *sentenceWriter) isCommon(n reading.Node, name string) bool {
	iri := n.IRI()
	if !n.Is(reading.ClassMaterial) {
		return false
	}
	word, rest, _ := strings.Cut(name, " ")
	if first, size := utf8.DecodeRuneInString(word); unicode.IsUpper(first) && !strings.ContainsFunc(word[size:], isNoSmallLetter) && // unlike "PVC"
		(rest == "" || t.Words.IsTerm(word)) {
		return true
	}
	if iri == "" {
		return false
	}
	for _, same := range append([]string{iri}, t.Brief(iri).Equivalents...) {
		if _, ok := t.Words.Term(same); ok {
			return true
		}
	}
	return false
}

func isNoSmallLetter(r rune) bool { return !unicode.IsLower(r) }

// unlinked is a part that leads nowhere.
func unlinked(p html.Part) html.Part {
	p.Href, p.External, p.Missing, p.Title = "", false, false, ""
	return p
}

func raised(p html.Part) html.Part {
	p.Text = began(p.Text, unicode.ToUpper)
	return p
}

// began is a text with another first letter.
func began(text string, change func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || first == utf8.RuneError {
		return text
	}
	return string(change(first)) + text[size:]
}
