// Package sitemap writes sitemaps, which tell search engines the addresses of pages and
// when they last changed (https://www.sitemaps.org/protocol.html), and robots.txt (RFC
// 9309). It also keeps the division of the names of a store into parts, in step with the
// store's log, so that each part is one sitemap.
//
// The package reads no record and knows nothing of HTTP.
package sitemap
