package fragments

import (
	"strings"

	"vitrine/server/web/address"
)

// Addresses are the URLs of a page as its client knows them.
type Addresses struct {
	// Service is that of all fragments, without a query.
	Service string
	// Page is that of the page, as it was asked for.
	Page string
	// First is that of the first page of the same fragment.
	First string
}

// NewAddresses returns the addresses of the page that a service was asked for by a raw
// query. What may not stand in a URI is encoded, so that they are IRIs.
func NewAddresses(service, query string) Addresses {
	query = address.URI(query)
	at := Addresses{Service: service, Page: service, First: service}
	if query != "" {
		at.Page += "?" + query
	}
	for pair := range strings.SplitSeq(query, "&") {
		if pair != "" && !strings.HasPrefix(pair, "after=") {
			at.First = withParameter(at.First, pair)
		}
	}
	return at
}

// Next returns the address of the page that begins at a place of the fragment, which
// is Page.Next; it is empty where that is.
func (a Addresses) Next(place string) string {
	if place == "" {
		return ""
	}
	return withParameter(a.First, "after="+place)
}

func withParameter(target, pair string) string {
	if strings.Contains(target, "?") {
		return target + "&" + pair
	}
	return target + "?" + pair
}
