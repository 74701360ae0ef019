// Package dataset answers for all of the data at once: with the description of the data
// set, with the dumps of it, with the feed of its changes and with the sitemaps of its
// entities. What these say and how they are written is in packages void, dump, feed and
// sitemap, after the specifications that those name; this one gathers it and sends it.
//
// It reads no more of a large store than it sends: counts, not records.
package dataset
