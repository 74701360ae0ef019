// Package query answers SPARQL queries over HTTP: what a request asks for, in which
// form its answer goes out, the page to write queries on, and what the service says of
// itself.
//
// It follows the SPARQL 1.1 Protocol (https://www.w3.org/TR/sparql11-protocol/,
// section 2.1: the query operation; 2.1.4: the dataset) and SPARQL 1.1 Service
// Description (https://www.w3.org/TR/sparql11-service-description/). Updates are
// not there: records are written one by one, at their own addresses.
//
// The package evaluates nothing: package sparql does.
package query
