package main

import (
	"errors"
	"fmt"
	"os"

	"vitrine/server"
	"vitrine/server/atlas"
	"vitrine/server/describe"
)

// pageFlags say what the pages for people look like.
type pageFlags struct {
	MapTiles       string `placeholder:"URL" help:"Tiles behind the maps of the pages, as a URL with {z}, {x} and {y}, such as https://tiles.museum.example/{z}/{x}/{y}.png. Browsers with scripts ask that host for them."`
	MapAttribution string `placeholder:"TEXT" help:"Who made the tiles, shown on the maps."`
	Theme          string `placeholder:"DIR" help:"Folder with a logo, style sheets, fonts and templates for the pages (docs/pages.md)."`

	ImageHosts []string `placeholder:"HOST,..." help:"Show pictures of these hosts alone on the pages, such as iiif.museum.example. Without it, pages show the pictures that records name."`
	Sources    string   `placeholder:"FILE" help:"Names of the sources of equivalents: lines with the prefix of the URIs, a tab and the name."`
}

// newServer returns the server for the configuration, whose pages have the theme and the
// maps.
func (f pageFlags) newServer(config server.Config) (*server.Server, error) {
	var err error
	if config.Maps, err = f.maps(); err != nil {
		return nil, err
	}
	if config.Sources, err = f.readSources(); err != nil {
		return nil, err
	}
	config.ImageHosts = f.ImageHosts
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

// readSources are the names of sources, nil where the program's own will do.
func (f pageFlags) readSources() (describe.Sources, error) {
	if f.Sources == "" {
		return nil, nil
	}
	file, err := os.Open(f.Sources)
	if err != nil {
		return nil, fmt.Errorf("open the names of sources: %w", err)
	}
	defer file.Close()
	sources := describe.StandardSources()
	if err := sources.Read(file); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Sources, err)
	}
	return sources, nil
}
