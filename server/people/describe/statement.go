package describe

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// statements are the texts about an entity under what they are, those in the reader's
// language first.
func (e *editor) statements(root reading.Node) []html.Statement {
	var out []html.Statement
	if root.IsDescribed() {
		out = append(out, e.ownText(root)...)
	}
	texts := root.Statements()
	shown := 0
	for _, text := range texts {
		if shown == maxStatements {
			break
		}
		shown++
		out = append(out, e.statement(text))
	}
	e.showTexts(root, reading.ReferredToBy, texts[:shown])
	slices.SortStableFunc(out, func(a, b html.Statement) int { return e.foreign(a) - e.foreign(b) })
	return out
}

// foreign is 0 for a statement that the reader can read, as far as is known.
func (e *editor) foreign(s html.Statement) int {
	if s.Lang == "" || e.IsReaders(s.Lang) {
		return 0
	}
	return 1
}

// provenanceKinds classify a text as the history of who owned an object (Getty AAT).
var provenanceKinds = []string{
	"http://vocab.getty.edu/aat/300435438", "http://vocab.getty.edu/aat/300444174", "http://vocab.getty.edu/aat/300055863",
}

// isProvenance tells whether a concept is one of provenanceKinds, or equivalent to one.
func (e *editor) isProvenance(kind reading.Node) bool {
	iri := kind.IRI()
	return iri != "" && (slices.Contains(provenanceKinds, iri) ||
		slices.ContainsFunc(e.Brief(iri).Equivalents, func(same string) bool { return slices.Contains(provenanceKinds, same) }))
}

// statement is one text.
func (e *editor) statement(text reading.Name) html.Statement {
	s := html.Statement{Kind: html.Part{Text: e.Words.Text("Note")}}
	for i, kind := range e.shown.nodes(text.Node, reading.ClassifiedAs) {
		s.Provenance = s.Provenance || e.isProvenance(kind)
		part := e.label(kind)
		if i > 0 {
			part.Text = s.Kind.Text + ", " + part.Text
		}
		s.Kind = part
	}
	tag := e.TextTag(text)
	s.Lang = e.Lang(tag)
	if tag != "" {
		e.showLanguage(text.Node)
	}
	e.shown.show(text.Node, reading.Content)
	s.Paragraphs, s.More = paragraphs(text.Content)
	return s
}

// joined are the facts with the statements that have the name of one, such as "Materials",
// as its first values, and the other statements. A text that was cut stays a statement.
func joined(facts []html.Fact, statements []html.Statement) ([]html.Fact, []html.Statement) {
	var rest []html.Statement
	added := make([]int, len(facts))
	for _, s := range statements {
		at := slices.IndexFunc(facts, func(f html.Fact) bool { return strings.EqualFold(f.Name, s.Kind.Text) })
		if at < 0 || s.More > 0 {
			rest = append(rest, s)
			continue
		}
		for _, text := range s.Paragraphs {
			facts[at].Values = slices.Insert(facts[at].Values, added[at], html.Phrase{{Text: text, Lang: s.Lang}})
			added[at]++
		}
	}
	return facts, rest
}

// ownText is the text that a record of a text has itself.
func (e *editor) ownText(root reading.Node) []html.Statement {
	var out []html.Statement
	for _, l := range e.shown.literals(root, reading.Content) {
		tag := l.Lang()
		if tag == "" {
			tag = e.Tag(brief.LanguageOf(reading.Name{Languages: root.Nodes(reading.Language)}))
		}
		s := html.Statement{Kind: html.Part{Text: e.Words.Text("Text")}, Lang: e.Lang(tag)}
		s.Paragraphs, s.More = paragraphs(l.String())
		out = append(out, s)
	}
	return out
}

// paragraphs are those of a text, which blank lines part, and how many characters were
// left out of one that is too long.
func paragraphs(text string) (out []string, more int) {
	if count := utf8.RuneCountInString(text); count > maxText {
		more = count - maxText
		text = string([]rune(text)[:maxText]) + "…"
	}
	for _, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out, more
}
