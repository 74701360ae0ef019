package reading

// partOf are what part_of means in the classes. Of a Type the term broader stands beside it.
var partOf = []Property{PlacePartOf, PhysicalPartOf, SymbolicPartOf, ConceptualPartOf, ActivityPartOf, TimeSpanPartOf, Broader}

// Wholes are what the node is part of, whatever its class: of a place those that it
// falls within, of a concept the broader ones.
func (n Node) Wholes() []Node { return n.all(partOf) }

// WithParts are an activity and the parts that it has in its own record, each before its
// own parts, down to so many levels.
func (n Node) WithParts(depth int) []Node {
	out := []Node{n}
	if depth == 0 {
		return out
	}
	for _, part := range n.Nodes(ActivityPart) {
		if part.IRI() == "" {
			out = append(out, part.WithParts(depth-1)...)
		}
	}
	return out
}

func (n Node) all(properties []Property) []Node {
	var out []Node
	for _, p := range properties {
		out = append(out, n.Nodes(p)...)
	}
	return out
}

// Geometries are the texts that say where a place is (defined_by), in Well-Known Text as
// the record has them, then those of the places that it is approximated by.
func (n Node) Geometries() []string {
	var out []string
	for _, l := range n.Literals(DefinedBy) {
		out = append(out, l.String())
	}
	for _, near := range n.Nodes(ApproximatedBy) {
		for _, l := range near.Literals(DefinedBy) {
			out = append(out, l.String())
		}
	}
	return out
}
