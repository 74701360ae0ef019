package ldcontext

import "embed"

// LinkedArt is the URL of the context that every Linked Art record names.
const LinkedArt = "https://linked.art/ns/v1/linked-art.json"

//go:embed documents
var documents embed.FS

// embedded returns the name of the file in documents that holds the context,
// and whether there is one.
func embedded(url string) (name string, ok bool) {
	switch url {
	case LinkedArt:
		return "documents/linked-art.json", true
	default:
		return "", false
	}
}

// embeddedURLs returns the URLs that embedded knows.
func embeddedURLs() []string { return []string{LinkedArt} }
