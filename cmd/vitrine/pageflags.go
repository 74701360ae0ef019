package main

import (
	"errors"
	"fmt"
	"os"

	"vitrine/server"
	"vitrine/server/atlas"
)

// pageFlags say what the pages for people look like.
type pageFlags struct {
	MapTiles       string `placeholder:"URL" help:"Tiles behind the maps of the pages, as a URL with {z}, {x} and {y}, such as https://tiles.museum.example/{z}/{x}/{y}.png. Browsers with scripts ask that host for them."`
	MapAttribution string `placeholder:"TEXT" help:"Who made the tiles, shown on the maps."`
	Theme          string `placeholder:"DIR" help:"Folder with a logo, style sheets, fonts and templates for the pages (docs/pages.md)."`
}

// newServer returns the server for the configuration, whose pages have the theme and the
// maps.
func (f pageFlags) newServer(config server.Config) (*server.Server, error) {
	var err error
	if config.Maps, err = f.maps(); err != nil {
		return nil, err
	}
	if f.Theme == "" {
		return server.New(config)
	}
	// A root lets no name and no symbolic link lead out of the folder.
	root, err := os.OpenRoot(f.Theme)
	if err != nil {
		return nil, fmt.Errorf("open the theme: %w", err)
	}
	config.Theme = root.FS()
	handler, err := server.New(config)
	return handler, errors.Join(err, root.Close())
}

// maps returns what draws the maps.
func (f pageFlags) maps() (*atlas.Atlas, error) {
	options := atlas.Options{Attribution: f.MapAttribution}
	if f.MapTiles != "" {
		var err error
		if options.Tiles, err = atlas.ParseTiles(f.MapTiles); err != nil {
			return nil, err
		}
	}
	return atlas.New(options)
}
