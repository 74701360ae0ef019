package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// head fills in what a page begins with: the name, the dates and the other
// names.
func (e *editor) head(record *html.Record, root reading.Node, b *brief.Brief) {
	text, tag := e.Title(b)
	record.Name = html.Part{Text: text, Lang: e.Lang(tag), IRI: b.IRI}
	record.Frame.Title, record.Frame.TitleLang = text, record.Name.Lang
	record.Dates = e.Dates(b.Date)
	names := root.Names()
	for i, name := range names {
		if i == maxNames {
			break
		}
		record.OtherNames = append(record.OtherNames, e.ownParts(name, text)...)
		other := e.named(name)
		if other.Value.Text == text && len(other.Note) == 0 && other.Value.Lang == record.Name.Lang {
			continue
		}
		record.OtherNames = append(record.OtherNames, other)
	}
	record.OtherNames = append(record.OtherNames, e.more(len(names))...)
	identifiers := root.Identifiers()
	for i, id := range identifiers {
		if i == maxNames {
			break
		}
		record.Identifiers = append(record.Identifiers, e.named(id))
	}
	record.Identifiers = append(record.Identifiers, e.more(len(identifiers))...)
	e.showTexts(root, reading.IdentifiedBy, append(names, identifiers...))
}

// ownParts are the parts of the name that the page begins with, such as the given name,
// each by itself: the name is read already. Of any other name the parts stand beside it.
func (e *editor) ownParts(name reading.Name, text string) []html.Named {
	parts := name.Parts()
	if brief.Clip(name.Content, brief.MaxName) != text || len(parts) == 0 || len(parts) > maxNames {
		return nil
	}
	for _, n := range name.Node.Nodes(reading.SymbolicPart) {
		if len(n.Literals(reading.Content)) != 1 {
			return nil
		}
	}
	e.shown.show(name.Node, reading.SymbolicPart)
	var out []html.Named
	for _, part := range parts {
		out = append(out, e.named(part))
	}
	return out
}

// more says how many of the names are not shown, nothing where all are.
func (e *editor) more(count int) []html.Named {
	if count <= maxNames {
		return nil
	}
	return []html.Named{{Value: html.Part{Text: e.Words.Text("and %d more, which the data has", count-maxNames)}}}
}

// showTexts marks as shown that a property leads to the texts, unless it leads to
// something without a text as well.
func (e *editor) showTexts(n reading.Node, p reading.Property, texts []reading.Name) {
	shown := map[reading.Node]bool{}
	for _, text := range texts {
		shown[text.Node] = true
	}
	for _, node := range n.Nodes(p) {
		if !shown[node] {
			return
		}
	}
	e.shown.show(n, p)
}

// named is a name or an identifier with its kinds, its parts, and who gave it.
func (e *editor) named(name reading.Name) html.Named {
	out := html.Named{Value: html.Part{Text: brief.Clip(name.Content, brief.MaxName)}}
	e.shown.show(name.Node, reading.Content)
	tag := e.TextTag(name)
	if out.Value.Lang = e.Lang(tag); tag != "" {
		e.showLanguage(name.Node)
	}
	for _, kind := range e.shown.nodes(name.Node, reading.ClassifiedAs) {
		if part := e.label(kind); kind.IRI() != reading.PrimaryName {
			out.Kind = html.Enumerate(out.Kind, part)
		}
	}
	for _, part := range e.shown.nodes(name.Node, reading.SymbolicPart) {
		out.Note = html.Enumerate(out.Note, e.value(part)...)
	}
	for _, assignment := range e.shown.nodes(name.Node, reading.AssignedBy) {
		out.Note = html.Enumerate(out.Note, e.activityValue(assignment)...)
	}
	return out
}
