package postings

import (
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
)

// Part is a part of the index: the postings of a list, or those of them with one
// predicate.
type Part struct {
	List
	Predicate    uint32
	AnyPredicate bool
}

func (l Part) Has(p Place) bool {
	return p.list() == l.List && (l.AnyPredicate || p.Predicate == l.Predicate)
}

// Place returns the place of a posting of the list.
func (l Part) Place(predicate uint32, graph uint64) Place {
	if !l.AnyPredicate {
		predicate = max(predicate, l.Predicate)
	}
	return l.List.At(predicate, graph)
}

// Iterator walks a part of the index as runs of changes over it make it.
type Iterator struct {
	blocks
	runs []Run
	// merged is the walk of both, nil until it has begun.
	merged *table.Merged[Change]
	// at is where the walk stands, and more is false at its end.
	at   Posting
	more bool
}

// NewIterator returns a walk of a part, with runs over it, oldest first.
func NewIterator(tx *bbolt.Tx, l Part, runs []Run) (*Iterator, error) {
	s, err := table.Index.Scan(tx)
	return &Iterator{blocks: blocks{Part: l, scan: s}, runs: runs}, err
}

// Begin begins the walk of another part, in the same transaction.
func (w *Iterator) Begin(l Part, runs []Run) { w.Part, w.runs, w.rest, w.merged = l, runs, nil, nil }

// Seek goes to the first posting that is not before the place and returns it,
// false at the end of the part. A walk goes forward only.
func (w *Iterator) Seek(predicate uint32, graph uint64) (Posting, bool, error) {
	target := w.Place(predicate, graph)
	switch {
	case w.merged == nil:
		w.merged = table.NewMerged(&rule, &w.blocks, w.runsFrom(target))
	case !w.more || w.at.Compare(&target) >= 0:
		return w.at, w.more, nil
	default:
		w.merged.SeekRuns(&Change{Place: target})
	}
	if err := w.seek(target); err != nil {
		return Posting{}, false, err
	}
	return w.Next()
}

// runsFrom returns what the runs have of the part from a place on.
func (w *Iterator) runsFrom(p Place) (runs [][]Change) {
	for _, run := range w.runs {
		if rest := run.part(w.Part, p); len(rest) > 0 {
			runs = append(runs, rest)
		}
	}
	return runs
}

// Next goes to the next posting.
func (w *Iterator) Next() (Posting, bool, error) {
	c, err := w.merged.Next()
	if err == nil && c != nil {
		err = c.Expects(0)
	}
	if w.more = err == nil && c != nil; !w.more {
		w.at = Posting{}
		return w.at, false, err
	}
	w.at = Posting{c.Place, c.To}
	return w.at, true, nil
}

// Skip goes on by n postings, which it counts by the block where no change lies among
// them, and returns the one that it comes to.
func (w *Iterator) Skip(n uint64) (Posting, bool, error) {
	var err error
	for ; n > 0 && w.more && err == nil; n-- {
		n -= w.pass(n - 1)
		_, _, err = w.Next()
	}
	return w.at, w.more, err
}

// pass goes past up to n stored postings of the current block, as long as they are of the
// part and no change lies among them, and returns how many it passed.
func (w *Iterator) pass(n uint64) uint64 {
	clear := w.rest
	if n := len(clear); n == 0 || !w.Has(clear[n-1].Place) {
		return 0
	}
	if next := w.merged.Nearest(); next != nil {
		i, _ := slices.BinarySearchFunc(clear, next.Place, func(p Posting, t Place) int { return p.Compare(&t) })
		clear = clear[:i]
	}
	n = min(n, uint64(len(clear)))
	w.rest = w.rest[n:]
	return n
}

// list is postings as a base of a merge: changes from nothing.
type list struct {
	rest []Posting
	head Change
}

func (l *list) Head() (*Change, error) {
	if len(l.rest) == 0 {
		return nil, nil
	}
	l.head = Change{Place: l.rest[0].Place, To: l.rest[0].N}
	return &l.head, nil
}

func (l *list) Next() error {
	l.rest = l.rest[1:]
	return nil
}

// blocks is a part of the index as the table has it, or all of it.
type blocks struct {
	Part
	all  bool
	scan *table.Scan
	// list are the postings of the current block that are still to come.
	list
	// Buf are all postings of the current block, and room for the next.
	Buf []Posting
}

// Head returns the current posting, going on to the next block where the current one
// has ended.
func (b *blocks) Head() (*Change, error) {
	if len(b.rest) == 0 && b.scan.Key != nil {
		if err := b.load(b.scan.Next()); err != nil {
			return nil, err
		}
	}
	if len(b.rest) == 0 || !b.all && !b.Has(b.rest[0].Place) {
		return nil, nil
	}
	return b.list.Head()
}

// seek goes to the first posting that is not before the place. A walk that begins may find
// it in the block that the one before it ended in.
func (b *blocks) seek(target Place) error {
	switch n := len(b.rest); {
	case n > 0 && b.rest[n-1].Compare(&target) >= 0:
	case b.spans(target):
		b.rest = b.Buf
	default:
		key, payload, _, err := b.scan.Floor(target.Key())
		if err == nil && key == nil {
			key, payload, err = b.scan.Next()
		}
		if err := b.load(key, payload, err); err != nil {
			return err
		}
	}
	i, _ := slices.BinarySearchFunc(b.rest, target, func(p Posting, t Place) int { return p.Compare(&t) })
	b.rest = b.rest[i:]
	return nil
}

// spans tells whether the place lies between the first and the last posting of the block at
// hand.
func (b *blocks) spans(p Place) bool {
	n := len(b.Buf)
	return n > 0 && b.Buf[0].Compare(&p) <= 0 && b.Buf[n-1].Compare(&p) >= 0
}

func (b *blocks) load(key, payload []byte, err error) error {
	b.rest, b.Buf = nil, b.Buf[:0]
	if err != nil || key == nil {
		return err
	}
	b.Buf, err = DecodeBlock(b.Buf, key, payload)
	b.rest = b.Buf
	return err
}

// All yields all postings of the index as changes over it make them, in order. What
// expects says of a change, and how many triples the index counts in its place, ends
// them where it is an error.
func All(tx *bbolt.Tx, over []Change, expects func(c Change, n uint32) error) iter.Seq2[Posting, error] {
	return func(yield func(Posting, error) bool) {
		s, err := table.Index.Scan(tx)
		if err != nil {
			yield(Posting{}, err)
			return
		}
		b := &blocks{all: true, scan: s}
		if err := b.load(s.First()); err != nil {
			yield(Posting{}, err)
			return
		}
		expected := table.MergeRule[Change]{Compare: rule.Compare, Join: func(stored, c *Change) (Change, bool, error) {
			return Change{Place: c.Place, To: c.To}, c.To > 0, expects(*c, stored.To)
		}}
		for it := table.NewMerged(&expected, b, [][]Change{over}); ; {
			c, err := it.Next()
			if err == nil && c != nil && c.From > 0 {
				err = expects(*c, 0)
			}
			switch {
			case err != nil:
				yield(Posting{}, err)
				return
			case c == nil:
				return
			case c.To > 0 && !yield(Posting{c.Place, c.To}, nil):
				return
			}
		}
	}
}
