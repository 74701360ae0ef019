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
	old, err := parse(before)
	if err != nil {
		return nil, err
	}
	now, err := parse(after)
	if err != nil {
		return nil, err
	}
	var p patch
	p.compare(old, now, "")
	if len(p.operations) > maxOperations {
		p.operations = nil
		p.add("replace", "", now.text)
	}
	out := append([]byte{'['}, bytes.Join(p.operations, []byte(",\n"))...)
	return append(out, "]\n"...), nil
}

// patch gathers operations, as JSON.
type patch struct{ operations [][]byte }

// add adds an operation; a value is that of an add or a replace, and a move leads to where it
// comes from.
func (p *patch) add(op string, at jsontext.Pointer, value jsontext.Value) {
	path, _ := jsontext.AppendQuote(nil, string(at)) // names that were read are valid UTF-8
	text := []byte(`{"op":"` + op + `",`)
	if op == "move" {
		text = append(append(append(text, `"from":`...), path...), ',')
	}
	text = append(append(text, `"path":`...), path...)
	if value != nil {
		text = append(append(text, `,"value":`...), value...)
	}
	p.operations = append(p.operations, append(text, '}'))
}

// compare adds what makes one value of another.
func (p *patch) compare(old, now value, at jsontext.Pointer) {
	switch kind := old.text.Kind(); {
	case bytes.Equal(old.text, now.text):
	case kind == now.text.Kind() && kind == '{':
		p.compareObjects(old, now, at)
	case kind == now.text.Kind() && kind == '[':
		p.compareArrays(old.parts, now.parts, at)
	default:
		p.add("replace", at, now.text)
	}
}

func (p *patch) compareObjects(old, now value, at jsontext.Pointer) {
	places, left := make(map[string]int, len(old.names)), make(map[string]bool, len(now.names))
	for i, name := range old.names {
		places[name] = i
	}
	for _, name := range now.names {
		left[name] = true
	}
	for _, name := range old.names {
		if !left[name] {
			p.add("remove", at.AppendToken(name), nil)
		}
	}
	inOrder, last := true, -1
	for i, name := range now.names {
		to := at.AppendToken(name)
		place, there := places[name]
		if !there {
			p.add("add", to, now.parts[i].text)
			inOrder = false // what follows has to come after it
			continue
		}
		if inOrder = inOrder && place > last; !inOrder {
			p.add("move", to, nil)
		}
		last = place
		p.compare(old.parts[place], now.parts[i], to)
	}
}

// compareArrays compares what is between the elements that are equal at both ends.
func (p *patch) compareArrays(old, now []value, at jsontext.Pointer) {
	start := 0
	for start < min(len(old), len(now)) && old[start].equal(now[start]) {
		start++
	}
	end := 0
	for end < min(len(old), len(now))-start && old[len(old)-1-end].equal(now[len(now)-1-end]) {
		end++
	}
	old, now = old[start:len(old)-end], now[start:len(now)-end]
	i, j, place := 0, 0, start
	for _, pair := range append(Common(len(old), len(now), func(i, j int) bool { return old[i].equal(now[j]) }), [2]int{len(old), len(now)}) {
		for i < pair[0] || j < pair[1] {
			to := at.AppendToken(strconv.Itoa(place))
			switch {
			case i < pair[0] && j < pair[1]:
				p.compare(old[i], now[j], to)
				i, j, place = i+1, j+1, place+1
			case i < pair[0]:
				p.add("remove", to, nil)
				i++
			default:
				p.add("add", to, now[j].text)
				j, place = j+1, place+1
			}
		}
		i, j, place = i+1, j+1, place+1
	}
}
