package html

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

// exampleAbout is a page about the data with something in every block.
func exampleAbout(f Frame) About {
	return About{
		Frame: f, Kinds: []KindCount{{Label: Part{Text: "Objects", Href: "/object/"}, Count: 1204}},
		Sections: []AboutSection{{Title: "Harvest", Text: []string{"The change feed."}, Links: []Link{{Href: "/-/activity", Title: "Feed", Type: "application/json"}}, Commands: []string{"curl 'https://data.museum.example/-/activity'"}}},
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
