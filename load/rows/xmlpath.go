package rows

import (
	"encoding/xml"
	"slices"
)

// maxSketched is how many elements are looked at to find out which are rows.
const maxSketched = 5_000

// anyElement in a path is an element of any name.
const anyElement = "*"

// sketch is an element with those below it, without their texts.
type sketch struct {
	name     string
	children []*sketch
}

// rowPath finds out which elements are rows by the first elements of the document: the
// children of the document element where they are alike, or those of a list in it, or the
// document element itself where it has texts. Elements that have nothing but a list are passed
// through. A LIDO record is always a row.
func (r *reading) rowPath() ([]string, error) {
	root, err := r.sketch()
	if err != nil || root == nil {
		return []string{}, err
	}
	if root.name == "lido" {
		return []string{root.name}, nil
	}
	path := []string{root.name}
	for list := root.onlyList(); list != nil; list = root.onlyList() {
		path, root = append(path, list.name), list
	}
	if row := root.rows(); row != "" {
		return append(path, row), nil
	}
	var list *sketch
	texts := map[string]bool{}
	for _, child := range root.children {
		switch {
		case len(child.children) == 0:
			texts[child.name] = true
		case child.isList() && (list == nil || len(child.children) > len(list.children)):
			list = child
		}
	}
	switch {
	case list != nil && (len(list.children) > 1 || len(texts) < 2):
		return append(path, list.name, list.rows()), nil
	case len(texts) > 1 || len(root.children) == 0:
		return path, nil
	}
	return append(path, anyElement), nil
}

// onlyList returns the only child where it is a list: several elements of one name, or one, with
// members of their own. An element with one member is a list only where that is one.
func (s *sketch) onlyList() *sketch {
	if len(s.children) != 1 || len(s.children[0].children) == 0 {
		return nil
	}
	list := s.children[0]
	first := list.children[0]
	for _, child := range list.children {
		if child.name != first.name || len(child.children) == 0 {
			return nil
		}
	}
	if len(list.children) == 1 && len(first.children) == 1 && list.onlyList() == nil {
		return nil
	}
	return list
}

// rows returns the name of the children where all that have children of their own are of one
// name, "" where they are not or where there are none.
func (s *sketch) rows() string {
	name := ""
	for _, child := range s.children {
		switch {
		case len(child.children) == 0 || child.name == name:
		case name == "":
			name = child.name
		default:
			return ""
		}
	}
	return name
}

// isList tells whether the children are rows: several of one name, or one and nothing else.
func (s *sketch) isList() bool {
	name, n := s.rows(), 0
	for _, child := range s.children {
		if child.name == name {
			n++
		}
	}
	return name != "" && (n > 1 || len(s.children) == 1)
}

// sketch reads the first elements of the document. It is nil for an empty one, and what is
// wrong with the document is left to the reading of rows.
func (r *reading) sketch() (*sketch, error) {
	file, err := r.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	limit := &bound{r: file}
	limit.allow(0)
	decoder := xml.NewDecoder(limit)
	decoder.CharsetReader = charset
	var root *sketch
	var open []*sketch
	for n := 0; n < maxSketched; {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			n++
			element := &sketch{name: t.Name.Local}
			if len(open) > 0 {
				above := open[len(open)-1]
				above.children = append(above.children, element)
			} else if root == nil {
				root = element
			}
			open = append(open, element)
		case xml.EndElement:
			open = slices.Delete(open, len(open)-1, len(open))
		}
	}
	return root, nil
}
