// Package oai is an OAI-PMH 2.0 repository (http://www.openarchives.org/OAI/openarchivesprotocol.html)
// of the records of a store.
//
// A record's identifier is the URI of its entity, its datestamp that of its last change, to the
// second, and its set the class of the entity. Lists follow the log of the store, in which each
// record stands where it last changed: a resumption token is a place in the log, needs no memory
// of the server and never ends, and what changes during a harvest is met again further on. What
// the log has of a record before its last change is passed over. Deletions are in the log for good.
//
// The package writes no form of a record itself: those are offers of package resource. It never
// answers a mistake of a harvester with anything but an error of the protocol; where the store
// cannot be read in time, the answer is 503 with Retry-After, as section 3.1.2.2 has it.
package oai
