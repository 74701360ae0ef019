package pictures

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"vitrine/server/web/respond"
)

// Limits on a picture. docs/pictures.md lists them.
const (
	// maxPixels is how many pixels a picture has at most, and maxBytes the size of its file.
	maxPixels = 100_000_000
	maxBytes  = 1 << 30
	// maxSide is the width and height of the largest answer, in pixels.
	maxSide = 4096
)

// format is a format of pictures: what it is called by HTTP and by the names of files, and how it
// is read.
type format struct {
	mediaType  string
	extensions []string
	config     func(io.Reader) (image.Config, error)
	decode     func(io.Reader) (image.Image, error)
	// turned returns the orientation that the beginning of a file names; nil for 1.
	turned func(head []byte) orientation
	// extra is what decoding takes besides the picture, in bytes a pixel of so many bytes; nil
	// for none.
	extra func(head []byte, pixel int64) int64
}

var known = []format{
	{"image/jpeg", []string{".jpg", ".jpeg"}, jpeg.DecodeConfig, jpeg.Decode, func(head []byte) orientation { return tagged(exif(head)) }, progressive},
	{"image/png", []string{".png"}, png.DecodeConfig, png.Decode, nil, interlaced},
	{"image/webp", []string{".webp"}, webp.DecodeConfig, webp.Decode, nil, nil},
	{"image/tiff", []string{".tif", ".tiff"}, tiff.DecodeConfig, tiff.Decode, tagged, nil},
}

// file is an open picture of the folder.
type file struct {
	io.ReadSeeker
	io.Closer
	format
	modified time.Time
	// version stands for the content: the name, the time of change and the size.
	version string
	// stored is the size in pixels as the file has it, and orientation how it is turned.
	stored      image.Point
	orientation orientation
	// kept is what the picture takes once it is decoded, with its halves, and memory what it takes
	// while it is, in bytes.
	kept, memory int64
}

// size is the width and height of the picture as it is shown.
func (f *file) size() (width, height int) {
	if f.orientation.isSwapped() {
		return f.stored.Y, f.stored.X
	}
	return f.stored.X, f.stored.Y
}

// absent is the answer to a request for a picture that is not there, or not for this audience.
func absent() error {
	return &respond.Error{Type: respond.NotFound, Detail: "There is no picture of this name."}
}

// open opens a picture of a folder. The error is the answer to the request where the file is
// not there or may not be served. The caller closes the file.
func open(folder fs.FS, name string) (*file, error) {
	i := slices.IndexFunc(known, func(f format) bool { return slices.Contains(f.extensions, strings.ToLower(path.Ext(name))) })
	if folder == nil || i < 0 || !fs.ValidPath(name) || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "/\\\x00") {
		return nil, absent()
	}
	info, err := fs.Lstat(folder, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
		return nil, fmt.Errorf("look for the picture %s: %w", name, err)
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil, absent()
	}
	opened, err := folder.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open the picture %s: %w", name, err)
	}
	seeker, ok := opened.(io.ReadSeeker)
	if !ok {
		return nil, errors.Join(fmt.Errorf("the file %s cannot be read from its middle", name), opened.Close())
	}
	f := &file{
		ReadSeeker: seeker, Closer: opened, format: known[i], modified: info.ModTime(),
		version: fmt.Sprintf("%s %d %d", name, info.ModTime().UnixNano(), info.Size()),
	}
	if err := f.inspect(name, info.Size()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// inspect reads what the beginning of a file says of the picture. What reads it gets the file
// itself, since TIFF files are read here and there.
func (f *file) inspect(name string, bytes int64) error {
	if bytes > maxBytes {
		return tooLarge("The file of this picture has more than %d bytes.", maxBytes)
	}
	config, err := f.config(f.ReadSeeker)
	if err != nil || config.Width < 1 || config.Height < 1 {
		return &respond.Error{Type: respond.NotFound, Detail: fmt.Sprintf("The file %s is not served, since its content cannot be read as %s, which its name says that it is.", name, f.mediaType)}
	}
	pixels := int64(config.Width) * int64(config.Height)
	if pixels > maxPixels {
		return tooLarge("This picture has %d x %d pixels; %d in all are served at most.", config.Width, config.Height, maxPixels)
	}
	head, err := f.head()
	if err != nil {
		return fmt.Errorf("read the picture %s: %w", name, err)
	}
	pixel := bytesPerPixel(config.ColorModel)
	f.stored, f.orientation = image.Pt(config.Width, config.Height), 1
	f.kept = pixels * (3*pixel + 4) / 3
	f.memory = f.kept
	if f.extra != nil {
		f.memory += pixels * f.extra(head, pixel)
	}
	if f.turned != nil {
		f.orientation = f.turned(head)
	}
	return nil
}

// maxHead is how much of a file is looked at for its orientation and its kind, in bytes.
const maxHead = 128 << 10

// head is the beginning of the file, which is read from there afterwards.
func (f *file) head() ([]byte, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(f, maxHead))
	if err != nil {
		return nil, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return head, err
}

// progressive is what decoding a progressive JPEG file takes: all coefficients, as 32 bits for each
// of three channels. A file whose kind is not found at its beginning counts as one.
func progressive(head []byte, _ int64) int64 {
	const baseline, extended = 0xC0, 0xC1
	found := false
	segments(head, func(marker byte, _ []byte) bool {
		found = marker == baseline || marker == extended
		return !found
	})
	if found {
		return 0
	}
	return 3 * 4
}

// interlaced is what decoding an interlaced PNG file takes: the picture again, in passes (PNG,
// section 11.2.2).
func interlaced(head []byte, pixel int64) int64 {
	const at = 28
	if len(head) > at && head[at] == 0 {
		return 0
	}
	return pixel
}

// bytesPerPixel is what a pixel takes when it is decoded.
func bytesPerPixel(m color.Model) int64 {
	switch m {
	case color.GrayModel:
		return 1
	case color.YCbCrModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	return 4
}

func tooLarge(format string, args ...any) error {
	return &respond.Error{Type: respond.TooLarge, Detail: fmt.Sprintf(format, args...)}
}
