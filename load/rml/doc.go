// Package rml makes RDF of JSON, CSV and XML by mappings in RML, the RDF Mapping Language
// of the W3C's Knowledge Graph Construction group: RML-Core and RML-IO
// (https://w3id.org/rml/core/spec, https://w3id.org/rml/io/spec).
//
// References are JSONPath (RFC 9535), names of columns, and XPath 1.0. The terms of R2RML
// (https://www.w3.org/TR/r2rml/) and of the older RML at semweb.mmlab.be are read as those
// of RML with the same names, so that mappings that exist can be used.
//
// The package does not evaluate functions (RML-FNML), collections (RML-CC) or quoted
// triples (RML-star), and reads no source but files beside the mapping and those that it
// is given. A fault of the mapping or of the data is an error: nothing is left out for it.
package rml
