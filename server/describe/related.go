package describe

import (
	"errors"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// memberLinks are the links whose lists are what the page of a set is about.
var memberLinks = []string{
	"entityMemberOfSet", "objectMemberOfSet", "workMemberOfSet", "placeMemberOfSet", "conceptMemberOfSet",
	"temporalMemberOfSet", "setMemberOfSet", "agentMemberOfGroup",
}

// narrowerLink leads to the narrower concepts, which the tree shows.
const narrowerLink = "conceptBroaderConcept"

// related are the lists of the entities that the links lead to, each once, and of those
// whose records mention the entity in another way.
func (e *editor) related(root reading.Node, name rdf.IRI, found []links.Found) []page.CardList {
	var out []page.CardList
	linked := map[string]bool{}
	for _, f := range links.Distinct(found) {
		if len(out) == maxLists || e.err != nil {
			break
		}
		show := listCards
		if slices.Contains(memberLinks, f.Link.Name) {
			show = memberCards
		}
		names := e.items(f.Link, name, max(show, maxKnown))
		for _, iri := range names {
			linked[iri] = true
		}
		if f.Link.Name == narrowerLink || len(names) == 0 {
			continue
		}
		list := page.CardList{Title: e.linkTitle(f.Link.Name), Name: f.Link.Name, Count: f.Count}
		list.Cards = e.cards(names[:min(show, len(names))])
		if e.ListOf != nil {
			list.Href = e.ListOf(f.Link, name.String())
		}
		out = append(out, list)
	}
	return append(out, e.mentions(root, name, linked)...)
}

// linkTitle is a link in words.
func (e *editor) linkTitle(link string) string {
	if title := e.words.Link(link); title != "" {
		return title
	}
	return page.LinkTitle(link)
}

// items are the first entities that a link leads to. There are none where the link leads
// to more by way of others than can be listed.
func (e *editor) items(l *links.Link, name rdf.IRI, limit int) []string {
	iris, _, err := e.Links.Items(e.ctx, e.Store, l, name, 0, limit)
	if errors.Is(err, links.ErrTooMany) {
		return nil
	}
	if err != nil {
		e.err = err
		return nil
	}
	out := make([]string, len(iris))
	for i, iri := range iris {
		out[i] = iri.String()
	}
	return out
}
