package profile

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"time"

	"vitrine/linkedart/reading"
	"vitrine/server/data/resource"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/schemaorg"
)

//go:embed schema_ap_nde.tsv
var schemaAPNDEFile string

var schemaAPNDETable = tableOf("schema_ap_nde.tsv", schemaAPNDEFile)

// schemaAPNDE are the forms of schema.org as the Dutch Digital Heritage Network applies it
// (https://docs.nde.nl/schema-profile/).
func (p *Profiles) schemaAPNDE() []resource.Alternate {
	return p.inRDF(schemaAPNDETable, nil, resource.Alternate{
		Name: "schema_ap_nde", Title: "SCHEMA-AP-NDE", Profile: "https://docs.nde.nl/schema-profile/", Lacks: lacksSchemaAPNDE,
	}, "expanded")
}

// lacksSchemaAPNDE says what a record lacks to be one of the profile's.
func lacksSchemaAPNDE(r *reading.Record) string {
	return lacksName(r.Root(), "objects, people, groups, places and concepts", reading.ClassHumanMadeObject, reading.ClassPerson,
		reading.ClassGroup, reading.ClassPlace, reading.ClassType, reading.ClassMaterial, reading.ClassLanguage)
}

// lacksName says what an entity lacks to be of one of the classes, and to have a name.
func lacksName(root reading.Node, what string, classes ...reading.Class) string {
	switch {
	case !slices.ContainsFunc(classes, root.Is):
		return "Only " + what + " have this form."
	case len(root.Names()) == 0 && clean(root.Label()) == "":
		return "The record has no name."
	}
	return ""
}

// tagged has a language tag on each text: "und" where the language is not known (BCP 47 section
// 4.1), since the profile takes no text without one.
func tagged(values []term) []term {
	var out []term
	for _, v := range values {
		v.lang = cmp.Or(v.lang, "und")
		if v.text != "" {
			out = append(out, v)
		}
	}
	return out
}

// wholeSize is all dimensions in one text: the profile takes one in a language.
func (w *writer) wholeSize(n reading.Node) []term {
	var all []string
	for _, size := range w.sizes(n) {
		all = append(all, size.text)
	}
	return []term{{text: strings.Join(all, "; "), lang: "en"}}
}

// day is when a node was, where that is one day, month or year.
func day(_ *writer, n reading.Node) []term {
	date := schemaorg.Date(n)
	if strings.Contains(date, "/") {
		return nil
	}
	datatype := "gYear"
	switch strings.Count(strings.TrimPrefix(date, "-"), "-") {
	case 1:
		datatype = "gYearMonth"
	case 2:
		datatype = "date"
	}
	return []term{{text: date, datatype: xsd + datatype}}
}

// modified is when the record was changed.
func modified(w *writer, _ reading.Node) []term {
	return []term{{text: w.of.Modified.UTC().Truncate(time.Second).Format(time.RFC3339), datatype: xsd + "dateTime"}}
}

const xsd = "http://www.w3.org/2001/XMLSchema#"

// thumbnailSide is the square that a small picture fits into, in pixels.
const thumbnailSide = 400

// thumbnail is the address of a small picture.
func thumbnail(_ *writer, n reading.Node) []term {
	return []term{{iri: pictureIn(n, func(p brief.Picture) string { return p.Size(thumbnailSide) })}}
}
