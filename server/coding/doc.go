// Package coding applies the content codings of RFC 9110
// (https://www.rfc-editor.org/rfc/rfc9110.html) section 8.4 to bodies. Which one a
// client accepts is server/negotiate's to tell.
package coding
