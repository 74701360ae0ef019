package atlas

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Tiles is where raster tiles in Web Mercator are had: a URL with {z}, {x} and {y} for the
// zoom, column and row, as of OpenStreetMap and OGC's WebMercatorQuad. The zero value is
// nowhere.
type Tiles struct{ template, origin string }

// ParseTiles reads the template of a URL. The error says what is wrong with it.
func ParseTiles(template string) (Tiles, error) {
	sample := template
	for _, name := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(template, name) != 1 {
			return Tiles{}, fmt.Errorf("the URL of tiles %q has to have %s once", template, name)
		}
		sample = strings.Replace(sample, name, "0", 1)
	}
	u, err := url.Parse(sample)
	switch {
	case err != nil:
		return Tiles{}, fmt.Errorf("the URL of tiles %q: %w", template, errors.Unwrap(err))
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Opaque != "":
		return Tiles{}, fmt.Errorf("the URL of tiles %q has to be an absolute one of http or https, without a user", template)
	case strings.ContainsAny(template, " \t\r\n\"'<>;,\\") || strings.ContainsAny(sample, "{}"):
		return Tiles{}, fmt.Errorf("the URL of tiles %q has characters that none may have; only {z}, {x} and {y} are replaced", template)
	}
	origin := u.Scheme + "://" + u.Host
	if !strings.HasPrefix(template, origin+"/") {
		return Tiles{}, fmt.Errorf("the URL of tiles %q must have {z}, {x} and {y} in its path or query alone", template)
	}
	return Tiles{template, origin}, nil
}

// IsZero tells whether there are no tiles.
func (t Tiles) IsZero() bool { return t.template == "" }

// Origin is the scheme and host that the tiles come from, for a Content-Security-Policy.
func (t Tiles) Origin() string { return t.origin }

// TilesOrigin is that of the operator's tiles, "" where there are none.
func (a *Atlas) TilesOrigin() string { return a.options.Tiles.origin }
