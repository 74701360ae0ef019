// Package feed turns the log of changes into the documents of a change feed:
// IIIF Change Discovery API 1.0 (https://iiif.io/api/discovery/1.0/), level 2,
// with the classes of Linked Art as types of the objects.
//
// It is a set of pure functions from entries of the log to values that encode
// as JSON with the members in the order of the specification. It reads no store
// and knows nothing of HTTP.
//
// The feed is the log itself: activity n stands for entry n+1, and page p holds
// the activities from p*PageSize on. So a page that is followed by another
// never changes, and a page costs one short read of the log wherever it lies.
package feed
