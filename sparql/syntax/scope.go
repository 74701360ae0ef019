package syntax

import (
	"strconv"

	"vitrine/rdfstore/graph"
)

// scope has the variables that are in scope at a place of the text (section
// 18.2.1), of all groups around it. Those of one group are the names from a mark
// on.
type scope struct {
	names []string
	// last is one more than the last place in names of each name that is there, and before
	// has for each place what that was without it. Both are as far as they were asked for.
	last   map[string]int
	before []int
}

// mark returns the place where the variables of a group begin.
func (s *scope) mark() int { return len(s.names) }

// add brings a variable into scope.
func (s *scope) add(name string) { s.names = append(s.names, name) }

// index brings last and before to the end of names.
func (s *scope) index() {
	if s.last == nil {
		s.last = map[string]int{}
	}
	for _, name := range s.names[len(s.before):] {
		s.before = append(s.before, s.last[name])
		s.last[name] = len(s.before)
	}
}

// has tells whether the variable came into scope after the mark.
func (s *scope) has(name string, mark int) bool {
	s.index()
	return s.last[name] > mark
}

// since returns the variables that came into scope after the mark, each once.
func (s *scope) since(mark int) []string {
	s.index()
	var out []string
	for i, name := range s.names[mark:] {
		if s.before[mark+i] <= mark {
			out = append(out, name)
		}
	}
	return out
}

// forget takes out of scope what came into it after the mark.
func (s *scope) forget(mark int) {
	for i := len(s.before) - 1; i >= mark; i-- {
		s.last[s.names[i]] = s.before[i]
	}
	s.names, s.before = s.names[:mark], s.before[:min(mark, len(s.before))]
}

// labels keeps track of the labels of blank nodes, which are scoped to one basic
// graph pattern (section 4.1.4).
type labels struct {
	// patterns has the basic graph pattern of each label.
	patterns map[string]int
	// current is the basic graph pattern that the text is in, count how many there
	// were.
	current, count int
	// made counts the labels that the query does not give.
	made int
}

// begin begins another basic graph pattern.
func (l *labels) begin() {
	l.count++
	l.current = l.count
}

// newBlank returns a blank node for which the query has no label.
func (p *parser) newBlank() Node {
	p.labels.made++
	return blank("." + strconv.Itoa(p.labels.made))
}

// labelled is the blank node of the label that stands here.
func (p *parser) labelled(b *block) Node {
	label := p.tok.value
	if b.pattern {
		in, ok := p.labels.patterns[label]
		if ok && in != p.labels.current {
			p.breaks(p.tok.start, "the blank node _:%s also stands in another basic graph pattern, and would be another node there: use a variable", label)
			return Node{}
		}
		if p.labels.patterns == nil {
			p.labels.patterns = map[string]int{}
		}
		p.labels.patterns[label] = p.labels.current
	}
	p.next()
	return blank(label)
}

// blank returns the blank node with the label, which is not empty.
func blank(label string) Node {
	made, err := graph.Blank(label)
	if err != nil {
		return Node{}
	}
	return Node{Term: made}
}
