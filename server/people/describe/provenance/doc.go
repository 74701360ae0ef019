// Package provenance says on a page what happened to an object, and what happened in a
// provenance activity: events, owners, the journey, and the provenance as a text in the form
// that the American Alliance of Museums recommends.
//
// Which events there are, in which order, package linkedart/provenance finds out from the records;
// this package finds the records by the index of the store and says the events in words. An
// event that there is no verb for is called what its record calls it.
package provenance
