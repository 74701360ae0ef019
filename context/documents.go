package ldcontext

import "embed"

// The URLs of the contexts in the program.
const (
	// LinkedArt is that of the context that every Linked Art record names.
	LinkedArt = "https://linked.art/ns/v1/linked-art.json"
	// RecordTypes names the classes of records; Search is for pages of search
	// results.
	RecordTypes = "https://linked.art/ns/v1/record-types.json"
	Search      = "https://linked.art/ns/v1/search.json"
	// ActivityStreams is the vocabulary of collections and activities,
	// Discovery that of IIIF Change Discovery 1.0 over it.
	ActivityStreams = "https://www.w3.org/ns/activitystreams"
	Discovery       = "http://iiif.io/api/discovery/1/context.json"
)

// The documents are written for Vitrine from what is known of the terms. Where
// the published ones go further or are in doubt:
//
//   - activitystreams.json has the classes and properties of the Activity
//     Vocabulary (https://www.w3.org/TR/activitystreams-vocabulary/). It leaves
//     out the terms of extensions such as ActivityPub, the classes of
//     relationships that the Recommendation does not list, and the default
//     vocabulary "_:", which makes blank nodes of unknown terms.
//   - record-types.json has the 16 classes of the published one, which lacks
//     PropositionalObject: the class of an abstract work has no meaning in a
//     page of results. A document that says more would mean one thing here and
//     another elsewhere.
//   - discovery.json gives the words that Change Discovery adds the IRIs which
//     they have in IIIF Presentation 3 and Web Annotation.
//
//go:embed documents
var documents embed.FS

// files are the documents, in the order of their URLs.
var files = []struct{ url, file string }{
	{Discovery, "documents/discovery.json"},
	{LinkedArt, "documents/linked-art.json"},
	{RecordTypes, "documents/record-types.json"},
	{Search, "documents/search.json"},
	{ActivityStreams, "documents/activitystreams.json"},
}

// embedded returns the name of the file in documents that holds the context,
// and whether there is one.
func embedded(url string) (name string, ok bool) {
	for _, f := range files {
		if f.url == url {
			return f.file, true
		}
	}
	return "", false
}

// embeddedURLs returns the URLs that embedded knows.
func embeddedURLs() []string {
	var urls []string
	for _, f := range files {
		urls = append(urls, f.url)
	}
	return urls
}
