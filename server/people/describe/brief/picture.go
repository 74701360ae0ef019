package brief

import (
	"cmp"
	"net/url"
	"path"
	"strconv"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/web/address"
)

// Picture is a picture that can be had in several sizes, or in one.
type Picture struct {
	// base is the URI of a IIIF image service, or of a file on Wikimedia Commons.
	base string
	kind kind
	// service is what the record says of an IIIF image service.
	service profile
	// file is the address of the file itself, "" where there is only a service.
	file string
	// named is the address in the record of a picture of the service's own, which pages have as
	// a path; "" for others.
	named string
	// Width and Height are those of the whole picture in pixels, 0 where the record does
	// not tell them.
	Width, Height int
}

// kind is how a picture can be had in other sizes.
type kind uint8

const (
	plain kind = iota
	iiif
	commons
)

// The URIs that a record says that something conforms to.
const (
	imageAPI        = "://iiif.io/api/image"
	presentationAPI = "://iiif.io/api/presentation"
)

// DigitalImage classifies a digital object as a picture (Getty AAT).
const DigitalImage = "http://vocab.getty.edu/aat/300215302"

// PictureOf returns the picture that a file is. It is false for a file that is no picture, or
// none that a browser shows. Below the URI pictures are the service's own, which are shown
// whatever their format.
func PictureOf(f reading.File, pictures string) (Picture, bool) {
	p := Picture{}
	p.Width, p.Height = pixels(f.Node)
	for _, s := range f.Services {
		if !conforms(s.ConformsTo, imageAPI) {
			continue
		}
		for _, point := range s.AccessPoints {
			if isWeb(point) && p.base == "" {
				p.base, p.kind, p.service = serviceBase(point), iiif, profileOf(s.ConformsTo)
			}
		}
	}
	for _, point := range f.AccessPoints {
		if !isWeb(point) {
			continue
		}
		if base, ok := requestBase(point); ok && p.base == "" {
			p.base, p.kind, p.service = base, iiif, profileOf(f.ConformsTo)
		} else if conforms(f.ConformsTo, imageAPI) && p.base == "" {
			p.base, p.kind, p.service = serviceBase(point), iiif, profileOf(f.ConformsTo)
		} else if p.file == "" && (ownName(point, pictures) != "" || isImage(f, point)) {
			p.file = point
			if p.base == "" && isCommons(point) {
				p.base, p.kind = point, commons
			}
		}
	}
	return p, p.base != "" || p.file != ""
}

// own is a picture of the service's own, where the record has it as a file below a URI: by paths,
// so that it is shown whatever host the page comes from. The service scales it into a square.
func (p Picture) own(pictures, path string) Picture {
	name := ownName(p.file, pictures)
	if name == "" || p.kind != plain {
		return p
	}
	p.named, p.base, p.file = p.file, path+name, path+name+address.PictureFile
	p.kind, p.service = iiif, profile{version: 3, level: 2}
	return p
}

// ownName is the name of the picture of the service's own that an address is of, "" where it is of
// none.
func ownName(address, pictures string) string {
	name, ok := strings.CutPrefix(address, pictures)
	if pictures == "" || !ok || strings.ContainsAny(name, "/?#") {
		return ""
	}
	return name
}

// IsAt tells whether an address is that of the picture, or of the service that it comes from.
func (p Picture) IsAt(address string) bool {
	return address != "" && (address == p.file || address == p.named || p.base != "" && serviceBase(address) == p.base)
}

// IsService tells whether a service gives pictures or manifests by one of IIIF's APIs.
func IsService(s reading.Service) bool {
	return conforms(s.ConformsTo, imageAPI) || conforms(s.ConformsTo, presentationAPI)
}

// Manifest is the address of the IIIF manifest that a file is, "" where it is none.
func Manifest(f reading.File) string {
	for _, point := range f.AccessPoints {
		if isWeb(point) && conforms(f.ConformsTo, presentationAPI) {
			return point
		}
	}
	for _, s := range f.Services {
		for _, point := range s.AccessPoints {
			if isWeb(point) && conforms(s.ConformsTo, presentationAPI) {
				return point
			}
		}
	}
	return ""
}

// Full is the address of the picture in its full size.
func (p Picture) Full() string {
	if p.file == "" {
		return p.base + "/full/" + p.service.whole() + "/0/default.jpg"
	}
	return p.file
}

// File is the address of the picture in one size, for where that of Size is not served; ""
// where there is none.
func (p Picture) File() string {
	if p.kind == plain {
		return ""
	}
	return p.file
}

// Size is the address of the picture that fits into a square of so many pixels: by its width
// alone where a IIIF service is not known to be of level 2. It is the whole picture where it
// can be had in no other size.
func (p Picture) Size(side int) string {
	switch {
	case p.kind == iiif && p.service.level == 2:
		return p.base + "/full/!" + strconv.Itoa(side) + "," + strconv.Itoa(side) + "/0/default.jpg"
	case p.kind == iiif && p.service.level == 0:
		return p.Full()
	case p.kind == iiif:
		width, _ := p.Fit(side)
		return p.base + "/full/" + strconv.Itoa(cmp.Or(width, side)) + ",/0/default.jpg"
	case p.kind == commons:
		return p.base + "?width=" + strconv.Itoa(side)
	}
	return p.file
}

// Srcset are the addresses of the picture for screens of different resolution, in the
// form of HTML's srcset; "" where it can be had in one size alone. side is as of Size.
func (p Picture) Srcset(side int) string {
	if p.hasOneSize() {
		return ""
	}
	return p.Size(side) + " 1x, " + p.Size(2*side) + " 2x"
}

// Fit is the size of the picture in a square of so many pixels; 0 and 0 where the record
// does not tell the size of the whole.
func (p Picture) Fit(side int) (width, height int) {
	switch {
	case p.Width == 0 || p.Height == 0:
		return 0, 0
	case p.hasOneSize() || p.Width <= side && p.Height <= side:
		return p.Width, p.Height
	case p.Width >= p.Height:
		return side, max(1, p.Height*side/p.Width)
	}
	return max(1, p.Width*side/p.Height), side
}

// Service is the URI of the IIIF image service that has the picture, "" where there is none.
func (p Picture) Service() string {
	if p.kind != iiif {
		return ""
	}
	return p.base
}

// API is the version of the IIIF image API that the service speaks, 0 where the record does not
// tell it, and its level of compliance, -1 where it does not. A service of our own is of level 1,
// with the sizes that Size asks for.
func (p Picture) API() (version, level int) {
	if p.kind != iiif {
		return 0, -1
	}
	if p.named != "" {
		return p.service.version, 1
	}
	return p.service.version, p.service.level
}

// Downloads are the sizes in which the picture can be had, besides the whole of it. A service
// that is not known to be of level 2 may refuse a size that is larger than the picture, so that
// it needs to be known how large that is.
func (p Picture) Downloads() []html.PictureSize {
	most := max(p.Width, p.Height)
	if p.kind == iiif && p.service.level != 2 {
		most = p.Width
	}
	if p.hasOneSize() || most == 0 && p.kind == iiif && p.service.level != 2 {
		return nil
	}
	var out []html.PictureSize
	for _, side := range []int{500, 1000, 2000, 4000} {
		if most != 0 && side >= most {
			break
		}
		href := p.Size(side)
		if p.kind == iiif && p.service.level != 2 {
			href = p.base + "/full/" + strconv.Itoa(side) + ",/0/default.jpg"
		}
		out = append(out, html.PictureSize{Side: side, Href: href})
	}
	return out
}

// hasOneSize says whether the picture can be had in one size alone.
func (p Picture) hasOneSize() bool {
	return p.kind == plain || p.kind == iiif && p.service.level == 0
}

// Hosts are the hosts that the picture comes from, with their schemes, for a
// Content-Security-Policy.
func (p Picture) Hosts() []string {
	var out []string
	for _, address := range []string{p.base, p.file} {
		if address != "" {
			out = append(out, Hosts(address)...)
		}
	}
	return out
}

// commonsHost leads on to another host, which browsers ask the policy for, too.
const (
	commonsHost = "commons.wikimedia.org"
	uploadHost  = "https://upload.wikimedia.org"
)

// Hosts are the hosts that a picture with the address comes from; none for an address of
// this host or one that is not of the web.
func Hosts(address string) []string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil
	}
	out := []string{u.Scheme + "://" + u.Host}
	if u.Host == commonsHost {
		out = append(out, uploadHost)
	}
	return out
}

// isCommons tells whether an address is that of a file on Wikimedia Commons, which gives
// it in any width (https://www.mediawiki.org/wiki/Manual:Special_pages, Special:FilePath).
func isCommons(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host == commonsHost && strings.HasPrefix(u.Path, "/wiki/Special:FilePath/") && u.RawQuery == ""
}

// isWeb tells whether an address is of http or https, and names a plain host.
func isWeb(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return false
	}
	return u.Host != "" && strings.Trim(strings.ToLower(u.Host), "abcdefghijklmnopqrstuvwxyz0123456789.-:") == ""
}

// shown are the media types of pictures that browsers show, and suffixes those of their
// files.
var (
	shown    = map[string]bool{"image/jpeg": true, "image/jpg": true, "image/png": true, "image/gif": true, "image/webp": true, "image/avif": true, "image/svg+xml": true}
	suffixes = map[string]bool{".jpg": true, ".jpeg": true, ".png": true, ".gif": true, ".webp": true, ".avif": true, ".svg": true}
)

// isImage tells whether a file is a picture: by its formats, or where it has none, by the
// end of its address or its classification.
func isImage(f reading.File, point string) bool {
	for _, format := range f.Formats {
		bare, _, _ := strings.Cut(format, ";")
		return shown[strings.ToLower(strings.TrimSpace(bare))]
	}
	u, err := url.Parse(point)
	if err != nil {
		return false
	}
	if suffix := strings.ToLower(path.Ext(u.Path)); suffixes[suffix] {
		return true
	}
	return f.Node.IsClassified(DigitalImage)
}

func conforms(standards []string, api string) bool {
	for _, s := range standards {
		_, after, ok := strings.Cut(s, api)
		// Version 1 has another syntax.
		if ok && !strings.HasPrefix(after, "/1") {
			return true
		}
	}
	return false
}

// pixelUnit is the unit of pixels, width and height are the kinds of dimensions (Getty
// AAT).
const (
	pixelUnit = "http://vocab.getty.edu/aat/300266190"
	width     = "http://vocab.getty.edu/aat/300055647"
	height    = "http://vocab.getty.edu/aat/300055644"
)

// pixels is the size of a digital object as the record tells it.
func pixels(n reading.Node) (w, h int) {
	for _, d := range n.Dimensions() {
		if d.Unit.IRI() != pixelUnit || !d.Value.Known || d.Value.Value < 1 || d.Value.Value > 1<<20 {
			continue
		}
		switch {
		case d.Node.IsClassified(width):
			w = int(d.Value.Value)
		case d.Node.IsClassified(height):
			h = int(d.Value.Value)
		}
	}
	if w == 0 || h == 0 {
		return 0, 0
	}
	return w, h
}
