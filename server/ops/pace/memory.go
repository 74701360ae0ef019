package pace

import (
	"context"
	"errors"

	"golang.org/x/sync/semaphore"

	"vitrine/rdfstore"
)

// perByte is how many bytes of memory a request holds for each byte of its record at most. With
// records of 12 MB, reading took 8 times their size for data and 18 times for a page, and writing
// 22 times.
const perByte = 24

// Light is the size of the largest record, in bytes, that weighs nothing: a request for one never
// waits for memory.
const Light = 64 << 10

// Memory bounds what requests for large records hold together. Each weighs the size of its record
// times perByte, and waits for its share; the first that came gets it first. One that weighs more
// than the bound runs alone. It may be used by many goroutines.
type Memory struct {
	shares *semaphore.Weighted
	bytes  int64
}

// NewMemory returns a bound of so many bytes.
func NewMemory(bytes int64) *Memory {
	return &Memory{semaphore.NewWeighted(bytes), bytes}
}

// Share is what a request may hold. One goroutine uses it.
type Share struct {
	of     *Memory
	weight int64
}

// Take waits for the share of a request about a record of so many bytes. The error is that of ctx
// if it ends first. The caller releases the share.
func (m *Memory) Take(ctx context.Context, bytes int64) (*Share, error) {
	weight := m.weight(bytes)
	if weight > 0 { // the semaphore has also those wait that weigh nothing
		if err := m.shares.Acquire(ctx, weight); err != nil {
			return nil, err
		}
	}
	return &Share{m, weight}, nil
}

// weight is that of a request about a record of so many bytes.
func (m *Memory) weight(bytes int64) int64 {
	switch {
	case bytes <= Light:
		return 0
	case bytes > m.bytes/perByte:
		return m.bytes
	}
	return bytes * perByte
}

// Fit gives back what of a share is more than a record of so many bytes needs.
func (s *Share) Fit(bytes int) { s.Keep(s.of.weight(int64(bytes))) }

// Keep gives back all of a share but so many bytes. It tells whether there was a share.
func (s *Share) Keep(bytes int64) bool {
	heavy := s.weight > 0
	if bytes < s.weight {
		s.of.shares.Release(s.weight - bytes)
		s.weight = bytes
	}
	return heavy
}

// Release gives back the share.
func (s *Share) Release() { s.Keep(0) }

// Run has work done with the share of a request about a record of so many bytes, beside which it
// may read records as large as that. If it meets a larger one, it is done once more with a
// larger share, so it must not have begun to answer by then. heavy is called before each wait for
// a share.
func (m *Memory) Run(ctx context.Context, bytes int64, heavy func(), work func(context.Context, *Share) error) error {
	for {
		if bytes > Light {
			heavy()
		}
		err := m.once(ctx, bytes, work)
		var large *rdfstore.SizeError
		if !errors.As(err, &large) {
			return err
		}
		if large.Size > max(bytes, Light) {
			bytes += large.Size
		}
	}
}

func (m *Memory) once(ctx context.Context, bytes int64, work func(context.Context, *Share) error) error {
	share, err := m.Take(ctx, bytes)
	if err != nil {
		return err
	}
	defer share.Release()
	return work(rdfstore.WithLimit(ctx, max(bytes, Light)), share)
}
