package boltfile

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// pageChecker looks at the pages of a file as bbolt lays them out (version 2
// of its format), one after the other, trusting nothing. bbolt itself trusts
// what it reads, and has no checksums for pages but the first two.
type pageChecker struct {
	f      io.ReaderAt
	head   *header
	report func(where, what string)
	// parts are what a page can be part of, and owner says for each page which
	// of them it is; 0 stands for none.
	parts []string
	owner []uint8
}

const (
	freePages    = "the free pages"
	listOfTables = "the list of tables"
)

// Sizes in a page, in bytes.
const (
	elementSize    = 16
	bucketHeadSize = 16
	// bucketFlag marks a leaf element that holds a bucket.
	bucketFlag = 1
)

// page is one page with those it runs on into.
type page struct {
	id       int64
	flags    uint16
	count    int
	overflow int64
	data     []byte
}

// element is one key of a page.
type element struct {
	key, value []byte
	bucket     bool
	// child is the number of the page below, for a branch.
	child int64
}

// CheckPages looks at all pages and reports each fault.
func CheckPages(ctx context.Context, f io.ReaderAt, head *header, report func(where, what string)) error {
	c := &pageChecker{f: f, head: head, report: report, parts: []string{"nothing"}, owner: make([]uint8, head.Pages)}
	c.own(0, "the meta pages")
	c.own(1, "the meta pages")
	if err := c.tree(ctx, head.Root, listOfTables, nil, nil, 0); err != nil {
		return err
	}
	if head.Freelist == noFreelist {
		return nil // What is not in use is free.
	}
	if err := c.freelist(); err != nil {
		return err
	}
	lost := 0
	for _, part := range c.owner {
		if part == 0 {
			lost++
		}
	}
	if lost > 0 {
		c.fault(freePages, fmt.Sprintf("%d pages are neither in use nor free", lost))
	}
	return nil
}

func (c *pageChecker) fault(where, what string) { c.report(where, what) }

// own takes down that a page is part of something, and reports where it is part of
// something else already.
func (c *pageChecker) own(id int64, part string) bool {
	if other := c.owner[id]; other != 0 {
		c.fault(fmt.Sprintf("page %d", id), fmt.Sprintf("it is part of %s and of %s", c.parts[other], part))
		return false
	}
	number := slices.Index(c.parts, part)
	if number < 0 {
		number = len(c.parts)
		c.parts = append(c.parts, part)
	}
	c.owner[id] = uint8(number)
	return true
}

func (c *pageChecker) freelist() error {
	first, err := c.read(c.head.Freelist)
	if err != nil {
		return err
	}
	if first == nil {
		return nil
	}
	for i := range first.overflow + 1 {
		c.own(first.id+i, freePages)
	}
	free, err := c.head.readFreelist(c.f)
	if err != nil {
		c.fault(freePages, err.Error())
		return nil
	}
	for _, id := range free {
		if id < 2 || id >= c.head.Pages {
			c.fault(freePages, fmt.Sprintf("there is no page %d", id))
			continue
		}
		c.own(id, freePages)
	}
	return nil
}

// read returns a page, nil where it is none, which it reports.
func (c *pageChecker) read(id int64) (*page, error) {
	where := fmt.Sprintf("page %d", id)
	if id < 2 || id >= c.head.Pages {
		c.fault(where, "there is no such page")
		return nil, nil
	}
	size := int64(c.head.PageSize)
	data := make([]byte, size)
	if _, err := c.f.ReadAt(data, id*size); err != nil {
		return nil, err
	}
	p := &page{
		id: id, flags: binary.NativeEndian.Uint16(data[8:]),
		count: int(binary.NativeEndian.Uint16(data[10:])), overflow: int64(binary.NativeEndian.Uint32(data[12:])),
	}
	if own := binary.NativeEndian.Uint64(data); own != uint64(id) {
		c.fault(where, fmt.Sprintf("it says that it is page %d", own))
		return nil, nil
	}
	if id+p.overflow >= c.head.Pages {
		c.fault(where, fmt.Sprintf("it runs on for %d pages, beyond the end", p.overflow))
		return nil, nil
	}
	p.data = append(data, make([]byte, p.overflow*size)...)
	_, err := c.f.ReadAt(p.data[size:], (id+1)*size)
	return p, err
}

// maxDepth bounds how deep a tree of pages is; a real one has few levels.
const maxDepth = 64

// tree looks at a page and all below it. Their keys are not less than from and
// less than to, where those are not nil.
func (c *pageChecker) tree(ctx context.Context, id int64, part string, from, to []byte, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p, err := c.read(id)
	if p == nil || err != nil {
		return err
	}
	where := fmt.Sprintf("page %d of %s", id, part)
	if depth > maxDepth {
		c.fault(where, "the tree of pages is too deep")
		return nil
	}
	for i := range p.overflow + 1 {
		if !c.own(id+i, part) {
			return nil
		}
	}
	elements, fault := p.elements()
	if fault == "" {
		fault = ordered(elements, from, to)
	}
	if fault != "" {
		c.fault(where, fault)
		return nil
	}
	for i, e := range elements {
		if err := c.below(ctx, p, e, part, i, elements, to, depth); err != nil {
			return err
		}
	}
	return nil
}

// below looks at what an element of a page leads to.
func (c *pageChecker) below(ctx context.Context, p *page, e element, part string, i int, elements []element, to []byte, depth int) error {
	if p.flags == branchPage {
		end := to
		if i+1 < len(elements) {
			end = elements[i+1].key
		}
		return c.tree(ctx, e.child, part, e.key, end, depth+1)
	}
	if !e.bucket {
		return nil
	}
	name := "table " + string(e.key)
	if part != listOfTables || len(e.value) < bucketHeadSize {
		c.fault(fmt.Sprintf("page %d of %s", p.id, part), fmt.Sprintf("key %.64q is no entry", e.key))
		return nil
	}
	root := int64(binary.NativeEndian.Uint64(e.value))
	if root != 0 {
		return c.tree(ctx, root, name, nil, nil, 1)
	}
	inline := &page{id: p.id, data: bytes.Clone(e.value[bucketHeadSize:])}
	if len(inline.data) >= pageHeaderSize {
		inline.flags = binary.NativeEndian.Uint16(inline.data[8:])
		inline.count = int(binary.NativeEndian.Uint16(inline.data[10:]))
	}
	elements, fault := inline.elements()
	if fault == "" {
		fault = ordered(elements, nil, nil)
	}
	if fault != "" {
		c.fault(name, fault)
	}
	return nil
}

// elements returns the keys of a page, or what is wrong with it.
func (p *page) elements() ([]element, string) {
	if p.flags != branchPage && p.flags != leafPage || len(p.data) < pageHeaderSize {
		return nil, fmt.Sprintf("it is of no kind that belongs here (%#x)", p.flags)
	}
	end := pageHeaderSize + elementSize*p.count
	if end > len(p.data) {
		return nil, fmt.Sprintf("it has no room for %d keys", p.count)
	}
	list := make([]element, p.count)
	// The keys and values lie one behind the other, right after the list of
	// the elements.
	at := end
	for i := range list {
		start := pageHeaderSize + elementSize*i
		field := func(n int) int { return int(binary.NativeEndian.Uint32(p.data[start+4*n:])) }
		pos, keySize, valueSize, e := field(0), field(1), 0, &list[i]
		if p.flags == leafPage {
			e.bucket = field(0) == bucketFlag
			if field(0) > bucketFlag {
				return nil, fmt.Sprintf("key %d is of no known kind", i)
			}
			pos, keySize, valueSize = field(1), field(2), field(3)
		} else {
			e.child = int64(binary.NativeEndian.Uint64(p.data[start+8:]))
		}
		if start+pos != at || keySize == 0 || at+keySize+valueSize > len(p.data) {
			return nil, fmt.Sprintf("key %d is not where it should be", i)
		}
		e.key, e.value = p.data[at:][:keySize], p.data[at+keySize:][:valueSize]
		at += keySize + valueSize
	}
	return list, ""
}

// ordered returns what is wrong with the order of keys.
func ordered(elements []element, from, to []byte) string {
	last := from
	for i, e := range elements {
		if c := bytes.Compare(e.key, last); c < 0 || c == 0 && i > 0 {
			return fmt.Sprintf("key %d is out of order", i)
		}
		last = e.key
	}
	if to != nil && len(elements) > 0 && bytes.Compare(last, to) >= 0 {
		return "its last key belongs elsewhere"
	}
	return ""
}
