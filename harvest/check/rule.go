package check

// Level says how grave it is to break a rule.
type Level string

// The levels, as in RFC 2119. A feed that breaks a Must is one that harvesters
// cannot rely on.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
)

// Rule is one rule for publishers.
type Rule struct {
	// ID is a row of the checklist of the specification, such as "C-20", or a
	// word for what only harvesters ask for.
	ID    string
	Level Level
	// Text says what has to be so.
	Text string
	// check returns what is not so, each with its place.
	check func(s *survey) []string
}

// Rules returns all rules, in the order of the report.
func Rules() []Rule {
	return []Rule{
		{"C-08", Must, "The collection is at the URI that is its id.", collectionID},
		{"C-09", Must, "The type of the collection is OrderedCollection.", collectionHas(`"required": ["type"], "properties": {"type": {"const": "OrderedCollection"}}`)},
		{"C-10", Must, "The collection names its last page, with id and type.", collectionHas(unlessEmpty + `{"required": ["last"]}, "properties": {"last": ` + aPage + `}`)},
		{"C-11", Should, "The collection names its first page, with id and type.", collectionHas(unlessEmpty + `{"required": ["first"]}, "properties": {"first": ` + aPage + `}`)},
		{"C-12", Must, "totalItems, if it is there, is the number of activities.", totalItems},
		{"C-13", Must, "seeAlso, if it is there, is an array of objects with id and the type Dataset.", collectionHas(`"properties": {"seeAlso": {"type": "array", "items": ` + reference("Dataset") + `}}`)},
		{"C-14", Must, "partOf of the collection, if it is there, is an array of objects with id and the type OrderedCollection.", collectionHas(`"properties": {"partOf": {"type": "array", "items": ` + reference(orderedCollection) + `}}`)},
		{"C-15", Must, "rights, if it is there, is the URI of a licence or statement.", collectionHas(`"properties": {"rights": {"type": "string", "pattern": "^https?://(www[.])?(creativecommons|rightsstatements)[.]org([/:]|$)"}}`)},
		{"C-16", Should, "The collection holds no activities itself.", collectionHas(`"properties": {"orderedItems": false, "items": false}`)},

		{"C-17", Must, "Each page is at the URI that is its id.", pageID},
		{"C-18", Must, "The type of each page is OrderedCollectionPage.", pageHas(`"required": ["type"], "properties": {"type": {"const": "OrderedCollectionPage"}}`)},
		{"C-19", Should, "Each page is partOf the collection: an object with id and type.", perPage(pagePartOf)},
		{"C-20", Must, "Each page but the first names the one before as prev, with id and type.", perPage(pagePrev)},
		{"C-21", Should, "Each page but the last names the one after as next, with id and type.", perPage(pageNext)},
		{"C-22", Must, "startIndex, if it is there, is the number of activities on the pages before.", startIndex},
		{"C-23", Must, "Each page has an array orderedItems with at least one activity.", pageHas(`"required": ["orderedItems"], "properties": {"orderedItems": {"type": "array", "minItems": 1, "items": {"type": "object"}}}`)},
		{"C-24", Must, "On a page, no endTime is before that of an earlier activity.", perPage(orderOnPage)},
		{"C-04", Must, "From page to page, no endTime is before that of an earlier activity.", orderOfPages},
		{"page-uris", Should, "The URIs of the pages end in numbers without a gap.", pageNumbers},
		{"stable", Should, "A page that is followed by another is the same when it is fetched again.", perPage(stablePages)},

		{"C-26", Must, "The type of each activity is one of the registry.", activityHas(`"required": ["type"], "properties": {"type": {"enum": ["Create", "Update", "Delete", "Move", "Refresh", "Add", "Remove"]}}`)},
		{"C-27", Should, "Changes are told as Create, Update, Delete or Move.", activityHas(`"properties": {"type": {"not": {"enum": ["Add", "Remove"]}}}`)},
		{"C-28", Must, "Each activity has an object with an http or https id and a type.", activityHas(ifRefresh + `"else": {"required": ["object"], "properties": {"object": ` + anObject + `}}`)},
		{"C-03", Should, "Each activity has an endTime.", activityHas(ifRefresh + `"else": {"required": ["endTime"]}`)},
		{"C-31", Must, "endTime and startTime are xsd:dateTime in UTC, such as 2026-01-31T12:00:00Z.", activityHas(`"properties": {"startTime": ` + inUTC + `, "endTime": ` + inUTC + `}`)},
		{"C-34", Should, "No endTime is after the moment at which the page was sent.", perActivity(notAhead)},
		{"C-35", Should, "A resource is created once, unless it is deleted in between.", createOnce},
		{"C-37", Should, "A resource is deleted once, unless it comes back in between.", deleteOnce},
		{"C-38", Must, "Move has a target with another id than its object.", perActivity(moveTarget)},
		{"C-40", Should, "Refresh has a startTime, and neither object nor target.", activityHas(ifRefresh + `"then": {"required": ["startTime"], "properties": {"object": {"const": null}, "target": {"const": null}}}`)},
		{"C-53", Should, "No two activities have the same type, object and endTime, unless their ids differ.", unique},

		{"C-43", Must, "Each document has the IIIF context, as a string or in an array of strings.", perDocument(hasContext)},
		{"C-44", Must, "The IIIF context is the last one.", perDocument(contextLast)},
		{"context-first", Should, "@context is the first key.", perDocument(contextFirst)},
		{"C-47", Should, "The media type is application/ld+json with the IIIF context as profile, or application/json.", perDocument(mediaType)},
		{"charset", Should, "Content-Type names no charset other than UTF-8.", perDocument(charset)},
		{"any-accept", Must, "Accept: */* is answered with status 200 and JSON.", anyAccept},
		{"C-48", Should, "Scripts of other origins may read the documents (Access-Control-Allow-Origin).", perDocument(crossOrigin)},
		{"compression", Should, "Documents of 1 KiB and more are compressed for those who accept gzip.", compression},

		{"C-33", Must, "What was created or updated is at its address.", available},
		{"C-51", Must, "By itself, an address answers with JSON-LD whose id it is.", resolves},
		{"gone", Should, "What was deleted is 404 or 410.", gone},
	}
}
