package describe

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// value is what a node of the record comes to in a few words. What the words tell is
// marked as shown.
func (e *editor) value(n reading.Node) html.Phrase {
	switch {
	case len(n.Literals(reading.Content)) > 0:
		return e.textValue(n)
	case n.Is(reading.ClassTimeSpan):
		return e.timeValue(n, true)
	case n.Is(reading.ClassDimension), n.Is(reading.ClassMonetaryAmount):
		return e.quantityValue(n)
	case isDigital(n):
		return e.digitalValue(n)
	case n.IRI() != "":
		return html.Phrase{e.referenced(n)}
	case n.Is(reading.ClassRight):
		return e.rightValue(n)
	case n.Is(reading.ClassAttributeAssignment) && len(n.Nodes(reading.Assigned)) > 0:
		return e.assignmentValue(n)
	case isActivity(n):
		return e.activityValue(n)
	}
	return e.called(n)
}

// values are those of several nodes and literals, as many as are shown.
func (e *editor) values(nodes []reading.Node, literals []rdf.Literal) []html.Phrase {
	var out []html.Phrase
	for _, n := range nodes {
		if len(out) == maxValues {
			break
		}
		if v := e.value(n); len(v) > 0 {
			out = append(out, v)
		}
	}
	for _, l := range literals {
		if len(out) == maxValues {
			break
		}
		out = append(out, e.literalValue(l))
	}
	if more := len(nodes) + len(literals) - maxValues; more > 0 {
		out = append(out, html.Text(e.Words.Text("and %d more, which the data has", more)))
	}
	return out
}

// literalValue is a literal in words.
func (e *editor) literalValue(l rdf.Literal) html.Phrase {
	text := l.String()
	part := html.Part{Text: brief.Clip(text, brief.MaxName), Lang: e.Lang(l.Lang())}
	if part.Text != text {
		part.Title = e.Words.Text("Shortened: the text has %d characters.", len([]rune(text)))
	}
	if strings.HasSuffix(l.DataType.String(), "#anyURI") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://") {
		part.Href = e.Mapper.Follow(text)
		part.External = part.Href != "" && !strings.HasPrefix(text, e.Mapper.Base)
	}
	return html.Phrase{part}
}

// referenced names an entity that the record refers to. How the record classifies it,
// which says what the reference is about, can be seen on demand.
func (e *editor) referenced(n reading.Node) html.Part {
	part := e.Reference(brief.RefOf(n))
	var about []string
	for _, kind := range e.shown.nodes(n, reading.ClassifiedAs) {
		about = append(about, e.Node(kind).Text)
	}
	part.Title = strings.Join(about, ", ")
	return part
}

// label names an entity in a place where a link to another host would be in the way: at
// the head of a text or before a name. It leads to the entity's record here, if there is
// one.
func (e *editor) label(n reading.Node) html.Part {
	part := e.referenced(n)
	if part.External {
		part.Href, part.External = "", false
	}
	return part
}

// called is what a part of the record is called: by its name, its kinds or its class.
func (e *editor) called(n reading.Node) html.Phrase {
	if n.IRI() != "" {
		return html.Phrase{e.referenced(n)}
	}
	if text, tag := e.NodeName(n); text != "" {
		e.showNames(n)
		return html.Phrase{{Text: text, Lang: e.Lang(tag)}}
	}
	if kinds := e.kindParts(n); len(kinds) > 0 {
		return kinds
	}
	return html.Text(e.classText(n))
}

// showNames marks the names of a node as shown where it has but one, and that says
// nothing but its text and its kind.
func (e *editor) showNames(n reading.Node) {
	names := n.Nodes(reading.IdentifiedBy)
	if len(names) != 1 {
		return
	}
	e.shown.show(n, reading.IdentifiedBy)
	e.shown.show(names[0], reading.Content, reading.ClassifiedAs)
	e.showLanguage(names[0])
}

// showLanguage marks the language of a text as shown, with a notation of the language that
// is the tag that the page has.
func (e *editor) showLanguage(text reading.Node) {
	e.shown.show(text, reading.Language)
	for _, l := range text.Nodes(reading.Language) {
		if codes := l.Literals(reading.Notation); len(codes) == 1 && strings.EqualFold(codes[0].String(), l.LanguageTag()) {
			e.shown.show(l, reading.Notation)
		}
	}
}

// kindParts are the classifications of a part of the record, marked as shown.
func (e *editor) kindParts(n reading.Node) html.Phrase {
	return e.enumerated(nil, n, reading.ClassifiedAs)
}

// classText is the class of a node in words.
func (e *editor) classText(n reading.Node) string {
	for _, class := range n.Classes() {
		return e.Class(class)
	}
	return e.Words.Text("Part of the record")
}

// textValue is a text of the record, with what kind of text it is.
func (e *editor) textValue(n reading.Node) html.Phrase {
	var out html.Phrase
	for _, l := range e.shown.literals(n, reading.Content) {
		if len(out) > 0 {
			out = append(out, html.Part{Text: "; "})
		}
		tag := l.Lang()
		if tag == "" {
			tag = e.Tag(brief.LanguageOf(reading.Name{Languages: n.Nodes(reading.Language)}))
		}
		out = append(out, html.Part{Text: brief.Clip(l.String(), maxText), Lang: e.Lang(tag)})
		if tag != "" {
			e.showLanguage(n)
		}
	}
	return html.InBrackets(out, e.kindParts(n))
}

// rightValue is a right: what it is, and whose.
func (e *editor) rightValue(n reading.Node) html.Phrase {
	out := e.kindParts(n)
	if text, tag := e.NodeName(n); len(out) == 0 || len(n.Names()) > 0 {
		e.showNames(n)
		out = html.Enumerate(out, html.Part{Text: text, Lang: e.Lang(tag)})
	}
	out = e.enumerated(out, n, reading.PossessedBy)
	if len(out) == 0 {
		out = html.Text(e.classText(n))
	}
	return out
}
