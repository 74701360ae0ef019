package pictures

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"

	scale "golang.org/x/image/draw"
)

// decoded is a picture in memory: as it is in its file, then in halves of that, so that any size
// is made from one that is less than twice as large.
type decoded struct {
	levels []image.Image
	// bytes is the memory that it takes.
	bytes int64
}

// smallestLevel is the side of the smallest level, in pixels.
const smallestLevel = 256

// decode decodes a picture. A fault of a decoder is an error.
func decode(f *file) (d *decoded, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("decode the picture: %v", cause)
		}
	}()
	whole, err := f.decode(f.ReadSeeker)
	if err != nil {
		return nil, fmt.Errorf("decode the picture: %w", err)
	}
	if whole.Bounds().Size() != f.stored {
		return nil, fmt.Errorf("the picture has %v pixels, not %v as its beginning says", whole.Bounds().Size(), f.stored)
	}
	d = &decoded{levels: []image.Image{whole}, bytes: f.kept}
	for b := whole.Bounds(); max(b.Dx(), b.Dy()) > smallestLevel; {
		half := image.NewRGBA(image.Rect(0, 0, (b.Dx()+1)/2, (b.Dy()+1)/2))
		scale.ApproxBiLinear.Scale(half, half.Rect, d.levels[len(d.levels)-1], b, draw.Src, nil)
		d.levels = append(d.levels, half)
		b = half.Rect
	}
	return d, nil
}

// quality is that of JPEG answers, of 100.
const quality = 85

// render makes a rendering of a picture as JPEG, on white where the picture is transparent.
func (d *decoded) render(f *file, r rendering) ([]byte, error) {
	width, height, region := r.width, r.height, f.orientation.stored(r.region, f.stored)
	if f.orientation.isSwapped() {
		width, height = height, width
	}
	level := 0
	for level+1 < len(d.levels) && region.Dx()>>(level+1) >= width && region.Dy()>>(level+1) >= height {
		level++
	}
	from := d.levels[level]
	region = image.Rect(region.Min.X>>level, region.Min.Y>>level, ceil(region.Max.X, 1<<level), ceil(region.Max.Y, 1<<level)).
		Add(from.Bounds().Min).Intersect(from.Bounds())
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	scale.ApproxBiLinear.Scale(out, out.Rect, from, region, draw.Over, nil)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, f.orientation.shown(out), &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("write a picture as JPEG: %w", err)
	}
	return b.Bytes(), nil
}
