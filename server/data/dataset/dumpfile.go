package dataset

import (
	"fmt"
	"io"
	"iter"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/server/web/contentneg"
)

// DumpFile is a file that holds all that is stored.
type DumpFile struct {
	// Name is the end of its address: "nq" or "nq.gz".
	Name   string
	Format *serialize.Format
	packing
}

// packing is a way to pack a file. The file is what is served, so that it has a
// media type of its own: with a content coding, clients would unpack a file that
// is named as packed.
type packing struct {
	suffix string
	// packed is the media type, empty where nothing is to be done.
	packed string
	// pack is nil where nothing is to be done.
	pack func(w io.Writer) (io.WriteCloser, error)
}

// packings are the ways to pack, the plain one first: gzip (RFC 1952) and zstd (RFC 8878).
func packings() []packing {
	return []packing{
		{},
		{".gz", "application/gzip", func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }},
		{".zst", "application/zstd", func(w io.Writer) (io.WriteCloser, error) {
			return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		}},
	}
}

// DumpFiles returns the files that there are: each format that holds many
// records, by its preferred file extension, in each packing.
func DumpFiles(table serialize.Table) []DumpFile {
	var files []DumpFile
	for _, f := range dataset.Formats(table) {
		if len(f.Extensions) == 0 {
			continue
		}
		for _, p := range packings() {
			files = append(files, DumpFile{f.Extensions[0] + p.suffix, f, p})
		}
	}
	return files
}

// MediaType is the media type of the file, with its profile.
func (f DumpFile) MediaType() string {
	if f.pack != nil {
		return f.packed
	}
	return contentneg.WithProfile(f.Format.MediaType, f.Format.Profile)
}

// Packing is the media type of the packing, empty for none.
func (f DumpFile) Packing() string { return f.packed }

// ContentType is the Content-Type of the file.
func (f DumpFile) ContentType() string {
	if f.pack != nil {
		return f.packed
	}
	return contentneg.ContentType(f.Format.MediaType, f.Format.Profile)
}

// Title is what pages call the file.
func (f DumpFile) Title() string {
	title := "Everything, as " + f.Format.Title
	if f.pack != nil {
		title += ", packed (" + f.suffix + ")"
	}
	return title
}

// Path is the address of a dump below the service's own place.
func (f DumpFile) Path() string { return "dump." + f.Name }

// Write writes the file, packed. The error is that of the graphs, or of w.
func (f DumpFile) Write(w io.Writer, graphs iter.Seq2[*graph.Graph, error]) error {
	if f.pack == nil {
		return dataset.Write(w, graphs, f.Format)
	}
	packer, err := f.pack(w)
	if err != nil {
		return fmt.Errorf("pack a dump: %w", err)
	}
	err = dataset.Write(packer, graphs, f.Format)
	// The end of a file that is not complete is never written.
	if err != nil {
		return err
	}
	return packer.Close()
}
