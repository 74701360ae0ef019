package provenance

import (
	"slices"

	"vitrine/linkedart/reading"
)

// part is a part of an activity.
type part struct {
	node reading.Node
	// wholes are the activities that it is in, the outermost first.
	wholes []reading.Node
	// certainty is that of an assignment which says that it is a part.
	certainty Certainty
}

// Limits on what is read of one activity.
const (
	maxDepth = 12
	maxParts = 1000
	// maxParties is how many parties of one kind an event has. The parts of the record
	// have them all.
	maxParties = 100
	// maxNear is how many events are asked whether a payment or a return belongs to them.
	maxNear = 20
)

// partClasses are what parts are besides plain activities.
var partClasses = []reading.Class{
	reading.ClassAcquisition, reading.ClassPurchase, reading.ClassTransferOfCustody, reading.ClassTransfer, reading.ClassMove, reading.ClassPayment,
	reading.ClassEncounter, reading.ClassRightAcquisition, reading.ClassAttributeAssignment, reading.ClassDestruction,
	reading.ClassPartRemoval, reading.ClassModification,
}

var activityClasses = []reading.Class{reading.ClassActivity, reading.ClassEvent, reading.ClassPeriod}

func isOf(n reading.Node, classes []reading.Class) bool {
	return slices.ContainsFunc(classes, n.Is)
}

// isActivity reports whether a node is something that happened.
func isActivity(n reading.Node) bool { return isOf(n, partClasses) || isOf(n, activityClasses) }

// partsOf are the parts of an activity in the order of the record, those of parts that
// are plain activities after them, and those that an assignment says it has.
func partsOf(root reading.Node) []part {
	c := partCollector{seen: map[reading.Node]bool{root: true}}
	c.add(root, []reading.Node{root}, Certain)
	return c.parts
}

type partCollector struct {
	seen  map[reading.Node]bool
	parts []part
}

func (c *partCollector) add(n reading.Node, wholes []reading.Node, certainly Certainty) {
	if len(wholes) > maxDepth {
		return
	}
	for _, node := range n.Nodes(reading.ActivityPart) {
		c.one(node, wholes, certainly)
	}
	for _, a := range n.Nodes(reading.AttributedBy) {
		for _, node := range a.Nodes(reading.Assigned) {
			if isActivity(node) {
				c.one(node, wholes, max(certainly, certainty(a)))
			}
		}
	}
}

func (c *partCollector) one(node reading.Node, wholes []reading.Node, certainly Certainty) {
	if c.seen[node] || len(c.parts) == maxParts {
		return
	}
	c.seen[node] = true
	certainly = max(certainly, wholeCertainty(node))
	inner := append(wholes[:len(wholes):len(wholes)], node)
	if isOf(node, partClasses) || len(node.Nodes(reading.ActivityPart)) == 0 {
		c.parts = append(c.parts, part{node, wholes, certainly})
	}
	c.add(node, inner, certainly)
}

// first returns the first list that is not empty of what the part says and its wholes do,
// the innermost first.
func first[T any](p part, of func(reading.Node) []T) []T {
	if list := of(p.node); len(list) > 0 {
		return list
	}
	for i := len(p.wholes) - 1; i >= 0; i-- {
		if list := of(p.wholes[i]); len(list) > 0 {
			return list
		}
	}
	return nil
}
