// Package places knows the countries, the states of the United States, and about 1,900
// cities of the world by their names, with their ids in GeoNames
// (https://www.geonames.org/). The table is generated from data of GeoNames (CC BY 4.0) and
// of the Unicode CLDR; see docs/dependencies.md.
//
// A name that several places have is found only with what it is in: "London, Ontario",
// "Paris, France". A city that is twenty times as large as the next of its name needs
// nothing: "Paris". The package knows no coordinates, and draws no conclusion from a part
// of a name.
package places
