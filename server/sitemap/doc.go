// Package sitemap writes sitemaps, which tell search engines the addresses of pages and
// when they last changed (https://www.sitemaps.org/protocol.html), and robots.txt (RFC
// 9309). It also keeps the division of names into parts, so that each part is one
// sitemap.
//
// The package knows neither the store nor HTTP.
package sitemap
