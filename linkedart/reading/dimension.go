package reading

// Dimension is a size of something, by https://linked.art/model/object/physical/#dimensions.
type Dimension struct {
	// Value is the number, Lower and Upper are the limits that it lies between.
	Value, Lower, Upper Number
	// Unit is the unit of measurement, the zero Node where the record gives none.
	Unit Node
	// Kinds say what is measured, such as the height. Names are what the record calls the
	// dimension, such as "44.5 x 39 cm", and Statements the texts about it.
	Kinds             []Node
	Names, Statements []Name
	// Node is the dimension itself.
	Node Node
}

// Amount is an amount of money. It may also stand among the dimensions of a set.
type Amount struct {
	// Value is the number, Lower and Upper are the limits that it lies between.
	Value, Lower, Upper Number
	// Currency is the zero Node where the record gives none.
	Currency Node
	// Kinds, Names and Statements are those of a Dimension.
	Kinds             []Node
	Names, Statements []Name
	// Node is the amount itself.
	Node Node
}

// Dimensions are the sizes of the node that are no amounts of money, in the order of
// the record.
func (n Node) Dimensions() []Dimension {
	var out []Dimension
	for _, node := range n.Nodes(HasDimension) {
		if !node.isAmount() {
			out = append(out, node.dimension())
		}
	}
	return out
}

// Amounts are the amounts of money that are dimensions of the node, and those that a
// payment paid (paid_amount).
func (n Node) Amounts() []Amount {
	var out []Amount
	for _, node := range n.Nodes(PaidAmount) {
		out = append(out, node.amount())
	}
	for _, node := range n.Nodes(HasDimension) {
		if node.isAmount() {
			out = append(out, node.amount())
		}
	}
	return out
}

func (n Node) isAmount() bool {
	return n.Is(ClassMonetaryAmount) || !n.Node(Currency).IsZero()
}

func (n Node) dimension() Dimension {
	return Dimension{
		Value: n.number(Value), Lower: n.number(LowerValueLimit), Upper: n.number(UpperValueLimit),
		Unit: n.Node(Unit), Kinds: n.Kinds(), Names: n.Names(), Statements: n.Statements(), Node: n,
	}
}

func (n Node) amount() Amount {
	return Amount{
		Value: n.number(Value), Lower: n.number(LowerValueLimit), Upper: n.number(UpperValueLimit),
		Currency: n.Node(Currency), Kinds: n.Kinds(), Names: n.Names(), Statements: n.Statements(), Node: n,
	}
}
