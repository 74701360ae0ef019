package turtle

import (
	"fmt"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// encoder appends the graphs of a document.
type encoder struct {
	trig, began bool
	// prefixes are those that may be used, declared those that were.
	prefixes []serialize.Prefix
	declared map[string]bool
}

// add appends a graph. In TriG, the prefixes that earlier graphs had no use for
// are declared before it.
func (e *encoder) add(p *dataset.Part, g *graph.Graph) error {
	w := &writer{Part: p, Tree: dataset.NewTree(g), prefixes: e.prefixes, used: map[string]bool{}}
	if e.began {
		p.Head = append(p.Head, '\n')
	}
	e.began = true
	if e.trig {
		w.block(g.Name)
	} else {
		w.subjects()
	}
	any := false
	for _, prefix := range e.prefixes {
		if w.used[prefix.Name] && !e.declared[prefix.Name] {
			p.Head = fmt.Appendf(p.Head, "@prefix %s: <%s> .\n", prefix.Name, prefix.Namespace)
			e.declared[prefix.Name] = true
			any = true
		}
	}
	if any {
		p.Head = append(p.Head, '\n')
	}
	return nil
}
