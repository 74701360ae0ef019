// Package home makes what the front page shows of the collection: pictures of some
// objects, a timeline of when they were made, a map of all places, and the introduction from
// the operator's file. It takes what the index counts, which it asks once for each state of
// the index and each day, less often during a load, and knows neither HTTP nor HTML.
//
// An introduction is Markdown by CommonMark 0.31 (https://spec.commonmark.org/0.31.2/)
// without raw HTML, or an HTML fragment of which everything but plain text markup is
// removed.
package home
