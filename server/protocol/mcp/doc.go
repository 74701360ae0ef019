// Package mcp lets assistants read a collection by the Model Context Protocol
// (https://modelcontextprotocol.io/specification/2026-07-28, and the revisions before it that the
// SDK knows), over streamable HTTP without sessions. Its tools search, read records, follow their
// links, tell the history of an object, answer SPARQL queries and say what there is; records are
// resources, too, by their URIs.
//
// The package answers from what pages and searches are made of, and reads no store. It changes
// nothing. What it sends is bounded in tokens, and lines that are the text of records are marked,
// so that no record can pass for the service or give an assistant orders.
package mcp
