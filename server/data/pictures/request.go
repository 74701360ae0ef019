package pictures

import (
	"fmt"
	"image"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vitrine/server/web/respond"
)

// request is an image request, the part of its URI after the identifier (section 4).
type request struct {
	region, size string
}

// The forms of each part by the standard, and what of them level 1 leaves out here.
var (
	regions   = regexp.MustCompile(`^(full|square|[0-9]{1,9},[0-9]{1,9},[0-9]{1,9},[0-9]{1,9}|pct:` + decimal + `,` + decimal + `,` + decimal + `,` + decimal + `)$`)
	sizes     = regexp.MustCompile(`^\^?(max|[0-9]{1,9},|,[0-9]{1,9}|!?[0-9]{1,9},[0-9]{1,9}|pct:` + decimal + `)$`)
	rotations = regexp.MustCompile(`^!?` + decimal + `$`)
	qualities = []string{"default", "color", "gray", "bitonal"}
	formats   = []string{"jpg", "tif", "png", "gif", "jp2", "pdf", "webp"}
)

// decimal is a number of the standard (section 4.7), of a length that no picture needs more of.
const decimal = `[0-9]{1,9}(?:\.[0-9]{1,10})?`

// parse reads the four parts of an image request, percent-decoded. The error says which part is
// wrong, or that the service does not do what it asks for.
func parse(region, size, rotation, file string) (request, error) {
	quality, format, _ := strings.Cut(file, ".")
	for _, part := range []struct {
		name, text string
		valid      bool
	}{
		{"region", region, regions.MatchString(region)},
		{"size", size, sizes.MatchString(size) && atMost(100, size, "pct:")},
		{"rotation", rotation, rotations.MatchString(rotation) && atMost(360, rotation, "!")},
		{"quality", quality, slices.Contains(qualities, quality)},
		{"format", format, slices.Contains(formats, format)},
	} {
		if !part.valid {
			return request{}, malformed("the %s %q is not one of the IIIF Image API 3.0", part.name, part.text)
		}
	}
	angle, _ := strconv.ParseFloat(rotation, 64) // a mirrored one is no number, so that it counts as 0
	switch {
	case strings.HasPrefix(region, "pct:"), strings.HasPrefix(size, "pct:"):
		return request{}, unsupported("regions and sizes in percent")
	case strings.HasPrefix(size, "^"):
		return request{}, unsupported("sizes beyond that of the picture")
	case angle != 0, strings.HasPrefix(rotation, "!"):
		return request{}, unsupported("rotation and mirroring")
	case quality != "default":
		return request{}, unsupported("another quality than default")
	case format != "jpg":
		return request{}, unsupported("another format than jpg")
	}
	return request{region, size}, nil
}

// atMost tells that a part, without what it may begin with, is no number beyond a limit: no
// percentage of the size beyond 100 (section 4.2), and no angle beyond 360 degrees (section 4.3).
func atMost(limit float64, text, prefix string) bool {
	n, err := strconv.ParseFloat(strings.TrimPrefix(text, prefix), 64)
	return err != nil || n <= limit
}

// malformed is the error of a request with a wrong part.
func malformed(format string, args ...any) error {
	return &respond.Error{Type: respond.BadRequest, Detail: "Of the image request, " + fmt.Sprintf(format, args...) + "."}
}

// unsupported is the error of a valid request that level 1 does not ask for.
func unsupported(what string) error {
	return &respond.Error{Type: respond.NotImplemented, Detail: "This image service is of level 1 and does not do " + what + "; info.json says what it does."}
}

// rendering is a request for a picture of known size: the region of it, and the size of the answer.
type rendering struct {
	region        image.Rectangle
	width, height int
}

// resolve returns what a request asks of a picture so wide and high (sections 4.1 and 4.2).
func (q request) resolve(width, height int) (r rendering, err error) {
	if r.region, err = q.resolveRegion(image.Rect(0, 0, width, height)); err != nil {
		return r, err
	}
	w, h := r.region.Dx(), r.region.Dy()
	if q.size == "max" {
		r.width, r.height = fit(w, h, maxSide, maxSide)
		return r, nil
	}
	confined := strings.HasPrefix(q.size, "!")
	wide, high, _ := strings.Cut(strings.TrimPrefix(q.size, "!"), ",")
	r.width, _ = strconv.Atoi(wide) // 0 where it is left out
	r.height, _ = strconv.Atoi(high)
	if wide != "" && r.width == 0 || high != "" && r.height == 0 {
		return r, malformed("the size %q has no pixels", q.size)
	}
	switch {
	case confined:
		r.width, r.height = fit(w, h, min(r.width, maxSide), min(r.height, maxSide))
	case wide == "":
		r.width = scaled(w, r.height, h)
	case high == "":
		r.height = scaled(h, r.width, w)
	}
	if r.width > w || r.height > h || r.width > maxSide || r.height > maxSide {
		return r, malformed("the size %q is larger than the region, which has %d x %d pixels, or than %d pixels", q.size, w, h, maxSide)
	}
	return r, nil
}

func (q request) resolveRegion(whole image.Rectangle) (image.Rectangle, error) {
	switch q.region {
	case "full":
		return whole, nil
	case "square":
		side := min(whole.Dx(), whole.Dy())
		at := image.Pt((whole.Dx()-side)/2, (whole.Dy()-side)/2)
		return image.Rectangle{at, at.Add(image.Pt(side, side))}, nil
	}
	var n [4]int
	for i, text := range strings.Split(q.region, ",") {
		n[i], _ = strconv.Atoi(text) // nine digits at most
	}
	region := image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3]).Intersect(whole)
	if region.Empty() {
		return region, malformed("the region %q has no pixels of the picture, which has %d x %d", q.region, whole.Dx(), whole.Dy())
	}
	return region, nil
}

// fit returns the largest size of a picture so wide and high that is neither larger than itself
// nor than a box.
func fit(width, height, boxWidth, boxHeight int) (int, int) {
	if width <= boxWidth && height <= boxHeight {
		return width, height
	}
	if width*boxHeight > height*boxWidth {
		return boxWidth, min(boxHeight, scaled(height, boxWidth, width))
	}
	return min(boxWidth, scaled(width, boxHeight, height)), boxHeight
}

// scaled is n * part / whole, rounded, and 1 at least.
func scaled(n, part, whole int) int { return max(1, (n*part+whole/2)/whole) }

// canonical is the canonical form of what was asked for (section 4.7).
func (r rendering) canonical(width, height int) string {
	region, size := "full", strconv.Itoa(r.width)+","+strconv.Itoa(r.height)
	if r.region != image.Rect(0, 0, width, height) {
		region = fmt.Sprintf("%d,%d,%d,%d", r.region.Min.X, r.region.Min.Y, r.region.Dx(), r.region.Dy())
	}
	if w, h := fit(r.region.Dx(), r.region.Dy(), maxSide, maxSide); w == r.width && h == r.height {
		size = "max"
	}
	return region + "/" + size + "/0/default.jpg"
}
