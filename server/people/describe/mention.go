package describe

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// mentionTitles are the lists of records that mention an entity where Linked Art has no
// link, by the property, in the order in which they are shown. A record is in the first
// list that it belongs to.
var mentionTitles = []struct {
	property reading.Property
	title    i18n.Key
}{
	{reading.TransferredTitleTo, "Ownership acquired"},
	{reading.TransferredTitleFrom, "Ownership given up"},
	{reading.TransferredCustodyTo, "Custody received"},
	{reading.TransferredCustodyFrom, "Custody given up"},
	{reading.PaidTo, "Payments received"},
	{reading.PaidFrom, "Payments made"},
	{reading.MovedTo, "Moved here"},
	{reading.MovedFrom, "Moved away from here"},
	{reading.DigitallyShows, "Digital objects that show it"},
	{reading.DigitallyCarries, "Digital objects that contain it"},
	{reading.CurrentCustodian, "Objects kept"},
	{reading.After, "What came after"},
	{reading.Before, "What came before"},
	{"", "Mentioned in"},
}

// mentions are the lists of the records that name the entity anywhere, but for those that
// the links lead to.
func (e *editor) mentions(name rdf.IRI, linked map[string]bool) []html.CardList {
	groups := make([][]string, len(mentionTitles))
	place, whole := e.mentioning(name, linked)
	for iri, i := range place {
		groups[i] = append(groups[i], iri)
	}
	var out []html.CardList
	for i, iris := range groups {
		if len(iris) == 0 || e.Err() != nil {
			continue
		}
		e.sortByDate(iris)
		list := html.CardList{Title: e.Words.Text(mentionTitles[i].title), Cards: e.Cards(iris[:min(listCards, len(iris))])}
		if whole {
			list.Count = uint64(len(iris))
		}
		if e.options.Naming != nil && (!whole || len(iris) > len(list.Cards)) {
			list.Href, list.All = e.mentionsAt(name, mentionTitles[i].property)
		}
		out = append(out, list)
	}
	return out
}

// mentionsAt is where all records are that name the entity by the property, or by any where
// it is "", and what to call them: they may be more than those of the list.
func (e *editor) mentionsAt(name rdf.IRI, p reading.Property) (href, all string) {
	href = e.options.Naming(string(p), name.String())
	if p == "" {
		return href, e.Words.Text("Show everything that mentions it")
	}
	return href, e.Words.Text("Show all")
}

// MentionTitle is the title of the list of the records that name an entity by a property,
// that of all that mention it for a property without a list of its own.
func MentionTitle(p reading.Property) i18n.Key { return mentionTitles[placeOf(p)].title }

// sortByDate puts records in the order of their dates, those without at the end, and as
// they are named where there are very many.
func (e *editor) sortByDate(iris []string) {
	slices.Sort(iris)
	if len(iris) > maxSorted {
		return
	}
	slices.SortStableFunc(iris, func(a, b string) int {
		first, second := e.Brief(a).Date.Earliest(), e.Brief(b).Date.Earliest()
		switch {
		case first.Known && second.Known:
			return datetime.Compare(first.Time, second.Time)
		case first.Known:
			return -1
		case second.Known:
			return 1
		}
		return 0
	})
}

// mentioning returns the records that mention an entity, each with the place of its list
// in mentionTitles. whole is false where there are more than were looked at.
func (e *editor) mentioning(name rdf.IRI, linked map[string]bool) (place map[string]int, whole bool) {
	place = map[string]int{}
	namings, whole := e.Namings(name)
	if len(namings) > maxMentions {
		namings, whole = namings[:maxMentions], false
	}
	for _, n := range namings {
		if n.Record == name.String() || linked[n.Record] || e.listed[n.Record] {
			continue
		}
		i := placeOf(n.Property)
		if before, ok := place[n.Record]; !ok || i < before {
			place[n.Record] = i
		}
	}
	return place, whole
}

// placeOf is the place of the list of a property.
func placeOf(p reading.Property) int {
	for i, m := range mentionTitles {
		if m.property == p {
			return i
		}
	}
	return len(mentionTitles) - 1
}
