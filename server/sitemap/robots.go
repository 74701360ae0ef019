package sitemap

import "strings"

// Robots says where robots may go.
type Robots struct {
	// Allow and Disallow are paths; of those that begin a path the longest counts.
	Allow, Disallow []string
	// Sitemap is the full address of the index of sitemaps.
	Sitemap string
}

// Text is the file robots.txt. Paths and address are percent-encoded, so that none has a
// line break.
func (r Robots) Text() string {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, path := range r.Disallow {
		b.WriteString("Disallow: " + path + "\n")
	}
	for _, path := range r.Allow {
		b.WriteString("Allow: " + path + "\n")
	}
	b.WriteString("\nSitemap: " + r.Sitemap + "\n")
	return b.String()
}
