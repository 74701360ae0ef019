package html

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// The assets are files of ours, and in folders those of others as they ship them, with their
// licences.
//
//go:embed assets
var assets embed.FS

// Asset is a file that pages use: a style sheet, a script, a picture or a font. It never
// changes under its address.
type Asset struct {
	// MediaType goes without parameters.
	MediaType string
	Body      []byte
}

// bundle is a set of assets. The digest of all of them is part of their addresses, so
// that they can name one another by relative addresses.
type bundle struct {
	digest string
	files  map[string]Asset
	// addresses are where they are served, by their names.
	addresses map[string]string
}

// Asset returns the asset at a path below that of all assets; false where there is none.
func (p *Pages) Asset(path string) (Asset, bool) {
	digest, name, _ := strings.Cut(path, "/")
	for _, b := range p.bundles {
		if asset, ok := b.files[name]; ok && b.digest == digest {
			return asset, true
		}
	}
	return Asset{}, false
}

// address is where the asset with one of the names is served, the first that there is;
// empty where there is none.
func (p *Pages) address(names ...string) string {
	for _, name := range names {
		for _, b := range p.bundles {
			if address, ok := b.addresses[name]; ok {
				return address
			}
		}
	}
	return ""
}

// setSheet has the style sheet of the program stand in the pages, so that a page is painted without
// another request; that of a theme is asked for, because it names files beside it.
func (p *Pages) setSheet() {
	if address := p.address("style.css"); len(p.bundles) > 1 && p.bundles[0].addresses["style.css"] != "" {
		p.sheet, p.sheetSource = template.HTML(`<link rel="stylesheet" href="`+address+`">`), ""
		return
	}
	text := p.bundles[len(p.bundles)-1].files["style.css"].Body
	sum := sha256.Sum256(text)
	p.sheet, p.sheetSource = template.HTML("<style>"+string(text)+"</style>"), " 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'"
}

// ownAssets reads the assets of this package.
func ownAssets(prefix string) (bundle, error) {
	files := map[string]Asset{}
	err := fs.WalkDir(assets, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := assets.ReadFile(name)
		files[strings.TrimPrefix(name, "assets/")] = Asset{mediaTypes[strings.ToLower(path.Ext(name))], text}
		return err
	})
	if err != nil {
		return bundle{}, fmt.Errorf("read the assets of the pages: %w", err)
	}
	return newBundle(prefix, files), nil
}

func newBundle(prefix string, files map[string]Asset) bundle {
	names := slices.Sorted(maps.Keys(files))
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s\n%d\n%s", name, len(files[name].Body), files[name].Body)
	}
	b := bundle{hex.EncodeToString(sum.Sum(nil))[:16], files, make(map[string]string, len(files))}
	for _, name := range names {
		b.addresses[name] = prefix + b.digest + "/" + name
	}
	return b
}

// mediaTypes are the media types of assets by their extensions; no other file is one.
var mediaTypes = map[string]string{
	".css": "text/css", ".js": "text/javascript",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
	".webp": "image/webp", ".avif": "image/avif", ".gif": "image/gif", ".ico": "image/x-icon",
	".txt":   "text/plain",
	".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf", ".otf": "font/otf",
}
