// Package shapes gives the shapes of Linked Art's records as a flat set of JSON Schemas
// (draft 2020-12, https://json-schema.org/draft/2020-12/json-schema-core) with names, for
// other programs: one for each endpoint, one for each class that stands inside records, and
// one for each kind of reference. A program that makes types of schemas can use them, since
// they hold properties, required members and unions, and neither conditions nor rules.
//
// They are made from the schemas of package linkedart, by its standard reading. They say
// less than those: each record without an error fits, and a record that fits may have errors,
// such as a date that is none. The package never judges a record; a linkedart.Validator does.
package shapes
