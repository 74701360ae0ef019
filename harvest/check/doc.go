// Package check tells a publisher whether harvesters will cope with a change
// feed: it reads the feed as they do, and holds it against the rules of the
// IIIF Change Discovery API 1.0 (https://iiif.io/api/discovery/1.0/, sections 2
// and 3) and against what harvesters of Linked Art rely on besides.
//
// A rule is a row of a table and a function of what was found; reading comes
// first and judges nothing. The package stores nothing and changes nothing at
// the publisher.
package check
