package rows

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// sniffed is how much of a file is looked at to find out its encoding, in bytes.
const sniffed = 1 << 20

// decoded returns a text in UTF-8. Without a name of the encoding, a byte order mark
// decides; then a text that begins as UTF-8 is UTF-8, and any other is windows-1252.
func decoded(r io.Reader, name string) (io.Reader, error) {
	buffered := bufio.NewReaderSize(r, sniffed)
	begin, err := buffered.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	as, err := encodingOf(begin, err == nil, name)
	if err != nil {
		return nil, err
	}
	if as == nil {
		return transform.NewReader(buffered, transform.Chain(unicode.BOMOverride(transform.Nop), strict{})), nil
	}
	return transform.NewReader(buffered, unicode.BOMOverride(as.NewDecoder())), nil
}

// encodingOf returns the encoding of a text, nil for UTF-8. cut says that the text goes on.
func encodingOf(begin []byte, cut bool, name string) (encoding.Encoding, error) {
	switch {
	case name != "":
		as, err := htmlindex.Get(name)
		if err != nil {
			return nil, fmt.Errorf("the encoding %q is not known; write it as browsers do, such as utf-8, windows-1252, macintosh or utf-16le", name)
		}
		if as == unicode.UTF8 {
			return nil, nil
		}
		return as, nil
	case bytes.HasPrefix(begin, []byte{0xff, 0xfe}), bytes.HasPrefix(begin, []byte{0xfe, 0xff}):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), nil
	case bytes.IndexByte(begin[:min(len(begin), 512)], 0) >= 0:
		return nil, errors.New("the file is not text; the name of a workbook is to end in .xlsx, one of an old Excel (.xls) is to be saved as .xlsx or CSV, UTF-16 without a byte order mark needs its encoding said")
	case validText(begin, cut):
		return nil, nil
	}
	return charmap.Windows1252, nil
}

// validText tells whether the text is UTF-8, of which the last character may be cut.
func validText(text []byte, cut bool) bool {
	for i := 0; cut && i < utf8.UTFMax && len(text) > 0 && !utf8.Valid(text); i++ {
		text = text[:len(text)-1]
	}
	return utf8.Valid(text)
}

// strict refuses what is not UTF-8. Its message names the remedy.
type strict struct{ transform.NopResetter }

func (strict) Transform(dst, src []byte, atEOF bool) (int, int, error) {
	nDst, nSrc, err := encoding.UTF8Validator.Transform(dst, src, atEOF)
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		err = errors.New("the file begins as UTF-8 and goes on otherwise; say its encoding, such as windows-1252")
	}
	return nDst, nSrc, err
}
