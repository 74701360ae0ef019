package reading

// Name is a name, an identifier, or a statement: a text with what kind of text it is and
// the languages that it is in.
type Name struct {
	// Content is the text as it stands in the record, and Tag the language tag of the
	// literal, "" for one that has none: Linked Art says the language by Languages.
	Content, Tag string
	// Kinds are its classifications.
	Kinds []Node
	// Languages are the concepts of its languages.
	Languages []Node
	// Node is the name itself: for its parts, statements and dates.
	Node Node
}

// Names are the names that are no identifiers, in the order of the record, those that
// are classified as primary first.
func (n Node) Names() []Name {
	primary, others := n.appellations(func(node Node) bool { return !node.Is(ClassIdentifier) })
	return append(primary, others...)
}

// Identifiers are the names that are identifiers, in the same order.
func (n Node) Identifiers() []Name {
	preferred, others := n.appellations(func(node Node) bool { return node.Is(ClassIdentifier) })
	return append(preferred, others...)
}

// Statements are the texts that refer to the node (referred_to_by) and have content, in
// the order of the record.
func (n Node) Statements() []Name {
	var out []Name
	for _, node := range n.Nodes(ReferredToBy) {
		out = append(out, contents(node)...)
	}
	return out
}

// Parts are the parts of a name, such as the given name, in the order of the record.
func (n Name) Parts() []Name {
	var out []Name
	for _, node := range n.Node.Nodes(SymbolicPart) {
		out = append(out, contents(node)...)
	}
	return out
}

// Kinds are the classifications of the node.
func (n Node) Kinds() []Node { return n.Nodes(ClassifiedAs) }

// IsClassified reports whether the node is classified as one of the types, by their URIs.
func (n Node) IsClassified(types ...string) bool {
	for _, kind := range n.Kinds() {
		for _, t := range types {
			if kind.IRI() == t {
				return true
			}
		}
	}
	return false
}

// PrimaryName is the classification of the name or identifier to use, which Getty's AAT
// calls "preferred terms".
const PrimaryName = "http://vocab.getty.edu/aat/300404670"

func (n Node) appellations(wanted func(Node) bool) (first, others []Name) {
	for _, node := range n.Nodes(IdentifiedBy) {
		if !wanted(node) {
			continue
		}
		if node.IsClassified(PrimaryName) {
			first = append(first, contents(node)...)
		} else {
			others = append(others, contents(node)...)
		}
	}
	return first, others
}

func contents(node Node) []Name {
	literals := node.Literals(Content)
	if len(literals) == 0 {
		return nil
	}
	kinds, languages := node.Kinds(), node.Nodes(Language)
	out := make([]Name, len(literals))
	for i, l := range literals {
		out[i] = Name{Content: l.String(), Tag: l.Lang(), Kinds: kinds, Languages: languages, Node: node}
	}
	return out
}
