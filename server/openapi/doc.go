// Package openapi describes the HTTP interface of a server in OpenAPI 3.1
// (https://spec.openapis.org/oas/v3.1.1.html).
//
// The description is the file openapi.yaml. The package fills in what differs from server to
// server, and the schemas of records (records.json). Tests of package server compare it with the
// router and with the answers that they get. The package answers no request.
//
// The schemas of records have names, properties, required members and unions, and neither
// conditions nor rules, so that programs can make types of them. A test makes them of the
// schemas of package linkedart, by its standard reading. They say less than those: each
// record without an error fits, and a record that fits may have errors.
package openapi
