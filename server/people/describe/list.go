package describe

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/server/people/html"
)

// memberLinks are the links whose lists are what the page of a set is about.
var memberLinks = []string{
	"entityMemberOfSet", "objectMemberOfSet", "workMemberOfSet", "placeMemberOfSet", "conceptMemberOfSet",
	"temporalMemberOfSet", "setMemberOfSet", "agentMemberOfGroup",
}

// lists are the lists of the entities that the links lead to, each once, and of those
// whose records mention the entity in another way.
func (e *editor) lists(name rdf.IRI, found []links.Found) []html.CardList {
	var out []html.CardList
	linked := map[string]bool{}
	for _, list := range e.linkedTo(name, found) {
		var iris []string
		for _, iri := range list.Names {
			linked[iri.String()] = true
			if e.told[iri.String()] {
				list.Count--
				continue
			}
			iris = append(iris, iri.String())
		}
		if list.Link.Name == narrowerLink || len(iris) == 0 {
			continue
		}
		cards := html.CardList{Title: e.linkTitle(list.Link.Name), Name: list.Link.Name, Count: list.Count}
		cards.Cards = e.Cards(iris[:min(cardsOf(list.Link), len(iris))])
		if e.options.ListOf != nil && (!list.Exact || list.Count > uint64(len(cards.Cards))) {
			cards.Href = e.options.ListOf(list.Link, name.String())
		}
		out = append(out, cards)
	}
	if out = append(out, e.mentions(name, linked)...); out == nil && len(e.told) > 0 && e.Err() == nil {
		return []html.CardList{} // none, and not lists that could not be read
	}
	return out
}

// linkedTo are the first entities that each link leads to.
func (e *editor) linkedTo(name rdf.IRI, found []links.Found) []links.List {
	if e.options.Links == nil || e.Err() != nil {
		return nil
	}
	found = links.Distinct(found)
	lists, err := e.options.Links.Lists(e.Ctx, e.Relations, name, found[:min(len(found), maxLists)], func(*links.Link) int { return maxKnown })
	if err != nil {
		e.Fail(err)
	}
	return lists
}

// cardsOf is how many cards the list of a link shows.
func cardsOf(l *links.Link) int {
	if slices.Contains(memberLinks, l.Name) {
		return memberCards
	}
	return listCards
}

// linkTitle is a link in words.
func (e *editor) linkTitle(link string) string {
	if title := e.Words.Link(link); title != "" {
		return title
	}
	return html.LinkTitle(link)
}
