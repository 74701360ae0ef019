package table

import "go.etcd.io/bbolt"

// Stats is what one table of the file takes.
type Stats struct {
	Name string
	// Entries is the number of its keys.
	Entries int
	// Bytes is the size of its pages, Used how much of them is in use.
	Bytes, Used int64
	// Depth is the number of pages from the root to an entry.
	Depth int
}

// Stats looks at every page of the table.
func (t Table) Stats(tx *bbolt.Tx, pageSize int) (Stats, error) {
	b, err := t.bucket(tx)
	if err != nil {
		return Stats{}, err
	}
	bs := b.Stats()
	pages := bs.BranchPageN + bs.BranchOverflowN + bs.LeafPageN + bs.LeafOverflowN
	return Stats{
		Name: t.Name, Entries: bs.KeyN - 1, // less the headKey
		Depth: bs.Depth,
		Bytes: int64(pages) * int64(pageSize),
		Used:  int64(bs.BranchInuse + bs.LeafInuse),
	}, nil
}
