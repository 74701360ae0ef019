// Package graphstore is a client for the graphs of an RDF store elsewhere, over the
// SPARQL 1.1 Graph Store HTTP Protocol
// (https://www.w3.org/TR/sparql11-http-rdf-update/): PUT, DELETE and GET of a graph
// that the parameter graph names (sections 4.2, 5.2, 5.3, 5.4). Beyond the
// recommendation, as Oxigraph and Apache Jena Fuseki have it, a POST of N-Quads to the
// address without a parameter adds to several graphs at once, and a GET of it answers with
// all of them.
//
// What may pass is tried again with growing pauses, but for the POST, which is no
// idempotent request: added twice, blank nodes are there twice. The package connects to
// the one address that it was given, follows no redirect, and sends credentials only over
// TLS or to this machine.
package graphstore
