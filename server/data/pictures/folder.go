package pictures

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // a format that is read
	_ "image/png"  // a format that is read
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	_ "golang.org/x/image/tiff" // a format that is read
	_ "golang.org/x/image/webp" // a format that is read

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

// format is what the pictures of a format are called: by package image, by their names and by
// HTTP.
type format struct {
	name, mediaType string
	extensions      []string
}

var known = []format{
	{"jpeg", "image/jpeg", []string{".jpg", ".jpeg"}},
	{"png", "image/png", []string{".png"}},
	{"webp", "image/webp", []string{".webp"}},
	{"tiff", "image/tiff", []string{".tif", ".tiff"}},
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
	// memory is what the picture takes once it is decoded, with its halves, in bytes.
	memory int64
}

// size is the width and height of the picture as it is shown.
func (f *file) size() (width, height int) {
	if f.orientation.isSwapped() {
		return f.stored.Y, f.stored.X
	}
	return f.stored.X, f.stored.Y
}

// open opens a picture of a folder. The error is the answer to the request where the file is
// not there or may not be served. The caller closes the file.
func open(folder fs.FS, name string) (*file, error) {
	absent := &respond.Error{Type: respond.NotFound, Detail: "There is no picture of this name."}
	i := slices.IndexFunc(known, func(f format) bool { return slices.Contains(f.extensions, strings.ToLower(path.Ext(name))) })
	if folder == nil || i < 0 || !fs.ValidPath(name) || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "/\\\x00") {
		return nil, absent
	}
	info, err := fs.Lstat(folder, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
		return nil, fmt.Errorf("look for the picture %s: %w", name, err)
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil, absent
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

// inspect reads what the beginning of a file says of the picture.
func (f *file) inspect(name string, bytes int64) error {
	if bytes > maxBytes {
		return tooLarge("The file of this picture has more than %d bytes.", maxBytes)
	}
	config, format, err := image.DecodeConfig(bufio.NewReader(f))
	if err != nil || format != f.name {
		return &respond.Error{Type: respond.NotFound, Detail: fmt.Sprintf("The file %s is not served, since its content cannot be read as %s, which its name says that it is.", name, f.mediaType)}
	}
	f.stored = image.Pt(config.Width, config.Height)
	if config.Width < 1 || config.Height < 1 || int64(config.Width)*int64(config.Height) > maxPixels {
		return tooLarge("This picture has %d x %d pixels; %d in all are served at most.", config.Width, config.Height, maxPixels)
	}
	f.memory = int64(config.Width) * int64(config.Height) * (3*bytesPerPixel(config.ColorModel) + 4) / 3
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the picture %s: %w", name, err)
	}
	if f.orientation, err = readOrientation(f, f.name); err != nil {
		return fmt.Errorf("read the picture %s: %w", name, err)
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
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
