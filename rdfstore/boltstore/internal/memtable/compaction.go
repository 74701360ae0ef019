package memtable

import "vitrine/rdfstore/boltstore/internal/postings"

// Compaction is what some runs of pending changes come to.
type Compaction struct {
	// freezes tells which changes were later ones then. The runs are the later
	// ones of the numbers from and up to, but for to itself.
	Freezes, from, to int
	Run               postings.Run
	Err               error
}

// Compact makes the fresh runs one, and one with those before that are not much
// longer.
func (p *Memtable) Compact() Compaction {
	r := Compaction{Freezes: p.Freezes, from: len(p.Active) - p.Fresh, to: len(p.Active)}
	size := 0
	for _, l := range p.Active[r.from:] {
		size += l.Len()
	}
	for ; r.from > 0 && p.Active[r.from-1].Len() <= 2*size; r.from-- {
		size += p.Active[r.from-1].Len()
	}
	changes, err := MergeRuns(p.Active[r.from:])
	r.Run, r.Err = postings.NewRun(changes), err
	return r
}

// ApplyCompaction returns p with what was compacted. It is p itself where the runs have been
// frozen since.
func (p *Memtable) ApplyCompaction(r Compaction) *Memtable {
	if r.Freezes != p.Freezes {
		return p
	}
	after := *p
	after.Active = append(make([]postings.Run, 0, len(p.Active)), p.Active[:r.from]...)
	if r.Run.Len() > 0 {
		after.Active = append(after.Active, r.Run)
	}
	after.Active = append(after.Active, p.Active[r.to:]...)
	after.Fresh = len(p.Active) - r.to
	return &after
}
