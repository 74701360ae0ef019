// Package client asks other hosts for documents, politely: never faster than it
// was told to, never longer than it has to wait, and only hosts that the user
// named. Nothing else in Vitrine opens a connection to another host.
//
// It follows HTTP (RFC 9110): Retry-After (section 10.2.3), redirects (section
// 15.4), and the codings of content (section 8.4). What may pass is tried again
// with growing pauses; what will not is handed back at once. The package looks
// into no document, sends no credentials and keeps no cookies.
package client
