// Package conditional evaluates the preconditions of requests: RFC 9110
// (https://www.rfc-editor.org/rfc/rfc9110.html) section 13, with the validators of
// section 8.8. Reading and writing share it. It knows neither entities nor
// representations, and answers nothing.
package conditional
