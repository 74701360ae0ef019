package pictures

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientation is how a picture is turned, by the tag Orientation of EXIF and TIFF: 1 to 8, where
// 1 is not at all.
type orientation uint16

// isSwapped tells whether width and height change their places.
func (o orientation) isSwapped() bool { return o >= 5 }

// flips tells whether the columns and rows of the file run from right to left and from the
// bottom to the top of the picture; after isSwapped, columns are those of the file.
func (o orientation) flips() (columns, rows bool) {
	return o == 2 || o == 3 || o == 7 || o == 8, o == 3 || o == 4 || o == 6 || o == 7
}

// stored returns where a region of the picture is in the file, whose size is given.
func (o orientation) stored(r image.Rectangle, size image.Point) image.Rectangle {
	if o.isSwapped() {
		r = image.Rect(r.Min.Y, r.Min.X, r.Max.Y, r.Max.X)
	}
	columns, rows := o.flips()
	if columns {
		r.Min.X, r.Max.X = size.X-r.Max.X, size.X-r.Min.X
	}
	if rows {
		r.Min.Y, r.Max.Y = size.Y-r.Max.Y, size.Y-r.Min.Y
	}
	return r
}

// shown turns a part of the file to what is shown.
func (o orientation) shown(m *image.RGBA) *image.RGBA {
	if o <= 1 {
		return m
	}
	size := m.Rect.Size()
	turned := size
	if o.isSwapped() {
		turned = image.Pt(size.Y, size.X)
	}
	out := image.NewRGBA(image.Rectangle{Max: turned})
	for y := range turned.Y {
		for x := range turned.X {
			from := o.stored(image.Rect(x, y, x+1, y+1), size).Min
			out.SetRGBA(x, y, m.RGBAAt(from.X, from.Y))
		}
	}
	return out
}

// exif returns the EXIF data of a JPEG file, which have the form of a TIFF file; none where the
// file has none (JEITA CP-3451, section 4.7.2).
func exif(head []byte) (found []byte) {
	const application1 = 0xE1
	segments(head, func(marker byte, segment []byte) bool {
		data, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00"))
		if ok && marker == application1 {
			found = data
		}
		return found == nil
	})
	return found
}

// segments calls visit for each segment of a JPEG file before the picture itself, by its marker,
// until it returns false (ITU-T T.81, section B.1.1).
func segments(head []byte, visit func(marker byte, segment []byte) bool) {
	const startOfScan = 0xDA
	for at := 2; at+4 <= len(head) && head[at] == 0xFF && head[at+1] != startOfScan; {
		end := at + 2 + int(binary.BigEndian.Uint16(head[at+2:]))
		if !visit(head[at+1], head[at+4:max(at+4, min(end, len(head)))]) {
			return
		}
		at = end
	}
}

// tagged returns the orientation of a TIFF file, 1 where it names none (TIFF 6.0, section 2).
func tagged(data []byte) orientation {
	const tag, entrySize = 0x0112, 12
	if len(data) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 'M' {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(data[4:]))
	if at+2 > int64(len(data)) {
		return 1
	}
	entries := data[at+2:]
	for range order.Uint16(data[at:]) {
		if len(entries) < entrySize {
			break
		}
		if order.Uint16(entries) == tag {
			if o := orientation(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			break
		}
		entries = entries[entrySize:]
	}
	return 1
}
