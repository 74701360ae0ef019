// Package names finds values by names. Most queries have few names, and a map takes
// longer to make for each of them than to look through these.
package names

// few is how many names are looked through one by one.
const few = 8

// Table has a value for each of some names. The zero Table is empty.
type Table[V any] struct {
	// first are the names that came first, and many the others.
	first [few]entry[V]
	n     int
	many  map[string]V
}

type entry[V any] struct {
	name  string
	value V
}

// Get returns the value of a name, and whether it has one.
func (t *Table[V]) Get(name string) (v V, ok bool) {
	if e := t.find(name); e != nil {
		return e.value, true
	}
	v, ok = t.many[name]
	return v, ok
}

// Set gives a name a value, in place of the one that it has.
func (t *Table[V]) Set(name string, v V) {
	switch e := t.find(name); {
	case e != nil:
		e.value = v
	case t.n < few:
		t.first[t.n] = entry[V]{name, v}
		t.n++
	default:
		if t.many == nil {
			t.many = map[string]V{}
		}
		t.many[name] = v
	}
}

// find returns the entry of a name among the first, nil for none.
func (t *Table[V]) find(name string) *entry[V] {
	for i := range t.first[:t.n] {
		if t.first[i].name == name {
			return &t.first[i]
		}
	}
	return nil
}
