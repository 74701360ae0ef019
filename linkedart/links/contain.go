package links

import "slices"

// IsWithin reports whether all results of a link are results of another link of the same
// record, whatever is stored (wider.tsv).
func (l *Link) IsWithin(other *Link) bool { return l.wider == other }

// Distinct returns the links of a record without those whose results another one of them
// shows. Of two, one within the other, the wider is left out where both have as many
// results, so that the name that says more stays; else the narrower is.
func Distinct(found []Found) []Found {
	var out []Found
	for _, f := range found {
		if !slices.ContainsFunc(found, f.isCoveredBy) {
			out = append(out, f)
		}
	}
	return out
}

// isCoveredBy reports whether the other one is shown in place of the link.
func (f Found) isCoveredBy(o Found) bool {
	same := f.Exact && o.Exact && f.Count == o.Count
	return f.Link.IsWithin(o.Link) && !same || o.Link.IsWithin(f.Link) && same
}
