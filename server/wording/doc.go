// Package wording says things in the languages of the pages: the texts of the pages
// themselves, dates, numbers and amounts, and the names of classes and properties. Its
// texts are message catalogues that a translator can edit, in the folder catalogue.
//
// Languages are BCP 47 tags (https://www.rfc-editor.org/info/bcp47). The package knows
// neither HTTP nor HTML nor the store.
package wording
