// Package overview works out what the front page shows of a collection: bars of a
// timeline and clusters of a map from what the search index counts, and the
// introduction from the operator's file. Its functions are pure, cost no more for a
// large collection than for a small one, and know neither the index nor HTTP.
//
// An introduction is Markdown by CommonMark 0.31 (https://spec.commonmark.org/0.31.2/)
// without raw HTML, or an HTML fragment of which everything but plain text markup is
// removed.
package overview
