// Package harvest keeps a store in step with the change feed of a publisher:
// everything at first, then only what changed.
//
// It follows the IIIF Change Discovery API 1.0
// (https://iiif.io/api/discovery/1.0/, section 4, the algorithm for consumers)
// at its levels 0, 1 and 2, for records in any RDF format that Vitrine reads. A
// feed is read from its last page backwards, and of several activities about a
// resource the newest counts; then the resources are fetched, oldest activity
// first. How far that came is kept in a small file, which moves on only when
// the store has acknowledged. So an end at any moment loses nothing.
//
// Nothing is deleted but what the feed says is gone, and nothing is stored under
// a name that the feed did not give. The package never serves anything, and package
// server does not know it; connections are opened by package client alone.
package harvest
