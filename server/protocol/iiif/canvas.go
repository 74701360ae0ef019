package iiif

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"strconv"
	"strings"

	"vitrine/server/people/html"
	"vitrine/server/web/address"
)

// unknownSide is the width and height of a canvas for a picture of which no size is known: a
// canvas has to have both (section 5.3), and viewers fit the picture into it.
const unknownSide = 1000

// canvas paints a picture on a canvas of its size. Its URI leads to the manifest, and stays as long
// as the picture has its address, whatever pictures come before it.
func (s *Service) canvas(manifest string, p html.Picture, label languageMap) canvas {
	sum := sha256.Sum256([]byte(cmp.Or(p.Service, p.Full)))
	id := manifest + "&canvas=" + hex.EncodeToString(sum[:6])
	body := s.image(p)
	c := canvas{ID: id, Type: "Canvas", Label: label, Height: body.Height, Width: body.Width}
	if c.Width == 0 {
		c.Height, c.Width = unknownSide, unknownSide
	}
	c.Items = []annotationPage{{ID: id + "&part=page", Type: "AnnotationPage", Items: []annotation{{
		ID: id + "&part=painting", Type: "Annotation", Motivation: "painting", Body: body, Target: id,
	}}}}
	return c
}

// image is a whole picture.
func (s *Service) image(p html.Picture) image {
	out := image{ID: s.absolute(p.Full), Type: "Image", Height: p.FullHeight, Width: p.FullWidth}
	if out.Service = s.services(p); out.Service != nil {
		size := "max"
		if p.Version == 2 {
			size = "full"
		}
		out.ID, out.Format = s.absolute(p.Service)+"/full/"+size+"/0/default.jpg", "image/jpeg"
	} else {
		out.Format = formatOf(out.ID)
	}
	if name, own := strings.CutPrefix(p.Service, s.Site.Mapper.Service(address.Pictures)); own && out.Width == 0 && s.PictureSize != nil {
		out.Width, out.Height = s.PictureSize(name)
	}
	return out
}

// thumbnail is a picture in the size that pages have.
func (s *Service) thumbnail(p html.Picture) []image {
	return []image{{
		ID: s.absolute(p.Src), Type: "Image", Format: formatOf(s.absolute(p.Src)), Height: p.Height, Width: p.Width, Service: s.services(p),
	}}
}

// services are the service that a picture comes from, none where the record does not tell its
// version. A level that is not known is at least 0.
func (s *Service) services(p html.Picture) []service {
	id, level := s.absolute(p.Service), strconv.Itoa(max(p.Level, 0))
	switch {
	case p.Service == "":
		return nil
	case p.Version == 3:
		return []service{{ID: id, Type: "ImageService3", Profile: "level" + level}}
	case p.Version == 2:
		return []service{{LegacyID: id, LegacyType: "ImageService2", Profile: "http://iiif.io/api/image/2/level" + level + ".json"}}
	}
	return nil
}

// absolute is an address of a page in full.
func (s *Service) absolute(link string) string {
	if strings.HasPrefix(link, "/") {
		return s.Site.Mapper.Absolute(link)
	}
	return address.URI(link)
}

// formatOf is the media type of a picture by the end of its address, "" where that does not tell.
func formatOf(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return formats[strings.ToLower(path.Ext(u.Path))]
}

// formats are the media types of pictures by the ends of their addresses.
var formats = map[string]string{
	".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".gif": "image/gif", ".webp": "image/webp",
	".avif": "image/avif", ".svg": "image/svg+xml", ".tif": "image/tiff", ".tiff": "image/tiff",
}
