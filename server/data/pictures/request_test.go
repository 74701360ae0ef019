package pictures

import (
	"errors"
	"image"
	"strings"
	"testing"

	"vitrine/server/web/respond"
)

// TestRequests goes through the forms of an image request in the order of the sections of the
// IIIF Image API 3.0, for a picture of 300 x 200 pixels, which are those of its own examples.
// Of what is done, the canonical form of the standard's section 4.7 is told.
func TestRequests(t *testing.T) {
	for _, test := range []struct{ section, request, want string }{
		{"4.1", "full/max/0/default.jpg", "full/max/0/default.jpg"},
		{"4.1", "square/max/0/default.jpg", "50,0,200,200/max/0/default.jpg"},
		{"4.1", "125,15,120,140/max/0/default.jpg", "125,15,120,140/max/0/default.jpg"},
		{"4.1, beyond the edge", "125,15,200,200/max/0/default.jpg", "125,15,175,185/max/0/default.jpg"},
		{"4.1, all of it", "0,0,300,200/max/0/default.jpg", "full/max/0/default.jpg"},
		{"4.1, in percent", "pct:41.6,7.5,40,70/max/0/default.jpg", "501"},
		{"4.1, outside", "300,200,10,10/max/0/default.jpg", "400"},
		{"4.1, without width", "10,10,0,10/max/0/default.jpg", "400"},
		{"4.1, negative", "-1,0,10,10/max/0/default.jpg", "400"},
		{"4.1, fractions", "1.5,0,10,10/max/0/default.jpg", "400"},
		{"4.1, three numbers", "1,2,3/max/0/default.jpg", "400"},
		{"4.1, too many digits", "1,2,3,99999999999999999999/max/0/default.jpg", "400"},
		{"4.1, another word", "all/max/0/default.jpg", "400"},
		{"4.2", "full/150,/0/default.jpg", "full/150,100/0/default.jpg"},
		{"4.2", "full/,150/0/default.jpg", "full/225,150/0/default.jpg"},
		{"4.2, out of shape", "full/225,100/0/default.jpg", "full/225,100/0/default.jpg"},
		{"4.2, confined", "full/!225,100/0/default.jpg", "full/150,100/0/default.jpg"},
		{"4.2, confined and larger", "full/!600,600/0/default.jpg", "full/max/0/default.jpg"},
		{"4.2, the whole width", "full/300,/0/default.jpg", "full/max/0/default.jpg"},
		{"4.2, rounded to one pixel", "0,0,300,1/2,/0/default.jpg", "0,0,300,1/2,1/0/default.jpg"},
		{"4.2, in percent", "full/pct:50/0/default.jpg", "501"},
		{"4.2, in percent and larger", "full/pct:101/0/default.jpg", "400"},
		{"4.2, in percent and upscaled", "full/^pct:101/0/default.jpg", "501"},
		{"4.2, upscaled", "full/^max/0/default.jpg", "501"},
		{"4.2, upscaled", "full/^360,/0/default.jpg", "501"},
		{"4.2, upscaled", "full/^!360,360/0/default.jpg", "501"},
		{"4.2, larger", "full/301,/0/default.jpg", "400"},
		{"4.2, larger", "full/,201/0/default.jpg", "400"},
		{"4.2, larger than the region", "0,0,10,10/11,/0/default.jpg", "400"},
		{"4.2, none", "full/0,/0/default.jpg", "400"},
		{"4.2, none", "full/!0,10/0/default.jpg", "400"},
		{"4.2, of version 2", "full/full/0/default.jpg", "400"},
		{"4.2, no number", "full/,/0/default.jpg", "400"},
		{"4.3", "full/max/0.0/default.jpg", "full/max/0/default.jpg"},
		{"4.3, turned", "full/max/90/default.jpg", "501"},
		{"4.3, turned", "full/max/22.5/default.jpg", "501"},
		{"4.3, mirrored", "full/max/!0/default.jpg", "501"},
		{"4.3, beyond the circle", "full/max/361/default.jpg", "400"},
		{"4.3, negative", "full/max/-90/default.jpg", "400"},
		{"4.4", "full/max/0/gray.jpg", "501"},
		{"4.4, of version 1", "full/max/0/native.jpg", "400"},
		{"4.5", "full/max/0/default.png", "501"},
		{"4.5", "full/max/0/default.bmp", "400"},
		{"4.5, none", "full/max/0/default", "400"},
	} {
		got := ""
		parts := strings.Split(test.request, "/")
		q, err := parse(parts[0], parts[1], parts[2], parts[3])
		var r rendering
		if err == nil {
			r, err = q.resolve(300, 200)
		}
		var answer *respond.Error
		switch {
		case errors.As(err, &answer):
			got = map[int]string{400: "400", 501: "501"}[answer.Type.Status]
		case err == nil:
			got = r.canonical(300, 200)
		}
		if got != test.want {
			t.Errorf("%s, %s: %s, %v; want %s", test.section, test.request, got, err, test.want)
		}
	}
}

// TestLargest has no answer be larger than the largest side.
func TestLargest(t *testing.T) {
	r, err := request{"full", "max"}.resolve(9000, 300)
	if err != nil || r.width != maxSide || r.height != 137 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := (request{"full", "5000,"}).resolve(9000, 300); err == nil {
		t.Errorf("%+v", r)
	}
}

// FuzzRequest has every request refused, or resolved to a size and a region of the picture.
func FuzzRequest(f *testing.F) {
	f.Add("full", "max", "0", "default.jpg", 300, 200)
	f.Add("0,0,7,9999", "!3,4", "0", "default.jpg", 1, 100000)
	f.Add("square", ",5", "0.0", "default.jpg", 4097, 3)
	f.Fuzz(func(t *testing.T, region, size, rotation, file string, width, height int) {
		q, err := parse(region, size, rotation, file)
		if err != nil || width < 1 || height < 1 || width > maxPixels || height > maxPixels/width {
			return
		}
		r, err := q.resolve(width, height)
		if err != nil {
			return
		}
		if r.region.Empty() || !r.region.In(image.Rect(0, 0, width, height)) ||
			r.width < 1 || r.height < 1 || r.width > min(maxSide, r.region.Dx()) || r.height > min(maxSide, r.region.Dy()) {
			t.Errorf("%s/%s of %d x %d: %+v", region, size, width, height, r)
		}
		parts := strings.Split(r.canonical(width, height), "/")
		again, err := parse(parts[0], parts[1], parts[2], parts[3])
		if err != nil {
			t.Fatal(err)
		}
		if s, err := again.resolve(width, height); err != nil || s != r {
			t.Errorf("%s/%s of %d x %d: %+v, by its canonical form %+v, %v", region, size, width, height, r, s, err)
		}
	})
}
