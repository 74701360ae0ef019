package sparql

import "sync"

// The bounds of a Prepared, in bytes of text. What is made of a text takes some dozens of
// times as much.
const (
	maxPreparedText = 4 << 10
	maxPrepared     = 64 << 10
)

// Prepared keeps the queries that were read last, by their texts: those who ask one query
// again and again do not have it read again. How it is evaluated depends on the data and is
// planned each time. The zero value is empty; its methods may be called by many goroutines.
type Prepared struct {
	mu sync.Mutex
	// young and old are the queries. The old ones are let go when the texts of the young
	// ones take half of what there may be, and the young ones are then old.
	young, old map[preparedText]*Query
	size       int
}

// preparedText is what a query is made of.
type preparedText struct {
	text    string
	options Options
}

// Prepare returns what Prepare does.
func (p *Prepared) Prepare(text string, o Options) (*Query, error) {
	key := preparedText{text, o}
	p.mu.Lock()
	known, ok := p.young[key]
	if !ok {
		if known, ok = p.old[key]; ok {
			p.add(key, known)
		}
	}
	p.mu.Unlock()
	if ok {
		return known, nil
	}
	made, err := Prepare(text, o)
	if err != nil || len(text) > maxPreparedText {
		return made, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(key, made)
	return made, nil
}

// add keeps a query. The caller holds the lock.
func (p *Prepared) add(key preparedText, q *Query) {
	if p.size += len(key.text); p.young == nil || p.size > maxPrepared/2 {
		p.old, p.young, p.size = p.young, map[preparedText]*Query{}, len(key.text)
	}
	p.young[key] = q
}
