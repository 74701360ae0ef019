// Package mediatype labels bodies with media types, and keeps text readable for
// clients that take another charset than the right one: RFC 9110
// (https://www.rfc-editor.org/rfc/rfc9110.html) section 8.3. It knows no formats.
package mediatype
