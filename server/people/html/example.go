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

// exampleImport is the page of a file that is to be imported, with something in every block.
func exampleImport(f Frame) ImportFile {
	f.Title, f.Import = "objects.csv", true
	return ImportFile{
		Frame: f, Start: "/-/import", Address: "/-/import/1", Key: "key", Rows: 4000,
		Columns: []ImportColumn{{Name: "title", Filled: 3998, Distinct: 3100, Examples: []string{"Bowl", "View of a \"Canal\""}}, {Name: "empty"}}, MoreColumns: 2,
		Mapping: "sources:\n- file: '*.csv'\n", Lines: 10, Fault: &Fault{Text: Part{Text: "$dat is no verb here", Lang: "en"}, Line: 6, Column: 24},
		Checked: 100, Records: 180, Record: ExampleRecord(f, "object"), Number: 2, Shown: 180, JSON: "{}", Previous: "/-/import/1?record=1#preview", Next: "/-/import/1?record=3#preview",
		Outcome: exampleOutcome(),
	}
}

// exampleOutcome has something of all that is said of rows and records.
func exampleOutcome() ImportOutcome {
	return ImportOutcome{
		Findings: []ImportFinding{{Level: "Error", Rule: "type", Message: "/type: there is no class Paintng", Count: 3, Places: "2, 5, 9"}},
		Refused:  []string{"objects.csv:5: there are 2 cells where the header has 9 columns"}, MoreRefused: 1, Unused: []string{"colour"},
		Unclear: []ImportValue{{Verb: "date", Value: "once upon a time", Rows: 2, Place: "objects.csv:7"}}, MoreUnclear: 1,
		Conflicts: []ImportConflict{{ID: "person/1", Member: "_label", Kept: "Anna", Left: "Ana"}}, MoreConflicts: 1,
	}
}

// exampleReport is the report of an import, with something in every block.
func exampleReport(f Frame) ImportReport {
	f.Title, f.Import = "Import of objects.csv", true
	return ImportReport{
		Frame: f, Start: "/-/import", File: "/-/import/1", Address: "/-/import/1/report", Key: "key", Home: "/", Ended: true,
		Fault: &Fault{Text: Part{Text: "the disk is full", Lang: "en"}}, Rows: 4000, RowsRefused: 2, Stored: 50, Records: 60, Refused: 1, Created: 40, Updated: 9, Unchanged: 1,
		Classes: []Count{{Class: "Objects", Count: 40}}, Gone: 3, GoneID: "object/7", Undo: "vitrine import --undo", Outcome: exampleOutcome(),
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
		Timeline: []Period{{Label: Part{Text: "1600–1609", Href: "/-/search"}, Short: "1600", Count: 3, Percent: 100}, {Label: Part{Text: "1610–1619"}}},
		Programs: Programs{Base: "https://data.museum.example/", Classes: []Count{{"Person", 3}}, Example: "https://data.museum.example/object/1",
			Formats: []Format{{"Turtle", "turtle", "text/turtle", ".ttl"}}, Services: []Link{{Title: "Health", Href: "/-/healthz"}}, Others: 2, Bases: []BaseCount{{"https://other.example/", 2}}},
	}
}

// exampleAbout is a page about the data with something in every block.
func exampleAbout(f Frame) About {
	return About{
		Frame: f, Kinds: []KindCount{{Label: Part{Text: "Objects", Href: "/object/"}, Count: 1204}},
		Sections: []AboutSection{{Title: "Harvest", Text: []string{"The change feed."}, Links: []Link{{Href: "/-/activity", Title: "Feed", Type: "application/json"}}, Commands: []string{"curl 'https://data.museum.example/-/activity'"}}},
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

// exampleQuery is a page of a query with all that it can show.
func exampleQuery(f Frame) Query {
	f.Title, f.Editor, f.Map = "Query", true, true
	place := Part{Text: "Delft", Href: "/place/delft"}
	return Query{
		Frame: f, Action: "/-/sparql", Text: "SELECT ?place ?name {\n  ?place a <x:Place>\n}", Lines: 8,
		Fault:    &Fault{Text: Part{Text: "expected a triple", Lang: "en"}, Line: 2, Column: 3},
		Answered: true, About: "2 results", Columns: []string{"place", "name"},
		Rows:      [][]Cell{{{Link: Link{Href: "/place/delft", Title: "Delft"}}, {Link: Link{Title: "ديلفت", Lang: "ar"}}}, {{Link: Link{Title: "_:b0"}, Picture: "/-/pictures/a.jpg/full/!96,96/0/default.jpg"}, {}}},
		Line:      &Line{Points: "0,150 600,0", First: "1600", Last: "1700"},
		Plan:      "project",
		Map:       exampleMap(place),
		Downloads: []Download{{Link{Href: "/-/sparql?format=csv", Title: "CSV", Type: "text/csv"}, "results.csv"}},
		Examples:  []Link{{Href: "/-/sparql?query=ASK{}", Title: "Anything"}},
		Endpoint:  "https://museum.example/-/sparql",
	}
}

// exampleEdit is the page on which a record is corrected, with a value of each kind.
func exampleEdit(f Frame) Edit {
	finding := []EditFinding{{Level: "Warning", Rule: "empty-text", Message: "the text is empty"}}
	name := EditBlock{
		ID: "/identified_by/0", Title: "Names", IsNew: true, Remove: "/identified_by/0", Kept: []string{"Assigned by"},
		Inputs: []EditInput{
			{ID: "v/identified_by/0/content", Name: "v/identified_by/0/content", Label: "Text", Value: "A \"bowl\"", Findings: finding},
			{ID: "v/identified_by/0/type", Name: "v/identified_by/0/type", Label: "Class", Options: []Option{{Value: "Name", Text: "Name", Chosen: true}}},
			{ID: "v/note", Name: "v/note", Label: "Note", Value: "\nTwo\nlines", Lines: 3, Note: "Such as this", Fault: "Not understood"},
			{ID: "v/id", Name: "v/id", Label: "URI", Classes: "Person Group"},
		},
	}
	return Edit{
		Frame: f, EditForm: exampleEditForm(), Fault: &Part{Text: "line 1", Lang: "en"}, Suggest: "/-/edit/suggest",
		Block: &EditBlock{Title: "Object", Blocks: []EditBlock{name}, Add: []Option{{Value: "identified_by Name", Text: "Names"}}, Findings: finding},
	}
}

func exampleEditForm() EditForm {
	return EditForm{
		Address: "/-/edit", Key: "key", Of: "https://museum.example/object/1", Href: "/object/1", Text: `{"id":"<1>"}`, Base: "{}",
		Version: `"1"`, Message: "why", MayStore: true,
	}
}

// exampleEditPreview is the page of a record as it will be, which somebody else changed as well.
func exampleEditPreview(f Frame) EditPreview {
	return EditPreview{
		Frame: f, EditForm: exampleEditForm(), Fault: &Part{Text: "refused", Lang: "en"}, Conflict: true, Refused: true,
		Differences: []Difference{{What: "Label", Before: "Bowl", After: "<Vase>"}}, Theirs: []Difference{{What: "Note", After: "new"}},
		Findings: []EditFinding{{Level: "Error", Rule: "iri", Message: "no IRI", Place: "/id"}}, Record: ExampleRecord(f, "object"), JSON: "<span>{}</span>",
	}
}
