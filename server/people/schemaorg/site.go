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
	set := typed("Dataset")
	set.add("@id", link(s.Dataset))
	set.add("name", cut(s.Title))
	set.add("description", cut(s.Description))
	set.add("url", link(s.URL))
	set.add("license", link(s.Licence))
	set.add("dateModified", s.Modified)
	var files []object
	for _, download := range s.Downloads[:min(len(s.Downloads), maxValues)] {
		if address := link(download.URL); address != "" {
			file := typed("DataDownload")
			file.add("name", cut(download.Title))
			file.add("contentUrl", []string{address})
			file.add("encodingFormat", download.MediaType)
			files = append(files, file)
		}
	}
	set.add("distribution", files)
	site := typed("WebSite")
	site.add("name", cut(s.Title))
	site.add("description", cut(s.Description))
	site.add("url", link(s.URL))
	if s.Language != "" {
		site.add("inLanguage", []string{s.Language})
	}
	site.add("mainEntity", set)
	if s.Search != "" {
		site["potentialAction"] = object{"@type": "SearchAction", "query-input": "required name=q",
			"target": object{"@type": "EntryPoint", "urlTemplate": s.Search}}
	}
	return write(site)
}

// List is a list of entities.
type List struct {
	// Title is its heading, and URL the full address of the page.
	Title, URL string
	// Language is that of the page.
	Language string
	// Count is the number of all entities, 0 where they are not counted.
	Count uint64
	// Items are the entities on the page: their names and full addresses.
	Items []Item
}

// Item is an entity in a list.
type Item struct{ Name, URL string }

// ListPage describes a page that lists entities.
func ListPage(l List) json.RawMessage {
	t := typed("CollectionPage")
	t.add("name", cut(l.Title))
	t.add("url", link(l.URL))
	if l.Language != "" {
		t.add("inLanguage", []string{l.Language})
	}
	var items []object
	for _, item := range l.Items[:min(len(l.Items), maxItems)] {
		if address := link(item.URL); address != "" {
			listed := typed("ListItem")
			listed.add("name", cut(item.Name))
			listed.add("url", address)
			listed.add("position", uint64(len(items)+1))
			items = append(items, listed)
		}
	}
	list := typed("ItemList")
	list.add("numberOfItems", l.Count)
	list.add("itemListElement", items)
	t.add("mainEntity", list)
	return write(t)
}

// maxItems is how many entities of a list are described.
const maxItems = 100
