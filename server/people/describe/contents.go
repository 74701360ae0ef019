package describe

import (
	"slices"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// exhibition is the kind of an event that shows what it uses (Getty AAT).
const exhibition = "http://vocab.getty.edu/aat/300054766"

// showUsed lists what an event was held with as cards, in place of the fact that names it,
// where there is room for all of it.
func (e *editor) showUsed(record *html.Record, root reading.Node) {
	if record.Endpoint != "event" {
		return
	}
	var iris []string
	for _, n := range root.Nodes(reading.UsedSpecificObject) {
		if n.IRI() == "" {
			return
		}
		if !slices.Contains(iris, n.IRI()) {
			iris = append(iris, n.IRI())
		}
	}
	if len(iris) == 0 || len(iris) > memberCards {
		return
	}
	title := e.Words.Property(reading.UsedSpecificObject)
	if root.IsClassified(exhibition) {
		title = e.Words.Text("Exhibited")
	}
	record.Facts = slices.DeleteFunc(record.Facts, func(f html.Fact) bool { return f.Property == string(reading.UsedSpecificObject) })
	record.Related = append([]html.CardList{{Title: title, Count: uint64(len(iris)), Cards: e.Cards(iris)}}, record.Related...)
}

// countedLinks are the links to members of a set that are counted by kind.
var countedLinks = []string{"objectMemberOfSet", "workMemberOfSet", "placeMemberOfSet", "conceptMemberOfSet", "setMemberOfSet"}

// memberCounts counts the members of a set by kind. Each number leads to the search for them.
func (e *editor) memberCounts(record *html.Record, found []links.Found) {
	if record.Endpoint != "set" || !e.options.Searches || e.options.ListOf == nil {
		return
	}
	fact := html.Fact{Name: e.Words.Text("Contents")}
	for _, f := range found {
		if !slices.Contains(countedLinks, f.Link.Name) || !f.Exact || f.Count == 0 {
			continue
		}
		fact.Values = append(fact.Values, html.Phrase{
			{Text: e.linkTitle(f.Link.Name), Href: e.options.ListOf(f.Link, record.IRI)},
			{Text: e.Words.Text(" (%d)|count", f.Count)},
		})
	}
	if len(fact.Values) > 0 {
		record.Facts = append([]html.Fact{fact}, record.Facts...)
	}
}
