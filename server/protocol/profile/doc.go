// Package profile writes entities in the models of others, which aggregators and registers ask
// for by the IRI of a profile (W3C Content Negotiation by Profile,
// https://www.w3.org/TR/dx-prof-conneg/): Dublin Core as OAI-PMH has it
// (http://www.openarchives.org/OAI/2.0/oai_dc.xsd), the Europeana Data Model by its external
// schema (https://pro.europeana.eu/page/edm-documentation), and schema.org as the Dutch Digital
// Heritage Network applies it (https://docs.nde.nl/schema-profile/).
//
// What a profile says of an entity is a table, one file a profile (*.tsv): a row names what it is
// about, a property, the kind of value, and the path to it in the Linked Art record. The package
// reads records, the entity's and those that it refers to as far as the reader may see them, and
// follows the tables. It never guesses: what a table has no row for is left out, a text without a
// known language has no language tag, or "und" where the profile demands one, and a record that lacks what the profile demands has no
// such form.
package profile
