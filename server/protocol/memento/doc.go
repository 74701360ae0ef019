// Package memento answers with the TimeMaps of entities: which states of one are kept, who made them
// and why; and with what is other in one state than in another. It follows RFC 7089
// (https://www.rfc-editor.org/rfc/rfc7089.html, section 5), and in RDF PROV-O
// (https://www.w3.org/TR/prov-o/). TimeGates and mementos are answers of package resource.
//
// It never changes a record.
package memento
