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

-- id is the number of the log entry with which the entity came to be, and first that of the first
-- entry that the log has of the name. digest is the first 16 bytes of the SHA-256 of the name, which
-- may be too long for an index.
CREATE TABLE @.entity (
	id bigint NOT NULL,
	first bigint NOT NULL,
	digest bytea NOT NULL,
	name bytea NOT NULL,
	version bigint NOT NULL,
	created bigint NOT NULL,
	modified bigint NOT NULL,
	record bytea NOT NULL
);

-- past has, of each name, the states that are kept beside the present one, and the deletions between
-- them, in blocks: first is that of the name, version the number of the log entry of the first state
-- of the block.
CREATE TABLE @.past (
	first bigint NOT NULL,
	version bigint NOT NULL,
	body bytea NOT NULL
);

CREATE TABLE @.tombstone (
	digest bytea NOT NULL,
	first bigint NOT NULL,
	version bigint NOT NULL,
	at bigint NOT NULL
);

-- first is the number of the first entry about the name, which alone has the name; class is NULL
-- where it is that of the first entry. batch is a random number of the commit, by which, with at, a
-- writer that lost its connection finds out whether the commit took place. successor is the IRI of
-- what is there in place of a deleted entity; it, author and message are NULL where there is none.
CREATE TABLE @.log (
	seq bigint NOT NULL,
	at bigint NOT NULL,
	first bigint NOT NULL,
	batch integer NOT NULL,
	kind smallint NOT NULL,
	purged boolean NOT NULL,
	name bytea,
	class bytea,
	successor bytea,
	author bytea,
	message bytea
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
