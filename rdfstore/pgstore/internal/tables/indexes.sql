-- The keys and indexes of the tables in schema.sql. What fills the tables of an empty store
-- makes them afterwards, under names of their own: each name of an index begins with @, in
-- the place of which a beginning is put, or nothing.
ALTER TABLE @.entity ADD CONSTRAINT @entity_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX @entity_digest ON @.entity (digest);
CREATE INDEX @entity_name ON @.entity (substr(name, 1, 1024));
ALTER TABLE @.past ADD CONSTRAINT @past_pkey PRIMARY KEY (first, version);
ALTER TABLE @.tombstone ADD CONSTRAINT @tombstone_pkey PRIMARY KEY (digest);
ALTER TABLE @.log ADD CONSTRAINT @log_pkey PRIMARY KEY (seq);
CREATE INDEX @log_said ON @.log (first) WHERE author IS NOT NULL OR message IS NOT NULL;
ALTER TABLE @.posting ADD CONSTRAINT @posting_pkey PRIMARY KEY (list, part, first);
ALTER TABLE @.tally ADD CONSTRAINT @tally_pkey PRIMARY KEY (list, part);
CREATE INDEX @tally_class ON @.tally (list) WHERE kind = 'c';
