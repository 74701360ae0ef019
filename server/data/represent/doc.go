// Package represent makes the representations of entities: which there are, which
// one a request selects, its links and its entity tag, and the bytes, which are
// kept in memory. It follows RFC 9110 (https://www.rfc-editor.org/rfc/rfc9110.html;
// selected representation section 3.2, validators section 8.8, negotiation section 12),
// FAIR Signposting (https://signposting.org/FAIR/) for links, and JSON-HAL as Linked
// Art uses it (https://linked.art/api/1.0/hal/).
//
// A request passes it once: View and Resource, Select, CheckPreconditions, Make. It writes nothing
// to the store, and does not know which address leads to which entity.
package represent
