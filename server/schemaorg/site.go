package schemaorg

import "encoding/json"

// Site is the service as a whole.
type Site struct {
	// Title names it, and URL is the full address of its front page.
	Title, URL string
	// Description says what it has.
	Description string
	// Language is that of the page.
	Language string
	// Search is the template of the address of a search, with {q} for the words; empty
	// where nothing can be searched.
	Search string
	// Dataset is the full address of the description of the data set, and Licence the URI
	// of its licence.
	Dataset, Licence string
	// Modified is the date of the last change, in the form of ISO 8601; empty where there
	// was none.
	Modified string
	// Downloads are the files with all the data.
	Downloads []Download
}

// Download is a file with all the data.
type Download struct{ Title, URL, MediaType string }

// FrontPage describes the service and its data set.
func FrontPage(s Site) json.RawMessage {
	set := &Thing{
		Type: "Dataset", ID: link(s.Dataset), Name: cut(s.Title), Description: cut(s.Description),
		URL: link(s.URL), License: link(s.Licence), DateModified: s.Modified,
	}
	for _, download := range s.Downloads[:min(len(s.Downloads), maxValues)] {
		if address := link(download.URL); address != "" {
			set.Distribution = append(set.Distribution, &Thing{
				Type: "DataDownload", Name: cut(download.Title), ContentURL: []string{address}, EncodingFormat: download.MediaType,
			})
		}
	}
	site := &Thing{Type: "WebSite", URL: link(s.URL), Name: cut(s.Title), Description: cut(s.Description), MainEntity: set}
	if s.Language != "" {
		site.InLanguage = []string{s.Language}
	}
	if s.Search != "" {
		site.PotentialAction = &Action{
			Type: "SearchAction", Target: s.Search, QueryInput: "required name=q",
		}
	}
	return write(site)
}

// List is a list of entities.
type List struct {
	// Title is its heading, and URL the full address of the page.
	Title, URL string
	// Language is that of the page.
	Language string
	// Count is the number of all entities, 0 where nobody has counted them.
	Count uint64
	// Items are the entities on the page: their names and full addresses.
	Items []Item
}

// Item is an entity in a list.
type Item struct{ Name, URL string }

// ListPage describes a page that lists entities.
func ListPage(l List) json.RawMessage {
	t := &Thing{Type: "CollectionPage", URL: link(l.URL), Name: cut(l.Title)}
	if l.Language != "" {
		t.InLanguage = []string{l.Language}
	}
	items := &Thing{Type: "ItemList", NumberOfItems: l.Count}
	for _, item := range l.Items[:min(len(l.Items), maxItems)] {
		if address := link(item.URL); address != "" {
			items.ItemListElement = append(items.ItemListElement, &Thing{
				Type: "ListItem", URL: address, Name: cut(item.Name), Position: len(items.ItemListElement) + 1,
			})
		}
	}
	t.MainEntity = items
	return write(t)
}

// maxItems is how many entities of a list are described.
const maxItems = 100
