package boltfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"os"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// DB is an open file.
type DB struct {
	*bbolt.DB
	file *os.File
	// Reserved is how much address space the file has, in bytes, beyond which bbolt
	// waits for all readers to map it anew; 0 where none was reserved.
	Reserved int64
}

// Base returns what Restore goes back by to the commit that a transaction reads,
// as long as no commit uses the pages of it: the content of its meta page, and a
// checksum of two pages that are its own, by which Restore knows the file.
func (db *DB) Base(tx *bbolt.Tx) ([]byte, error) {
	head := make([]byte, pageHeaderSize+metaSize)
	size := int64(db.Info().PageSize)
	if _, err := db.file.ReadAt(head, int64(tx.ID()%2)*size); err != nil {
		return nil, err
	}
	m := meta(head[pageHeaderSize:])
	if err := m.check(); err != nil {
		return nil, err
	}
	if m.word(48) != uint64(tx.ID()) {
		return nil, fmt.Errorf("the meta page is that of commit %d, not of %d", m.word(48), tx.ID())
	}
	sum, err := m.fingerprint(db.file)
	return binary.LittleEndian.AppendUint32(m, sum), err
}

// ErrForeignBase means that a base is of another file.
var ErrForeignBase = errors.New("it belongs to another file")

// restore makes a file what it was after the commit that a base is of. When it
// returns, that is durable.
func restore(f *os.File, base []byte) error {
	if len(base) != metaSize+4 {
		return fmt.Errorf("%w: the base is of a wrong length", rdfstore.ErrCorrupt)
	}
	m := meta(base[:metaSize])
	if err := m.check(); err != nil {
		return err
	}
	sum, err := m.fingerprint(f)
	if err != nil {
		return err
	}
	if sum != binary.LittleEndian.Uint32(base[metaSize:]) {
		return ErrForeignBase
	}
	// bbolt reads the meta page of the higher number.
	for _, number := range []uint64{m.word(48), m.word(48) - 1} {
		if _, err := f.WriteAt(m.page(number), int64(number%2)*int64(m.pageSize())); err != nil {
			return fmt.Errorf("write the meta pages: %w", err)
		}
	}
	return f.Sync()
}

// meta is the content of a meta page, laid out as in readMeta.
type meta []byte

func (m meta) word(i int) uint64 { return binary.NativeEndian.Uint64(m[i:]) }

func (m meta) pageSize() int { return int(binary.NativeEndian.Uint32(m[8:])) }

func (m meta) sum() uint64 {
	sum := fnv.New64a()
	sum.Write(m[:56])
	return sum.Sum64()
}

func (m meta) check() error {
	if binary.NativeEndian.Uint32(m) != boltMagic || m.word(56) != m.sum() {
		return fmt.Errorf("%w: the base is no meta page", rdfstore.ErrCorrupt)
	}
	return nil
}

// fingerprint is a checksum of the first pages of the root and of the list of free
// pages.
func (m meta) fingerprint(f *os.File) (uint32, error) {
	sum := crc32.NewIEEE()
	page := make([]byte, m.pageSize())
	for _, id := range []uint64{m.word(16), m.word(32)} {
		if int64(id) == noFreelist {
			continue
		}
		_, err := f.ReadAt(page, int64(id)*int64(len(page)))
		if errors.Is(err, io.EOF) {
			return 0, ErrForeignBase
		}
		if err != nil {
			return 0, fmt.Errorf("read page %d: %w", id, err)
		}
		sum.Write(page)
	}
	return sum.Sum32(), nil
}

// metaPage marks a meta page.
const metaPage = 0x04

// page returns the meta page with the number of another commit.
func (m meta) page(number uint64) []byte {
	page := make([]byte, pageHeaderSize, pageHeaderSize+metaSize)
	binary.NativeEndian.PutUint64(page, number%2)
	binary.NativeEndian.PutUint16(page[8:], metaPage)
	content := meta(bytes.Clone(m))
	binary.NativeEndian.PutUint64(content[48:], number)
	binary.NativeEndian.PutUint64(content[56:], content.sum())
	return append(page, content...)
}
