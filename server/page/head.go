package page

import "encoding/json"

// Head is what the head of a page tells programs: search engines, and those that show a
// card where somebody has pasted a link. A part that is empty is not written.
type Head struct {
	// Description says in a sentence or two what the page shows.
	Description string
	// URL is the address that the page is known by, as a full URL.
	URL string
	// Kind is the type of Open Graph (https://ogp.me/#types), such as "website".
	Kind string
	// Image is the full URL of a picture of what the page shows, and ImageAlt what is to
	// be seen in it.
	Image, ImageAlt string
	// Locale is the language of the page, such as "en_GB", and OtherLocales are those
	// that it can be had in as well.
	Locale       string
	OtherLocales []string
	// Data describes the page's subject in the vocabulary of schema.org, as JSON-LD.
	Data json.RawMessage
}
