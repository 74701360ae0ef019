// Package activity reads the documents of a change feed: the collection, its
// pages and their activities, as IIIF Change Discovery 1.0
// (https://iiif.io/api/discovery/1.0/, sections 2 and 3) defines them.
//
// It is generous, as a client has to be: properties and activities it does not
// know are passed over, and a page may be named by a string where the
// specification asks for an object. What it cannot use it reports, with its
// place. Package check is the one that is strict. It opens nothing and fetches
// nothing.
package activity
