// Package resource answers reads of entities: it finds the one that an address stands for, and
// makes its representations: which there are, which one a request selects, its links and its
// entity tag, and the bytes, of which data is kept in memory. It follows RFC 9110
// (https://www.rfc-editor.org/rfc/rfc9110.html; selected representation section 3.2, validators
// section 8.8, negotiation section 12), FAIR Signposting (https://signposting.org/FAIR/) for
// links, and JSON-HAL as Linked Art uses it (https://linked.art/api/1.0/hal/).
//
// A request passes it once: View, locate, Select, CheckPreconditions, Make. It writes nothing to
// the store; package update does.
package resource
