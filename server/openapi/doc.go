// Package openapi describes the HTTP interface of a server in OpenAPI 3.1
// (https://spec.openapis.org/oas/v3.1.1.html).
//
// The description is the file openapi.yaml. The package fills in what differs from server to
// server, and the schemas of records. Tests of package server compare it with the
// router and with the answers that they get. The package answers no request.
package openapi
