package pictures

// The URIs of the standard that answers name.
const (
	contextURI = "http://iiif.io/api/image/3/context.json"
	profileURI = "http://iiif.io/api/image/3/level1.json"
)

// info is what a service says of a picture (section 5).
type info struct {
	Context       string   `json:"@context"`
	ID            string   `json:"id"`
	Type          string   `json:"type"`
	Protocol      string   `json:"protocol"`
	Profile       string   `json:"profile"`
	Width         int      `json:"width"`
	Height        int      `json:"height"`
	MaxWidth      int      `json:"maxWidth"`
	MaxHeight     int      `json:"maxHeight"`
	Sizes         []size   `json:"sizes"`
	Tiles         []tile   `json:"tiles"`
	ExtraFeatures []string `json:"extraFeatures"`
}

type size struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

type tile struct {
	Width        int   `json:"width"`
	ScaleFactors []int `json:"scaleFactors"`
}

// tileSide is the side of a tile in pixels.
const tileSide = 512

// newInfo describes the service at a URI for a picture so wide and high.
func newInfo(id string, width, height int) info {
	out := info{
		Context: contextURI, ID: id, Type: "ImageService3", Protocol: "http://iiif.io/api/image", Profile: "level1",
		Width: width, Height: height, MaxWidth: maxSide, MaxHeight: maxSide,
		ExtraFeatures: []string{"canonicalLinkHeader", "profileLinkHeader", "sizeByConfinedWh"},
	}
	tiles := tile{Width: tileSide}
	for factor := 1; ; factor *= 2 {
		tiles.ScaleFactors = append(tiles.ScaleFactors, factor)
		w, h := ceil(width, factor), ceil(height, factor)
		if w <= maxSide && h <= maxSide {
			out.Sizes = append([]size{{w, h}}, out.Sizes...)
		}
		if max(w, h) <= tileSide/2 {
			break
		}
	}
	out.Tiles = []tile{tiles}
	return out
}

// ceil is n divided by a number, rounded up.
func ceil(n, by int) int { return (n + by - 1) / by }
