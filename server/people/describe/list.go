package describe

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// Editor lists on one page, in one language, what has to do with its entity.
type relatedEditor struct {
	*brief.Editor
	// Links are the inverse links; there are no lists of them where it is nil.
	Links *links.Table
	// ListOf is the address of the list of a link of the entity with the IRI; no list is
	// led to where it is nil.
	ListOf func(l *links.Link, iri string) string
	// Shown are the IRIs of records that the page shows already, so that no list of
	// mentions has them.
	Shown map[string]bool
}

// memberLinks are the links whose lists are what the page of a set is about.
var memberLinks = []string{
	"entityMemberOfSet", "objectMemberOfSet", "workMemberOfSet", "placeMemberOfSet", "conceptMemberOfSet",
	"temporalMemberOfSet", "setMemberOfSet", "agentMemberOfGroup",
}

// Lists are the lists of the entities that the links lead to, each once, and of those
// whose records mention the entity in another way.
func (e *relatedEditor) Lists(name rdf.IRI, found []links.Found) []html.CardList {
	var out []html.CardList
	linked := map[string]bool{}
	for _, list := range e.linkedTo(name, found) {
		var iris []string
		for _, iri := range list.Names {
			linked[iri.String()] = true
			iris = append(iris, iri.String())
		}
		if list.Link.Name == narrowerLink || len(iris) == 0 {
			continue
		}
		cards := html.CardList{Title: e.linkTitle(list.Link.Name), Name: list.Link.Name, Count: list.Count}
		cards.Cards = e.Cards(iris[:min(cardsOf(list.Link), len(iris))])
		if e.ListOf != nil && (!list.Exact || list.Count > uint64(len(cards.Cards))) {
			cards.Href = e.ListOf(list.Link, name.String())
		}
		out = append(out, cards)
	}
	return append(out, e.mentions(name, linked)...)
}

// linkedTo are the first entities that each link leads to.
func (e *relatedEditor) linkedTo(name rdf.IRI, found []links.Found) []links.List {
	if e.Links == nil || e.Err() != nil {
		return nil
	}
	found = links.Distinct(found)
	lists, err := e.Links.Lists(e.Ctx, e.Relations(), name, found[:min(len(found), maxLists)], func(*links.Link) int { return maxKnown })
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
func (e *relatedEditor) linkTitle(link string) string {
	if title := e.Words.Link(link); title != "" {
		return title
	}
	return html.LinkTitle(link)
}
