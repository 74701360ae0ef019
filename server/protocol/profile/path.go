package profile

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
)

// path leads from a node over terms of Linked Art to others: produced_by/part*/carried_out_by.
// A star stands for zero or more times. [aat:300435416] asks that a node is classified as that,
// and [Name] that it is of the class. The empty path, written ".", leads nowhere.
type path []step

type step struct {
	term       string
	properties []reading.Property
	star       bool
	kinds      []string
	class      reading.Class
}

// The bounds of a path: how many nodes it leads to, and how often a star is taken.
const (
	maxNodes = 100
	maxDepth = 10
)

// prefixes are those of types in paths.
var prefixes = map[string]string{"aat:": "http://vocab.getty.edu/aat/"}

// classes are those that paths ask for, by their words in Linked Art.
var classes = map[string]reading.Class{
	"Person": reading.ClassPerson, "Group": reading.ClassGroup, "Place": reading.ClassPlace,
	"Type": reading.ClassType, "Set": reading.ClassSet, "LinguisticObject": reading.ClassLinguisticObject,
	"Material": reading.ClassMaterial, "Language": reading.ClassLanguage,
	"HumanMadeObject": reading.ClassHumanMadeObject, "DigitalObject": reading.ClassDigitalObject,
}

// terms are the words of Linked Art for properties. A word that means other properties in
// other classes has all of them: a node has those of its class.
var terms = map[string][]reading.Property{
	"about": {reading.About}, "access_point": {reading.AccessPoint}, "born": {reading.Born}, "broader": {reading.Broader},
	"carried_out_by": {reading.CarriedOutBy}, "carries": {reading.Carries}, "classified_as": {reading.ClassifiedAs},
	"created_by": {reading.CreatedBy}, "current_custodian": {reading.CurrentCustodian}, "current_location": {reading.CurrentLocation},
	"current_owner": {reading.CurrentOwner}, "died": {reading.Died}, "dissolved_by": {reading.DissolvedBy},
	"equivalent": {reading.Equivalent}, "format": {reading.Format}, "formed_by": {reading.FormedBy},
	"identified_by": {reading.IdentifiedBy}, "language": {reading.Language}, "made_of": {reading.MadeOf},
	"member_of": {reading.MemberOf, reading.ActorMemberOf}, "part": {reading.ActivityPart},
	"part_of":     {reading.ActivityPartOf, reading.PhysicalPartOf, reading.SymbolicPartOf, reading.ConceptualPartOf, reading.PlacePartOf},
	"participant": {reading.Participant}, "produced_by": {reading.ProducedBy}, "referred_to_by": {reading.ReferredToBy},
	"represents": {reading.Represents}, "represents_instance_of_type": {reading.RepresentsInstanceOfType}, "residence": {reading.Residence},
	"shows": {reading.Shows}, "subject_of": {reading.SubjectOf}, "subject_to": {reading.SubjectTo},
	"digitally_carried_by": {reading.DigitallyCarriedBy}, "digitally_shows": {reading.DigitallyShows}, "digitally_carries": {reading.DigitallyCarries},
	"took_place_at": {reading.TookPlaceAt}, "technique": {reading.Technique}, "used_specific_object": {reading.UsedSpecificObject},
}

// The paths to the pictures that an object can be shown by: the first one, and the others.
const (
	firstPicture  = "first picture"
	otherPictures = "other pictures"
)

// parsePath reads a path.
func parsePath(text string) (path, error) {
	switch text {
	case ".":
		return nil, nil
	case firstPicture, otherPictures:
		return path{{term: text}}, nil
	}
	var out path
	for _, part := range strings.Split(text, "/") {
		name, test, tested := strings.Cut(part, "[")
		var s step
		s.term, s.star = strings.CutSuffix(name, "*")
		var known bool
		if s.properties, known = terms[s.term]; !known {
			return nil, fmt.Errorf("%q is no word for a property", s.term)
		}
		if tested {
			inside, closed := strings.CutSuffix(test, "]")
			if err := s.test(inside); err != nil || !closed {
				return nil, fmt.Errorf("%q: %q is neither a class nor types", text, inside)
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// test reads what a step asks of nodes: a class, or types between bars.
func (s *step) test(text string) error {
	if class, ok := classes[text]; ok {
		s.class = class
		return nil
	}
	for _, name := range strings.Split(text, "|") {
		for prefix, namespace := range prefixes {
			if local, ok := strings.CutPrefix(name, prefix); ok && local != "" {
				s.kinds = append(s.kinds, namespace+local)
			}
		}
	}
	if len(s.kinds) == 0 {
		return fmt.Errorf("no type")
	}
	return nil
}

// follow returns the nodes that a path leads to from one, each once, in the order of the
// records.
func (w *writer) follow(n reading.Node, p path) []reading.Node {
	at := []reading.Node{n}
	for i, s := range p {
		switch s.term {
		case firstPicture:
			return w.pictures()[:min(1, len(w.pictures()))]
		case otherPictures:
			return w.pictures()[min(1, len(w.pictures())):]
		}
		var next []reading.Node
		for _, n := range at {
			next = w.take(next, n, s, i > 0)
		}
		at = next
	}
	return at
}

// take appends the nodes that a step leads to; further tells that it is not the first step,
// so that what the record says no more of may be in another.
func (w *writer) take(to []reading.Node, n reading.Node, s step, further bool) []reading.Node {
	level := []reading.Node{n}
	if s.star {
		to = add(to, n, s)
	}
	for depth := 0; len(level) > 0; depth++ {
		var found []reading.Node
		for _, n := range level {
			found = append(found, w.objects(n, s.properties, further)...)
		}
		for _, n := range found {
			to = add(to, n, s)
		}
		if !s.star || depth == maxDepth || len(to) == maxNodes {
			break
		}
		level = found
	}
	return to
}

// objects are the nodes that properties lead to from a node, in the record that speaks of it
// or else in its own.
func (w *writer) objects(n reading.Node, properties []reading.Property, further bool) []reading.Node {
	var out []reading.Node
	for _, p := range properties {
		out = append(out, n.Nodes(p)...)
	}
	if len(out) == 0 && further && n.IRI() != "" {
		if own := w.own(n); own != n {
			return w.objects(own, properties, false)
		}
	}
	return out
}

func add(to []reading.Node, n reading.Node, s step) []reading.Node {
	if len(to) >= maxNodes || s.class != "" && !n.Is(s.class) || s.kinds != nil && !n.IsClassified(s.kinds...) || slices.Contains(to, n) {
		return to
	}
	return append(to, n)
}
