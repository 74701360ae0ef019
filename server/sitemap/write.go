package sitemap

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"time"
)

// The limits of the protocol: how many addresses a sitemap has, how many bytes it has
// uncompressed, and how many an address has. An index has as many sitemaps.
const (
	MaxEntries = 50_000
	MaxBytes   = 50 << 20
	maxAddress = 2047
)

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// Writer writes a sitemap, or an index of sitemaps.
type Writer struct {
	w           *bufio.Writer
	root, entry string
	count, size int
	err         error
}

// NewMap returns the writer of a sitemap.
func NewMap(w io.Writer) *Writer { return newWriter(w, "urlset", "url") }

// NewIndex returns the writer of an index, whose addresses are those of sitemaps.
func NewIndex(w io.Writer) *Writer { return newWriter(w, "sitemapindex", "sitemap") }

func newWriter(w io.Writer, root, entry string) *Writer {
	out := &Writer{w: bufio.NewWriter(w), root: root, entry: entry}
	out.text(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<" + root + ` xmlns="` + namespace + `">` + "\n")
	return out
}

// Add writes an address, a URL, with the time of its last change, which may be zero. It
// tells whether there was room: an address that is longer than the protocol allows, and
// what comes after the last that a sitemap may have, is left out.
func (w *Writer) Add(address string, changed time.Time) bool {
	if w.IsFull() || len(address) > maxAddress {
		return false
	}
	w.count++
	w.text("<" + w.entry + "><loc>")
	w.escaped(address)
	w.text("</loc>")
	if !changed.IsZero() {
		w.text("<lastmod>" + changed.UTC().Format(time.RFC3339) + "</lastmod>")
	}
	w.text("</" + w.entry + ">\n")
	return true
}

// IsFull tells whether no further address has room, however long it is.
func (w *Writer) IsFull() bool {
	// An address takes six bytes a character where all of it is escaped, and the elements
	// around it take less than 200.
	return w.count >= MaxEntries || w.size+6*maxAddress+200 > MaxBytes
}

// Close ends the sitemap. It returns the first error there was.
func (w *Writer) Close() error {
	w.text("</" + w.root + ">\n")
	if err := w.w.Flush(); err != nil && w.err == nil {
		w.err = err
	}
	if w.err != nil {
		return fmt.Errorf("write a sitemap: %w", w.err)
	}
	return nil
}

func (w *Writer) text(s string) { _, _ = w.Write([]byte(s)) }

func (w *Writer) escaped(s string) { _ = xml.EscapeText(w, []byte(s)) }

// Write counts what is written and keeps the first error, which Close returns.
func (w *Writer) Write(p []byte) (int, error) {
	w.size += len(p)
	n, err := w.w.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}
