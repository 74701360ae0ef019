// Package exchange is what every request and answer has in common: the request's
// id, the fields that each answer has, the choice by method, CORS
// (https://fetch.spec.whatwg.org/#http-cors-protocol), trusted proxies, and the
// access log. It follows RFC 9110 (https://www.rfc-editor.org/rfc/rfc9110.html)
// sections 9 and 10.2.1. It does not know what is asked for, and answers no errors.
package exchange
