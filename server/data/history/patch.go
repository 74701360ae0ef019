package history

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
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
	walker(func(op string, at place, _, to *value) {
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
func operation(op string, at jsontext.Pointer, to *value) []byte {
	path, _ := jsontext.AppendQuote(nil, string(at)) // names that were read are valid UTF-8
	text := []byte(`{"op":"` + op + `",`)
	if op == "move" {
		text = append(append(append(text, `"from":`...), path...), ',')
	}
	text = append(append(text, `"path":`...), path...)
	if to != nil {
		text = append(append(text, `,"value":`...), to.text...)
	}
	return append(text, '}')
}

// walker is told what makes one value of another: the operations of a patch, each with the place and
// the values before and after, nil for none. It is called in the order of the patch.
type walker func(op string, at place, old, now *value)

// place is where a value is.
type place struct {
	pointer jsontext.Pointer
	steps   []Step
}

// member is the place of a member of an object.
func (p place) member(of *value, name string) place {
	step := Step{Name: name, Class: of.string("type")}
	return place{p.pointer.AppendToken(name), append(p.steps[:len(p.steps):len(p.steps)], step)}
}

// item is the place of an item of an array.
func (p place) item(number int) place {
	return place{p.pointer.AppendToken(strconv.Itoa(number)), p.steps}
}

// compare walks through what makes one value of another. An object of another class or with another
// id is another one as a whole.
func (w walker) compare(old, now *value, at place) {
	switch kind := old.text.Kind(); {
	case bytes.Equal(old.text, now.text):
	case kind == '{' && now.text.Kind() == '{' && (at.pointer == "" || old.string("type") == now.string("type") && old.string("id") == now.string("id")):
		w.compareObjects(old.split(), now.split(), at)
	case kind == '[' && now.text.Kind() == '[':
		w.compareArrays(old.split().parts, now.split().parts, at)
	default:
		w("replace", at, old, now)
	}
}

func (w walker) compareObjects(old, now *value, at place) {
	places, left := make(map[string]int, len(old.names)), make(map[string]bool, len(now.names))
	for i, name := range old.names {
		places[name] = i
	}
	for _, name := range now.names {
		left[name] = true
	}
	for i, name := range old.names {
		if !left[name] {
			w("remove", at.member(old, name), &old.parts[i], nil)
		}
	}
	inOrder, last := true, -1
	for i, name := range now.names {
		to := at.member(now, name)
		before, there := places[name]
		if !there {
			w("add", to, nil, &now.parts[i])
			inOrder = false // what follows has to come after it
			continue
		}
		if inOrder = inOrder && before > last; !inOrder {
			w("move", to, nil, nil)
		}
		last = before
		w.compare(&old.parts[before], &now.parts[i], to)
	}
}

// compareArrays compares what is between the elements that are equal at both ends.
func (w walker) compareArrays(old, now []value, at place) {
	start := 0
	for start < min(len(old), len(now)) && old[start].equal(now[start]) {
		start++
	}
	end := 0
	for end < min(len(old), len(now))-start && old[len(old)-1-end].equal(now[len(now)-1-end]) {
		end++
	}
	old, now = old[start:len(old)-end], now[start:len(now)-end]
	i, j, number := 0, 0, start
	for _, pair := range append(common(len(old), len(now), func(i, j int) bool { return old[i].equal(now[j]) }), [2]int{len(old), len(now)}) {
		for i < pair[0] || j < pair[1] {
			to := at.item(number)
			switch {
			case i < pair[0] && j < pair[1]:
				w.compare(&old[i], &now[j], to)
				i, j, number = i+1, j+1, number+1
			case i < pair[0]:
				w("remove", to, &old[i], nil)
				i++
			default:
				w("add", to, nil, &now[j])
				j, number = j+1, number+1
			}
		}
		i, j, number = i+1, j+1, number+1
	}
}
