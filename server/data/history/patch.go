package history

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/data/jsontree"
)

// maxOperations is how many operations a patch has at most, as many as one that is sent may have;
// a longer one replaces the whole text instead.
const maxOperations = 1000

// Patch returns the JSON Patch (RFC 6902) that makes one JSON text of another. An application that
// keeps the order of members and adds new ones at the end gets their order, too: a member that has
// to come later is moved to where it is.
func Patch(before, after []byte) ([]byte, error) {
	old, now, err := parseBoth(before, after)
	if err != nil {
		return nil, err
	}
	var operations [][]byte
	walker(func(op string, at place, _, to *jsontree.Value) {
		operations = append(operations, operation(op, at.pointer, to))
	}).compare(old, now, place{})
	if len(operations) > maxOperations {
		operations = [][]byte{operation("replace", "", now)}
	}
	out := append([]byte{'['}, bytes.Join(operations, []byte(",\n"))...)
	return append(out, "]\n"...), nil
}

// operation is an operation as JSON; a value is that of an add or a replace, and a move leads to
// where it comes from.
func operation(op string, at jsontext.Pointer, to *jsontree.Value) []byte {
	path, _ := jsontext.AppendQuote(nil, string(at)) // names that were read are valid UTF-8
	text := []byte(`{"op":"` + op + `",`)
	if op == "move" {
		text = append(append(append(text, `"from":`...), path...), ',')
	}
	text = append(append(text, `"path":`...), path...)
	if to != nil {
		text = append(append(text, `,"value":`...), to.Raw...)
	}
	return append(text, '}')
}

// walker is told what makes one value of another: the operations of a patch, each with the place and
// the values before and after, nil for none. It is called in the order of the patch.
type walker func(op string, at place, old, now *jsontree.Value)

// place is where a value is.
type place struct {
	pointer jsontext.Pointer
	steps   []Step
}

// member is the place of a member of an object.
func (p place) member(of *jsontree.Value, name string) place {
	step := Step{Name: name, Class: of.Member("type").Text()}
	return place{p.pointer.AppendToken(name), append(p.steps[:len(p.steps):len(p.steps)], step)}
}

// item is the place of an item of an array.
func (p place) item(number int) place {
	return place{p.pointer.AppendToken(strconv.Itoa(number)), p.steps}
}

// compare walks through what makes one value of another. An object of another class or with another
// id is another one as a whole.
func (w walker) compare(old, now *jsontree.Value, at place) {
	same := func(name string) bool { return old.Member(name).Text() == now.Member(name).Text() }
	switch kind := old.Kind(); {
	case equal(old, now):
	case kind == '{' && now.Kind() == '{' && (at.pointer == "" || same("type") && same("id")):
		w.compareObjects(old, now, at)
	case kind == '[' && now.Kind() == '[':
		w.compareArrays(old.Children, now.Children, at)
	default:
		w("replace", at, old, now)
	}
}

func (w walker) compareObjects(old, now *jsontree.Value, at place) {
	places, left := make(map[string]int, len(old.Children)), now.Members()
	for i, m := range old.Children {
		places[m.Name] = i
		if left[m.Name] == nil {
			w("remove", at.member(old, m.Name), m, nil)
		}
	}
	inOrder, last := true, -1
	for _, m := range now.Children {
		to := at.member(now, m.Name)
		before, there := places[m.Name]
		if !there {
			w("add", to, nil, m)
			inOrder = false // what follows has to come after it
			continue
		}
		if inOrder = inOrder && before > last; !inOrder {
			w("move", to, nil, nil)
		}
		last = before
		w.compare(old.Children[before], m, to)
	}
}

// compareArrays compares what is between the elements that are equal at both ends.
func (w walker) compareArrays(old, now []*jsontree.Value, at place) {
	start := 0
	for start < min(len(old), len(now)) && equal(old[start], now[start]) {
		start++
	}
	end := 0
	for end < min(len(old), len(now))-start && equal(old[len(old)-1-end], now[len(now)-1-end]) {
		end++
	}
	old, now = old[start:len(old)-end], now[start:len(now)-end]
	i, j, number := 0, 0, start
	for _, pair := range append(common(len(old), len(now), func(i, j int) bool { return equal(old[i], now[j]) }), [2]int{len(old), len(now)}) {
		for i < pair[0] || j < pair[1] {
			to := at.item(number)
			switch {
			case i < pair[0] && j < pair[1]:
				w.compare(old[i], now[j], to)
				i, j, number = i+1, j+1, number+1
			case i < pair[0]:
				w("remove", to, old[i], nil)
				i++
			default:
				w("add", to, nil, now[j])
				j, number = j+1, number+1
			}
		}
		i, j, number = i+1, j+1, number+1
	}
}
