package describe

import (
	"net/url"
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

// membersByClass are the links to members of a set of one kind, with the classes that a search
// for them names.
var membersByClass = map[string][]string{
	"objectMemberOfSet":  {"HumanMadeObject"},
	"workMemberOfSet":    {"LinguisticObject", "VisualItem", "PropositionalObject"},
	"placeMemberOfSet":   {"Place"},
	"conceptMemberOfSet": {"Type", "Material", "Language", "Currency", "MeasurementUnit"},
	"setMemberOfSet":     {"Set"},
}

// memberCounts counts the members of a set by kind. Each number leads to the search for them.
func (e *editor) memberCounts(record *html.Record, found []links.Found) {
	if record.Endpoint != "set" || !e.options.Searches {
		return
	}
	fact := html.Fact{Name: e.Words.Text("Contents")}
	for _, f := range found {
		classes := membersByClass[f.Link.Name]
		if classes == nil || !f.Exact || f.Count == 0 {
			continue
		}
		asked := url.Values{"member_of": {record.IRI}, "class": classes}
		fact.Values = append(fact.Values, html.Phrase{
			{Text: e.linkTitle(f.Link.Name), Href: e.Mapper.Service("search") + "?" + asked.Encode()},
			{Text: e.Words.Text(" (%d)|count", f.Count)},
		})
	}
	if len(fact.Values) > 0 {
		record.Facts = append([]html.Fact{fact}, record.Facts...)
	}
}
