package lru

import (
	"container/list"
	"sync"
)

// entries are those of a cache, whatever their types.
type entries struct {
	mu sync.Mutex
	// places are those in order, whose values are of type entry; the last used is the first.
	places map[any]*list.Element
	order  *list.List
	// weight is that of all entries, at most max.
	weight, max int
}

type entry struct {
	key, value any
	weight     int
}

func newEntries(max int) entries {
	return entries{places: map[any]*list.Element{}, order: list.New(), max: max}
}

func (e *entries) get(key any) (any, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	at, ok := e.places[key]
	if !ok {
		return nil, false
	}
	e.order.MoveToFront(at)
	return at.Value.(*entry).value, true
}

func (e *entries) set(key, value any, weight int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.remove(e.places[key])
	if weight > e.max {
		return
	}
	e.places[key] = e.order.PushFront(&entry{key, value, weight})
	e.weight += weight
	for e.weight > e.max {
		e.remove(e.order.Back())
	}
}

// remove forgets an entry, if it is one.
func (e *entries) remove(at *list.Element) {
	if at == nil {
		return
	}
	old := e.order.Remove(at).(*entry)
	delete(e.places, old.key)
	e.weight -= old.weight
}

func (e *entries) forget(key any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.remove(e.places[key])
}

func (e *entries) total() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.weight
}

func (e *entries) clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	clear(e.places)
	e.order.Init()
	e.weight = 0
}
