// Package respond is what every answer has in common: the request's id, the fields that each
// answer has, the choice by method, CORS (https://fetch.spec.whatwg.org/#http-cors-protocol),
// trusted proxies, preconditions and validators, content codings, links, errors, and the
// access log. It follows RFC 9110 (https://www.rfc-editor.org/rfc/rfc9110.html; codings section
// 8.4, validators section 8.8, methods section 9, preconditions section 13), RFC 8288 and
// RFC 9264 for links, and RFC 9457 for errors.
//
// It does not know the resource. Which error of another package becomes which answer,
// and where the types of errors are described, package server knows.
package respond
