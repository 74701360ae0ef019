-- One store of Vitrine, format version 1. Texts of RDF are bytea: a text column takes no
-- U+0000, and its order depends on the collation. Times are nanoseconds since 1970. The keys
-- and indexes are in indexes.sql.

-- head has one row. base is the public URL that the names of the publisher's own entities
-- begin with. Who writes locks it, so that writers take turns and log.seq has no gaps.
CREATE TABLE @.head (
	one boolean PRIMARY KEY CHECK (one),
	format integer NOT NULL,
	derivation text NOT NULL,
	base text NOT NULL,
	seq bigint NOT NULL,
	at bigint NOT NULL,
	entities bigint NOT NULL,
	triples bigint NOT NULL
);

-- id is the number of the log entry with which the entity came to be. digest is the first
-- 16 bytes of the SHA-256 of the name, which may be too long for an index. revision is how many
-- states the entity had before this one since it came to be.
CREATE TABLE @.entity (
	id bigint NOT NULL,
	digest bytea NOT NULL,
	name bytea NOT NULL,
	version bigint NOT NULL,
	created bigint NOT NULL,
	modified bigint NOT NULL,
	revision integer NOT NULL,
	record bytea NOT NULL
);

-- past has, of each name, the numbers of the log entries whose states are kept beside the
-- present one, and those of deletions between them. entity is the first 8 bytes of the digest;
-- the name is that of the log entry. record is the state, '' for a deletion: as a whole, or as
-- what differs in the state that came after it, which is then in the next row or the present one.
CREATE TABLE @.past (
	entity bigint NOT NULL,
	version bigint NOT NULL,
	record bytea NOT NULL
);

CREATE TABLE @.tombstone (
	digest bytea NOT NULL,
	version bigint NOT NULL,
	at bigint NOT NULL
);

-- batch is a random number of the commit, by which a writer that lost its connection finds
-- out whether the commit took place. successor is the IRI of what is there in place of a
-- deleted entity, '' for none; author and message are '' where they are not known.
CREATE TABLE @.log (
	seq bigint NOT NULL,
	kind smallint NOT NULL,
	at bigint NOT NULL,
	batch bigint NOT NULL,
	name bytea NOT NULL,
	class bytea NOT NULL,
	successor bytea NOT NULL,
	purged boolean NOT NULL,
	author bytea NOT NULL,
	message bytea NOT NULL
);

-- A list is a hash of its kind (s, p, o: subject, predicate, object; c: class; r: relation)
-- and its term; part a hash of the predicate, 0 for a class, or the number of a relation.
CREATE TABLE @.posting (
	list bigint NOT NULL,
	part bigint NOT NULL,
	first bigint NOT NULL,
	entities integer NOT NULL,
	triples integer NOT NULL,
	kind "char" NOT NULL,
	body bytea NOT NULL
);

-- The lengths of the lists of kinds p, c and r. term is the IRI of a class.
CREATE TABLE @.tally (
	list bigint NOT NULL,
	part bigint NOT NULL,
	kind "char" NOT NULL,
	entities bigint NOT NULL,
	triples bigint NOT NULL,
	term bytea NOT NULL
);
