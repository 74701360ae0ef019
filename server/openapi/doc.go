// Package openapi describes the HTTP interface of a server in OpenAPI 3.1
// (https://spec.openapis.org/oas/v3.1.1.html): its addresses, methods, parameters, bodies
// and answers.
//
// The description is a table of routes. A test of package server compares it with the
// router, and with every answer that the tests of that package get, so that an address, a
// method, a status, a media type or a problem type that is not in the table fails. The
// schemas of records are those of package linkedart/shapes. The package answers no request.
package openapi
