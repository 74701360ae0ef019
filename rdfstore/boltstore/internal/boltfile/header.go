package boltfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"vitrine/rdfstore"
)

// check looks at a file before bbolt maps it into memory: bbolt trusts
// what it finds there, and reading beyond the end of a mapped file ends the
// process. Where recover is true, one broken meta page is accepted.
func check(f *os.File, path string, recover bool) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return fmt.Errorf("%s: %w: the file is empty; remove it to begin a new store", path, ErrFormat)
	}
	head, err := ReadHeader(f, info.Size())
	if err != nil {
		return damagedOrForeign(path, err)
	}
	if head.Broken >= 0 && !recover {
		return Damaged(path, fmt.Errorf("%w: meta page %d is broken, so the last commit may be missing", rdfstore.ErrCorrupt, head.Broken))
	}
	if need := head.Pages * int64(head.PageSize); info.Size() < need {
		return Damaged(path, fmt.Errorf("%w: the file is cut short: it has %d bytes of %d", rdfstore.ErrCorrupt, info.Size(), need))
	}
	return Damaged(path, head.checkFreelist(f))
}

func damagedOrForeign(path string, err error) error {
	if errors.Is(err, rdfstore.ErrCorrupt) {
		return Damaged(path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// header is what a meta page of bbolt says (version 2 of its format).
type header struct {
	PageSize int
	// Root, freelist and pages are numbers of pages; pages is that of the
	// first beyond the data.
	Root, Freelist, Pages int64
	transaction           uint64
	// Broken is the number of the meta page that is not whole, -1 for none.
	Broken int
}

const (
	boltMagic      = 0xED0CDAED
	boltVersion    = 2
	pageHeaderSize = 16
	metaSize       = 64
	// noFreelist stands for a free list that is not in the file.
	noFreelist = -1
)

var errNoMeta = errors.New("no meta page")

// ReadHeader returns the newer of the two meta pages that are whole. bbolt
// writes them in turn, one with each commit, and goes back to the older where
// the newer is broken; that is right after a power failure in the midst of a
// commit, which was not acknowledged, and loses the last commit otherwise.
func ReadHeader(f io.ReaderAt, size int64) (*header, error) {
	first, magic, err := readMeta(f, 0)
	if err != nil && !errors.Is(err, errNoMeta) {
		return nil, err
	}
	second := (*header)(nil)
	for pageSize := int64(1 << 10); pageSize <= 1<<24 && pageSize < size; pageSize <<= 1 {
		if first != nil && pageSize != int64(first.PageSize) {
			continue
		}
		h, found, err := readMeta(f, pageSize)
		if err != nil && !errors.Is(err, errNoMeta) {
			return nil, err
		}
		magic = magic || found
		if h != nil && int64(h.PageSize) == pageSize {
			second = h
			break
		}
	}
	switch {
	case first == nil && second == nil && magic:
		return nil, fmt.Errorf("%w: both meta pages are broken", rdfstore.ErrCorrupt)
	case first == nil && second == nil:
		return nil, ErrFormat
	case first == nil:
		second.Broken = 0
		return second, nil
	case second == nil:
		first.Broken = 1
		return first, nil
	case second.transaction > first.transaction:
		return second, nil
	default:
		return first, nil
	}
}

// readMeta reads the meta page at the offset. The error is errNoMeta where
// there is none that is whole; magic tells whether there are traces of one.
func readMeta(f io.ReaderAt, offset int64) (h *header, magic bool, err error) {
	var page [pageHeaderSize + metaSize]byte
	if _, err := f.ReadAt(page[:], offset); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, false, errNoMeta
		}
		return nil, false, err
	}
	meta := page[pageHeaderSize:]
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(meta[i:]) }
	half := func(i int) uint32 { return binary.NativeEndian.Uint32(meta[i:]) }
	sum := fnv.New64a()
	sum.Write(meta[:56])
	magic = half(0) == boltMagic
	if !magic || half(4) != boltVersion || word(56) != sum.Sum64() {
		return nil, magic, errNoMeta
	}
	return &header{
		PageSize: int(half(8)), Root: int64(word(16)), Freelist: int64(word(32)),
		Pages: int64(word(40)), transaction: word(48), Broken: -1,
	}, true, nil
}

// checkFreelist tells whether the list of free pages can be one. A list that
// names pages in use would let the next write destroy them.
func (h *header) checkFreelist(f io.ReaderAt) error {
	if h.Freelist == noFreelist {
		return nil
	}
	free, err := h.readFreelist(f)
	if err != nil {
		return err
	}
	last := int64(1)
	for _, id := range free {
		if id <= last || id >= h.Pages {
			return fmt.Errorf("%w: the list of free pages is broken at page %d", rdfstore.ErrCorrupt, id)
		}
		last = id
	}
	return nil
}

const (
	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
)

// readFreelist returns the numbers of the free pages.
func (h *header) readFreelist(f io.ReaderAt) ([]int64, error) {
	broken := fmt.Errorf("%w: page %d is not a list of free pages", rdfstore.ErrCorrupt, h.Freelist)
	if h.Freelist < 2 || h.Freelist >= h.Pages {
		return nil, broken
	}
	var head [pageHeaderSize + 8]byte
	if _, err := f.ReadAt(head[:], h.Freelist*int64(h.PageSize)); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	id, flags := binary.NativeEndian.Uint64(head[:]), binary.NativeEndian.Uint16(head[8:])
	count, overflow := uint64(binary.NativeEndian.Uint16(head[10:])), int64(binary.NativeEndian.Uint32(head[12:]))
	start := int64(pageHeaderSize)
	if count == 0xFFFF {
		count = binary.NativeEndian.Uint64(head[pageHeaderSize:])
		start += 8
	}
	room := (overflow+1)*int64(h.PageSize) - start
	if id != uint64(h.Freelist) || flags != freelistPage || h.Freelist+overflow >= h.Pages || count > uint64(room/8) {
		return nil, broken
	}
	data := make([]byte, 8*count)
	if _, err := f.ReadAt(data, h.Freelist*int64(h.PageSize)+start); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	free := make([]int64, count)
	for i := range free {
		free[i] = int64(binary.NativeEndian.Uint64(data[8*i:]))
	}
	return free, nil
}

// FreePages returns the number of pages of an open file that its last commit has
// left free. It reads the file, not what bbolt has in memory, which would cost each
// transaction a lock; a commit meanwhile may make it fail.
func FreePages(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	head, err := ReadHeader(f, info.Size())
	if err != nil {
		return 0, err
	}
	free, err := head.readFreelist(f)
	return int64(len(free)), err
}
