package dataset

import (
	"encoding/xml"
	"io"
	"time"
)

// partSize is how many entities a sitemap has. The protocol allows 50,000 addresses and
// 50 MiB: so many of the longest, with every character escaped, stay below both.
const partSize = 4000

// maxAddress is the length of the longest address that the protocol allows, in bytes.
const maxAddress = 2047

// urlSet is a sitemap, and sitemapIndex an index of sitemaps (https://www.sitemaps.org/protocol.html).
type urlSet struct {
	XMLName struct{} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []mapped `xml:"url"`
}

type sitemapIndex struct {
	XMLName  struct{} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []mapped `xml:"sitemap"`
}

// mapped is an address, with the time of its last change, which may be empty.
type mapped struct {
	Location string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"`
}

// newMapped returns the entry of an address; the time is in whole seconds that are not
// before it.
func newMapped(address string, changed time.Time) mapped {
	m := mapped{Location: address}
	if !changed.IsZero() {
		m.Modified = changed.Add(time.Second - 1).UTC().Truncate(time.Second).Format(time.RFC3339)
	}
	return m
}

func writeXML(w io.Writer, document any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	return e.Encode(document)
}
