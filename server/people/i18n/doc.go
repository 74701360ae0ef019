// Package i18n says things in the languages of the pages: the texts of the pages
// themselves, dates, numbers and amounts, and the names of classes and properties. Its
// texts are message catalogues that a translator can edit, in the folder catalogue: a
// folder for each language, in it a JSON file for each part of the program, in it an
// object with the English text as the key of each translation.
//
// Languages are BCP 47 tags (https://www.rfc-editor.org/info/bcp47); plural forms are
// those of Unicode CLDR (https://cldr.unicode.org/index/cldr-spec/plural-rules). The
// package knows neither HTTP nor HTML nor the store.
//
// Vocabulary has the words by which Linked Art calls classes, and by which its context
// shortens IRIs: those of the JSON-LD context of Linked Art 1.0
// (https://linked.art/api/1.0/json-ld/), which is in the program.
package i18n
