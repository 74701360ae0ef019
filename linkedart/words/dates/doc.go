// Package dates reads the texts by which museums date things, in English, German, French,
// Dutch, Spanish and Italian: "c. 1911", "1895–98", "um 1480/90", "1. Hälfte 17. Jh.",
// "before 1800", "Ming dynasty", "4/23/1971", "1904 (printed 1930)"; and the Extended
// Date/Time Format, levels 0 and 1 (https://www.loc.gov/standards/datetime/).
//
// A text is understood as a whole or not at all: each of its words is in dates.tsv or
// periods.tsv and stands where the grammar has it. What is said less exactly than a day
// or a year gives the whole of what it can mean, never a part: "5/4/1971" is from April 5
// to May 4 of that year, unless Options says which number is the month. "Before 1800" and
// "after 1800" have one end, which may be in that year. Centuries are from 1800 to 1899,
// as museums count them; years before 1 are astronomical, as in XML Schema 1.1.
//
// Only years and decades become wider by "circa"; a century, a part of one, and a period
// are not exact in any case. The words of all languages are known together, and no text
// needs to say which it is in.
//
// The result is a TimeSpan of Linked Art (https://linked.art/model/base/#timespan-details)
// with the text as its name.
package dates
