package postgres

import "encoding/binary"

// header is the signature, no flags, and no extension.
const header = "PGCOPY\n\xff\r\n\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"

// Rows are rows so far in the binary format of PostgreSQL's COPY (manual of version 15, COPY,
// "Binary Format"): a header, then of each row the number of its fields and of each field its
// length and bytes, and -1 at the end.
type Rows []byte

// Begin appends what comes before the first row.
func (r Rows) Begin() Rows { return append(r, header...) }

// End appends what comes after the last row.
func (r Rows) End() Rows { return append(r, 0xff, 0xff) }

// Row begins a row of so many fields, which follow.
func (r Rows) Row(fields int) Rows { return binary.BigEndian.AppendUint16(r, uint16(fields)) }

// Bigint appends a field of that type.
func (r Rows) Bigint(n int64) Rows {
	return binary.BigEndian.AppendUint64(append(r, 0, 0, 0, 8), uint64(n))
}

// Integer appends a field of that type.
func (r Rows) Integer(n int32) Rows {
	return binary.BigEndian.AppendUint32(append(r, 0, 0, 0, 4), uint32(n))
}

// Smallint appends a field of that type.
func (r Rows) Smallint(n int16) Rows {
	return binary.BigEndian.AppendUint16(append(r, 0, 0, 0, 2), uint16(n))
}

// Boolean appends a field of that type.
func (r Rows) Boolean(b bool) Rows {
	if b {
		return append(r, 0, 0, 0, 1, 1)
	}
	return append(r, 0, 0, 0, 1, 0)
}

// Char appends a field of the type "char", which is a byte.
func (r Rows) Char(c byte) Rows { return append(r, 0, 0, 0, 1, c) }

// Bytea appends a field of that type, NULL where it is nil.
func (r Rows) Bytea(b []byte) Rows {
	if b == nil {
		return append(r, 0xff, 0xff, 0xff, 0xff)
	}
	return append(binary.BigEndian.AppendUint32(r, uint32(len(b))), b...)
}

// Text appends a field of the type bytea with the bytes of a text.
func (r Rows) Text(s string) Rows {
	return append(binary.BigEndian.AppendUint32(r, uint32(len(s))), s...)
}
