// Package reconcile matches names of tables to entities, for OpenRefine and other clients of the
// Reconciliation Service API, in version 0.2
// (https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/) and as the
// draft of 1.0 has it (https://reconciliation-api.github.io/specs/draft/). The two differ in
// addresses and in the layout of messages; what they ask is answered in the same way.
//
// Candidates come from the index of the search, with its tolerance of misspellings, and are judged
// by how alike the names are and by the properties that a query gives. The package reads no store.
// It never says that a candidate matches where another one is as good.
package reconcile
