package search

import (
	"context"
	"errors"
)

// errFull means that the file system of the index has no room for a batch. The library must
// not be given one then: it panics, and leaves an index that looks damaged.
var errFull = errors.New("the file system of the search index has no room; searches go on with what it has, and it is brought up to date when there is room again")

// A batch needs some times the bytes of its text, and the merging of files as much again.
const (
	maxReserve = 32 << 20
	// reserveShare is the share of a small file system that is left free.
	reserveShare = 16
)

// hasRoom says whether a file system with so many bytes, of which some are free, has room
// for a batch.
func hasRoom(free, all uint64) bool { return free >= min(maxReserve, all/reserveShare) }

// hasRoom says whether there is room for a batch beside the index.
func (x *Index) hasRoom() bool {
	free, all, ok := x.options.room(x.dir)
	return !ok || hasRoom(free, all)
}

// Full says whether the index has stopped to follow the store for want of room.
func (x *Index) Full() bool { return x.full.Load() }

// takeRoom returns errFull where there is no room. Where there is again, the index is opened
// anew: what failed for want of room is left behind.
func (x *Index) takeRoom(ctx context.Context) error {
	if !x.hasRoom() {
		return x.stopFor(nil)
	}
	if !x.full.Load() {
		return nil
	}
	if err := x.reopen(ctx); err != nil {
		return err
	}
	x.full.Store(false)
	x.options.Logger.Info("the search index has room again", "folder", x.dir)
	return nil
}

// stopFor has searches no longer wait for the index, which has no room, and returns errFull
// with an error that comes of that, if there is one.
func (x *Index) stopFor(err error) error {
	x.full.Store(true)
	x.progress.reach(x.progress.at())
	return errors.Join(errFull, err)
}
