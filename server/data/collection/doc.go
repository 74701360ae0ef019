// Package collection builds the lists that the server hands out page by page,
// in the format of Linked Art's search results
// (https://linked.art/api/1.0/search/): an Activity Streams 2.0 OrderedCollection
// with its OrderedCollectionPages (https://www.w3.org/TR/activitystreams-core/,
// section 5).
//
// It is a set of pure functions from numbers and items to values that encode as
// JSON, with the members in the order of the specification. It reads no store
// and knows nothing of HTTP.
package collection
