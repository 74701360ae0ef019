package html

// ExampleRecord is a record with something in every block, to try templates with.
func ExampleRecord(f Frame, endpoint string) *Record {
	f.Title, f.Map = "View of a Canal", true
	place := Part{Text: "Delft", Href: "/place/delft", IRI: "https://data.museum.example/place/delft"}
	maker := Part{Text: "Anna Visser", Href: "/person/visser", IRI: "https://data.museum.example/person/visser"}
	year := Part{Text: "about 1665", Datetime: "1665", Title: "1664-01-01 – 1666-12-31"}
	return &Record{
		Frame: f, IRI: "https://data.museum.example/object/1", Endpoint: endpoint,
		Name: Part{Text: "View of a Canal"}, Kinds: []Part{{Text: "Painting", Href: "/concept/painting"}, {Text: "Canvas"}},
		Dates: Phrase{year}, Summary: Phrase{{Text: "A painting by "}, maker, {Text: ", made in "}, place, {Text: " "}, year},
		OtherNames: []Named{
			{Kind: Text("Title"), Value: Part{Text: "Gezicht op een gracht", Lang: "nl"}},
			{Kind: Text("Translated title"), Value: Part{Text: "منظر لقناة", Lang: "ar"}, Note: Text("1987")},
		},
		Pictures: examplePictures(),
		Facts: []Fact{
			{Name: "Made by", Property: "http://www.cidoc-crm.org/cidoc-crm/P14_carried_out_by", Values: []Phrase{{maker}, {{Text: "Workshop of Jan Bos", Missing: true, IRI: "https://data.museum.example/group/bos"}}}},
			{Name: "Dimensions", Values: []Phrase{Text("44.5 × 39 cm")}},
			{Name: "Materials", Values: []Phrase{{{Text: "oil paint", Href: "http://vocab.getty.edu/aat/300015050", External: true}}, Text("canvas")}},
		},
		Statements: []Statement{
			{Kind: Part{Text: "Description"}, Paragraphs: []string{"A canal between houses, seen from a bridge. Two women stand at the water.", "The light comes from the left."}},
			{Kind: Part{Text: "Beschreibung", Lang: "de"}, Lang: "de", Paragraphs: []string{"Ein Kanal zwischen Häusern."}, More: 1200},
		},
		Identifiers: []Named{{Kind: Text("Accession number"), Value: Part{Text: "SK-A-1"}}, {Kind: Text("Inventory number"), Value: Part{Text: "1821-7"}, Note: Text("until 1910")}},
		Equivalents: []Equivalent{{Source: "Wikidata", Link: Part{Text: "Q1", Href: "http://www.wikidata.org/entity/Q1", External: true}}},
		Within:      []Part{place, {Text: "South Holland", Href: "/place/south-holland"}, {Text: "Netherlands"}},
		Map:         exampleMap(place),
		Provenance:  exampleProvenance(maker, place),
		Tree: &Tree{
			Broader:  [][]Part{{{Text: "objects", Href: "/concept/objects"}, {Text: "works of art"}}},
			Narrower: []TreeNode{{Concept: Part{Text: "landscapes"}, Narrower: []TreeNode{{Concept: Part{Text: "seascapes"}}}}}, NarrowerCount: 2,
		},
		Sections: []Section{{
			Title: Part{Text: "Sale"}, Facts: []Fact{{Name: "Price", Values: []Phrase{Text("200 guilders")}}},
			Sections: []Section{{Title: Part{Text: "Payment"}, Facts: []Fact{{Name: "Paid by", Values: []Phrase{{maker}}}}}},
		}},
		Related: []CardList{
			{Title: "Shown in", Name: "objectShownInEvent", Count: 12, Href: "/-/links/x", Cards: exampleCards()},
			{Title: "Texts about it", Name: "objectAboutObject", Cards: exampleCards()[2:]},
		},
		Data: Data{
			Source:  Source{[]byte(`{"id":"https://data.museum.example/object/1","type":"HumanMadeObject","width":44.5,"shown":true}`), func(string) string { return "/object/1" }},
			Formats: []Link{{Title: "Linked Art JSON-LD", Href: "/object/1.json", Type: "application/ld+json"}, {Title: "Turtle", Href: "/object/1.ttl", Type: "text/turtle"}},
			Address: "https://data.museum.example/object/1", Mentions: "/-/fragments?object=x", Triples: "/object/1?view=triples",
			Cite: Text("Museum, View of a Canal, https://data.museum.example/object/1"), Licence: "https://creativecommons.org/publicdomain/zero/1.0/",
			Modified: Phrase{{Text: "22 November 2026", Datetime: "2026-11-22"}},
		},
	}
}

// exampleOverview is a front page with something in every block.
func exampleOverview(f Frame) Overview {
	f.Map = true
	return Overview{
		Frame: f, Introduction: "<p>Paintings and drawings.</p>", Total: "1,204 records",
		Kinds:      []KindCount{{Label: Part{Text: "Objects", Href: "/object/"}, Count: 1204}},
		MoreKinds:  []KindCount{{Label: Part{Text: "Texts", Href: "/text/"}, Count: 2}},
		Highlights: exampleCards(), Newest: exampleCards()[:1], Shelves: []Shelf{{Title: "Browse by maker", Cards: exampleCards()[:2]}}, Map: exampleMap(Part{Text: "Delft", Href: "/place/delft"}),
		Timeline: []Bar{{Label: Part{Text: "1600–1609", Href: "/-/search"}, Short: "1600", Count: 3, Percent: 100}, {Label: Part{Text: "1610–1619"}}},
		Programs: Programs{Base: "https://data.museum.example/", Classes: []Count{{"Person", 3}}, Example: "https://data.museum.example/object/1",
			Formats: []Format{{"Turtle", "turtle", "text/turtle", ".ttl"}}, Services: []Link{{Title: "Health", Href: "/-/healthz"}}, Others: 2, Bases: []BaseCount{{"https://other.example/", 2}}},
	}
}

// exampleResults are results with something in every block.
func exampleResults(f Frame) Results {
	painting := FacetValue{Label: Part{Text: "Painting"}, Count: 12, Href: "/-/search", Selected: true}
	return Results{
		Frame: f, About: "312 results, page 2 of 4", Note: "Only 10,000 are shown.", Clear: "/-/search",
		Chosen: []Chosen{{Title: "Kind", Label: Part{Text: "Painting"}, Without: "/-/search"}},
		Facets: []Facet{{Name: "kind", Title: "Kind", Values: []FacetValue{painting, {Label: Part{Text: "Drawing"}, Count: 1200, Href: "/-/search"}}, More: 5, Whole: "/-/search?every=kind#facet-kind"}},
		Sorts:  []Choice{{Text: "Relevance", Href: "/-/search", Selected: true}, {Text: "Name", Href: "/-/search"}},
		Cards:  exampleCards(), Pages: Pager{Number: 2, Count: 4, First: "/-/search", Previous: "/-/search", Next: "/-/search", Last: "/-/search"},
	}
}

func examplePictures() []Picture {
	return []Picture{
		{Src: "https://images.example/1/full/800,/0/default.jpg", Srcset: "https://images.example/1/full/400,/0/default.jpg 400w, https://images.example/1/full/800,/0/default.jpg 800w",
			Sizes: "(min-width: 56rem) 60vw, 100vw", Alt: Part{Text: "A canal between houses"}, Width: 800, Height: 600,
			Rights: []Phrase{Text("Public domain")}, Caption: []Phrase{Text("Front")}, Full: "https://images.example/1/full/max/0/default.jpg", Manifest: "https://images.example/1/manifest.json", Page: "/digital/1"},
		{Src: "https://images.example/2.jpg", Alt: Part{Text: "Rückseite", Lang: "de"}},
	}
}

func exampleMap(place Part) *Map {
	return &Map{
		Drawing: `<svg viewBox="0 0 40 20" role="img" aria-label="Delft"><circle cx="20" cy="10" r="2"/></svg>`,
		Places:  []Phrase{{place}}, Caption: Text("Where it was made"),
	}
}

func exampleProvenance(owner, place Part) *Provenance {
	return &Provenance{
		Owners: []Owner{
			{Name: Phrase{owner}, From: Text("1665"), Until: Text("1696"), How: Text("made it")},
			{Gap: true, From: Text("1696"), Until: Text("1822")},
			{Uncertain: true, Name: Text("Jan Smit"), From: Text("1822"), How: Text("bought it")},
		},
		Events: []Event{
			{Kind: Part{Text: "Sale"}, Date: Phrase{{Text: "16 May 1696", Datetime: "1696-05-16"}}, Account: Phrase{{Text: "Sold by "}, owner, {Text: " in "}, place}, Link: Part{Text: "The record of this sale", Href: "/provenance/1"},
				Facts: []Fact{{Name: "Price", Values: []Phrase{Text("200 guilders")}}}},
			{Kind: Part{Text: "Gift"}, Account: Text("Given by Jan Smit"), Status: "promised", Link: Part{Text: "The record of this gift", Href: "/provenance/2"}},
		},
		Text:  Phrase{{Text: "Anna Visser", IRI: "https://data.museum.example/person/1", Href: "/person/1"}, {Text: " [1632-1675], Delft, 1665; her daughter; (sale, Amsterdam, 16 May 1696, lot 12). Jan Smit, by 1822 [1]."}},
		Notes: []Phrase{{{Text: "Genoemd in een brief", Lang: "nl"}, {Text: "."}}},
		Map:   exampleMap(place),
	}
}

func exampleCards() []Card {
	picture := examplePictures()[0]
	return []Card{
		{Name: Part{Text: "A Canal in Winter", Href: "/object/2"}, Kind: Part{Text: "Painting"}, Dates: Text("1667"), Picture: &picture},
		{Name: Part{Text: "Boats", Href: "/object/3"}, Kind: Part{Text: "Drawing"}, Dates: Text("1670"), Note: Text("Anna Visser")},
		{Name: Part{Text: "מכתב", Lang: "he", Href: "/text/1"}, Kind: Part{Text: "Letter"}, Found: []Mark{{Text: "from "}, {Text: "Delft", Marked: true}}},
	}
}
