// Package ldcontext holds the JSON-LD contexts that Vitrine knows, and makes
// active contexts of them for the readers and writers of JSON-LD.
//
// A JSON-LD context (JSON-LD 1.1 section 3.1,
// https://www.w3.org/TR/json-ld11/#the-context) says which IRI each member name
// of a record stands for. Records name theirs by URL. Fetching such a URL while
// serving would let input send requests and would fail when the host is away,
// so this package answers from stored documents and never from the network:
//
//   - Documents in the program: that of Linked Art (documents/linked-art.json),
//     and those that pages of results and the change feed name. They come first
//     and cannot be replaced.
//   - A folder of cached documents, a Dir, each with its SHA-256. The command
//     "vitrine context" keeps it.
//
// A Set is both together. A Compiler makes ActiveContexts of the contexts of a
// Set, by the algorithms of JSON-LD 1.1 API section 4
// (https://www.w3.org/TR/json-ld11-api/#context-processing-algorithms).
//
// The package's name differs from its folder's so that it does not hide the
// standard library's context.
package ldcontext
