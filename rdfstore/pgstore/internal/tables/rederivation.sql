-- rederivation has one row while the relations are derived anew, and while the lists of the
-- generation that is not current are removed. The entities up to a number, as they are after an
-- entry of the log, are in the lists of the next generation; entities tells how many they are.
CREATE TABLE @.rederivation (
	one boolean PRIMARY KEY CHECK (one),
	derivation text NOT NULL,
	removing boolean NOT NULL,
	entity bigint NOT NULL,
	seq bigint NOT NULL,
	entities bigint NOT NULL
);

-- Which lists of the next generation have which entity.
CREATE TABLE @.rederived (
	digest bytea PRIMARY KEY,
	entity bigint NOT NULL,
	lists bytea NOT NULL
);
