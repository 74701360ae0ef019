package iiif

import (
	"regexp"

	"vitrine/server/people/html"
)

// The URIs that rights may have (section 3.2): of the licences of Creative Commons and of
// RightsStatements.org, with the scheme http. A page that shows one in a language stands for it.
var (
	commonsRights = regexp.MustCompile(`^https?://(?:www\.)?creativecommons\.org/((?:licenses|publicdomain)/[a-z+-]+/[0-9.]+(?:/[a-z]{2,5})?)(?:/|/(?:deed|legalcode)[.a-z-]*)?$`)
	statements    = regexp.MustCompile(`^https?://rightsstatements\.org/(?:vocab|page|data)/([A-Za-z-]+/[0-9.]+)/?$`)
)

// rightsURI is an IRI as rights may have it, "" for one that they may not.
func rightsURI(iri string) string {
	if found := commonsRights.FindStringSubmatch(iri); found != nil {
		return "http://creativecommons.org/" + found[1] + "/"
	}
	if found := statements.FindStringSubmatch(iri); found != nil {
		return "http://rightsstatements.org/vocab/" + found[1] + "/"
	}
	return ""
}

// rightsOf are the rights to a picture: the first URI that there may be, "" for none.
func rightsOf(p html.Picture) string {
	for _, phrase := range p.Rights {
		for _, part := range phrase {
			if uri := rightsURI(part.IRI); uri != "" {
				return uri
			}
		}
	}
	return ""
}

// rightsSaid is what has to be shown with the picture at a place among those of the pages, nil
// where nothing is said.
func rightsSaid(pages []page, at int) *pair {
	value := texts(pages, func(p page) []text {
		var out []text
		if at < len(p.Pictures) {
			for _, phrase := range p.Pictures[at].Rights {
				out = append(out, ofPhrase(phrase))
			}
		}
		return out
	})
	if len(value) == 0 {
		return nil
	}
	return &pair{Label: texts(pages, func(p page) []text { return []text{{text: p.words.Text("Rights")}} }), Value: value}
}
