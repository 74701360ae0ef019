package pictures

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"golang.org/x/image/tiff"

	"vitrine/server/web/respond"
)

// quarters is a picture whose corners have four colours, from the upper left one on: red, green,
// blue, white.
func quarters(width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetRGBA(x, y, corners[2*(2*y/height)+2*x/width])
		}
	}
	return m
}

var corners = []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}

func encoded(t testing.TB, encode func(io.Writer, image.Image) error, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, &jpeg.Options{Quality: 95}) }
func asTIFF(w io.Writer, m image.Image) error { return tiff.Encode(w, m, nil) }

// turned is a JPEG file with an orientation in its EXIF data.
func turned(t testing.TB, o byte, m image.Image) []byte {
	t.Helper()
	plain := encoded(t, asJPEG, m)
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), o, 0, 0, 0, 0, 0, 0)
	segment := append([]byte{0xFF, 0xE1, 0, byte(len(exif) + 2)}, exif...)
	return append(append(plain[:2:2], segment...), plain[2:]...)
}

// wide is the beginning of a PNG file that says it has so many pixels.
func wide(width, height uint32) []byte {
	chunk := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	chunk = append(binary.BigEndian.AppendUint32(chunk, height), 8, 6, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
}

// TestOpen says what is served of a folder.
func TestOpen(t *testing.T) {
	m := quarters(40, 20)
	dir := t.TempDir()
	for name, text := range map[string][]byte{
		"a.jpg": encoded(t, asJPEG, m), "b.PNG": encoded(t, png.Encode, m), "c.tif": encoded(t, asTIFF, m),
		"with blank & é.jpeg": encoded(t, asJPEG, m), "turned.jpg": turned(t, 6, m),
		".hidden.jpg": encoded(t, asJPEG, m), "no.jpg": encoded(t, png.Encode, m), "page.png": []byte("<script>alert(1)</script>"),
		"notes.txt": []byte("a"), "bomb.png": wide(60_000, 60_000), "overflow.png": wide(1<<30, 1<<30), "large.png": wide(10_001, 10_000), "empty.jpg": nil,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "outside.jpg")
	if err := os.WriteFile(outside, encoded(t, asJPEG, m), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.Symlink(outside, filepath.Join(dir, "out.jpg")), os.Symlink("a.jpg", filepath.Join(dir, "in.jpg")),
		os.Mkdir(filepath.Join(dir, "folder.jpg"), 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]int{
		"a.jpg": 0, "b.PNG": 0, "c.tif": 0, "with blank & é.jpeg": 0, "turned.jpg": 0,
		".hidden.jpg": 404, "no.jpg": 404, "page.png": 404, "notes.txt": 404, "empty.jpg": 404, "missing.jpg": 404,
		"out.jpg": 404, "in.jpg": 404, "folder.jpg": 404, "../outside.jpg": 404, "folder.jpg/../a.jpg": 404, "/a.jpg": 404, "": 404, "a\x00.jpg": 404,
		"overflow.png": 404, "bomb.png": 500, "large.png": 500,
	} {
		f, err := open(root.FS(), name)
		var refusal *respond.Error
		switch {
		case want == 0 && err != nil, want != 0 && (!errors.As(err, &refusal) || refusal.Type.Status != want):
			t.Errorf("%q: %v, want %d", name, err, want)
		case err == nil:
			if w, h := f.size(); (w != 40 || h != 20) && (name != "turned.jpg" || w != 20 || h != 40) {
				t.Errorf("%q: %d x %d", name, w, h)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := open(nil, "a.jpg"); err == nil {
		t.Error("a picture without a folder")
	}
}

// TestRender renders parts of pictures and looks for the colours of their corners, turned as
// EXIF says (the corner that is shown first, in rows).
func TestRender(t *testing.T) {
	m := quarters(1200, 900)
	files := fstest.MapFS{"plain.png": {Data: encoded(t, png.Encode, m)}}
	want := map[string][]int{"plain.png": {0, 1, 2, 3}}
	for o, shown := range map[byte][]int{1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1}, 5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0}, 8: {1, 3, 0, 2}} {
		name := "turned" + string('0'+rune(o)) + ".jpg"
		files[name] = &fstest.MapFile{Data: turned(t, o, m)}
		want[name] = shown
	}
	for name, shown := range want {
		f, err := open(fs.FS(files), name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := decode(f)
		if err != nil {
			t.Fatal(err)
		}
		width, height := f.size()
		for _, size := range []string{"max", "300,300", "7,5"} {
			q, err := request{"full", size}.resolve(width, height)
			if err != nil {
				t.Fatal(err)
			}
			out := rendered(t, d, f, q)
			for i, x := range []int{out.Bounds().Dx() / 8, out.Bounds().Dx() * 7 / 8} {
				for j, y := range []int{out.Bounds().Dy() / 8, out.Bounds().Dy() * 7 / 8} {
					isColour(t, name+" "+size, out.At(x, y), corners[shown[2*j+i]])
				}
			}
		}
		// The last quarter alone.
		corner := request{region: "", size: "10,10"}
		corner.region = map[bool]string{true: "450,600,450,600", false: "600,450,600,450"}[f.orientation.isSwapped()]
		q, err := corner.resolve(width, height)
		if err != nil {
			t.Fatal(err)
		}
		out := rendered(t, d, f, q)
		isColour(t, name+" corner", out.At(1, 1), corners[shown[3]])
		isColour(t, name+" corner", out.At(8, 8), corners[shown[3]])
	}
}

func rendered(t *testing.T, d *decoded, f *file, r rendering) image.Image {
	t.Helper()
	body, err := d.render(f, r)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jpeg.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if out.Bounds().Size() != image.Pt(r.width, r.height) {
		t.Errorf("%v, want %d x %d", out.Bounds(), r.width, r.height)
	}
	return out
}

// isColour allows for what JPEG changes.
func isColour(t *testing.T, what string, got color.Color, want color.RGBA) {
	t.Helper()
	r, g, b, _ := got.RGBA()
	for i, pair := range [][2]int{{int(r >> 8), int(want.R)}, {int(g >> 8), int(want.G)}, {int(b >> 8), int(want.B)}} {
		if d := pair[0] - pair[1]; d < -60 || d > 60 {
			t.Errorf("%s: channel %d is %d, want %d", what, i, pair[0], pair[1])
			return
		}
	}
}

// TestTransparent has what is transparent be white.
func TestTransparent(t *testing.T) {
	f, err := open(fstest.MapFS{"a.png": {Data: encoded(t, png.Encode, image.NewNRGBA(image.Rect(0, 0, 10, 10)))}}, "a.png")
	if err != nil {
		t.Fatal(err)
	}
	d, err := decode(f)
	if err != nil {
		t.Fatal(err)
	}
	isColour(t, "transparent", rendered(t, d, f, rendering{image.Rect(0, 0, 10, 10), 5, 5}).At(2, 2), corners[3])
}

// TestCutOff has a picture that ends too early be an error.
func TestCutOff(t *testing.T) {
	whole := encoded(t, png.Encode, quarters(100, 100))
	f, err := open(fstest.MapFS{"a.png": {Data: whole[:len(whole)/2]}}, "a.png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decode(f); err == nil {
		t.Error("a picture of which half is missing is decoded")
	}
}

// TestOrientationOfAnything has no bytes end the program.
func TestOrientationOfAnything(t *testing.T) {
	whole := turned(t, 8, quarters(8, 8))
	for n := range whole {
		if o := tagged(exif(whole[:n])); o != 1 && o != 8 {
			t.Errorf("%d bytes: %d", n, o)
		}
	}
	for _, text := range []string{"", "II*\x00\xff\xff\xff\xff", "MM\x00*\x00\x00\x00\x08\xff\xff"} {
		if o := tagged([]byte(text)); o != 1 {
			t.Errorf("%q: orientation %d", text, o)
		}
	}
	if exif([]byte("\xff\xd8\xff\xe1\x00\x00\xff\xe1\x00\x00")) != nil {
		t.Error("EXIF data in a segment without length")
	}
}

// TestMemory says what decoding takes, in bytes a pixel: a third of four for the halves, and
// what progressive and interlaced pictures take besides.
func TestMemory(t *testing.T) {
	plain := encoded(t, asJPEG, quarters(30, 10))
	late := bytes.Replace(plain, []byte{0xFF, 0xC0}, []byte{0xFF, 0xC2}, 1)
	other := encoded(t, png.Encode, quarters(30, 10))
	passes := bytes.Clone(other)
	passes[28] = 1
	binary.BigEndian.PutUint32(passes[29:], crc32.ChecksumIEEE(passes[12:29]))
	for name, want := range map[string]struct {
		file         []byte
		kept, memory int64
	}{
		"plain.jpg": {plain, 300 * 13 / 3, 300 * 13 / 3}, "progressive.jpg": {late, 300 * 13 / 3, 300*13/3 + 300*12},
		"plain.png": {other, 300 * 16 / 3, 300 * 16 / 3}, "interlaced.png": {passes, 300 * 16 / 3, 300*16/3 + 300*4},
	} {
		f, err := open(fstest.MapFS{name: {Data: want.file}}, name)
		if err != nil {
			t.Fatal(name, err)
		}
		if f.kept != want.kept || f.memory != want.memory {
			t.Errorf("%s: %d and %d bytes, want %d and %d", name, f.kept, f.memory, want.kept, want.memory)
		}
	}
}
