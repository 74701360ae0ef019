// Package dataset answers for all of the data at once: with the description of the data
// set in VoID and DCAT, with the dumps of it, with the feed of its changes (IIIF Change
// Discovery API 1.0, https://iiif.io/api/discovery/1.0/, level 2, with the classes of
// Linked Art as types of the objects) and with the sitemaps of its entities.
//
// It reads no more of a large store than it sends: counts, not records. Where the files of
// dumps are kept knows package spool.
package dataset
