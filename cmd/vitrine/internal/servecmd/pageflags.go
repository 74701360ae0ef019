package servecmd

import (
	"errors"
	"fmt"
	"os"

	ldcontext "vitrine/context"
	"vitrine/serialize/jsonld/framing"
	"vitrine/server"
	"vitrine/server/data/query"
	"vitrine/server/data/query/saved"
	"vitrine/server/people/svgmap"
)

// pageFlags say what the pages for people look like.
type pageFlags struct {
	Theme string `placeholder:"DIR" help:"Folder with a logo, style sheets, fonts and templates for the pages, and a text for the front page (docs/pages.md)."`

	Pictures string `placeholder:"DIR" help:"Folder of pictures (JPEG, PNG, WebP, TIFF) that are served at /-/pictures/, in any size and as tiles by the IIIF Image API (docs/pictures.md)."`

	Queries string `placeholder:"DIR" help:"Folder of SPARQL queries, NAME.rq, that are served with forms at /-/query/ (docs/query.md#saved-queries)."`

	ImageHosts []string `placeholder:"HOST,..." help:"Show pictures of these hosts alone on the pages, such as iiif.museum.example. Without it, pages show the pictures that records name."`
}

// newServer returns the server for the configuration, whose pages have the theme and the
// maps.
func (f pageFlags) newServer(config server.Config) (*server.Server, error) {
	var err error
	if config.Maps, err = svgmap.New(); err != nil {
		return nil, err
	}
	config.ImageHosts = f.ImageHosts
	if f.Pictures != "" {
		// It is open as long as the process serves.
		pictures, err := os.OpenRoot(f.Pictures)
		if err != nil {
			return nil, fmt.Errorf("open the folder of pictures: %w", err)
		}
		config.Pictures = pictures.FS()
	}
	if f.Queries != "" {
		if config.Saved, err = readQueries(f.Queries); err != nil {
			return nil, err
		}
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

// readQueries reads the queries of a folder.
func readQueries(folder string) (saved.Folder, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return saved.Folder{}, fmt.Errorf("open the folder of queries: %w", err)
	}
	queries, err := saved.Read(root.FS())
	if err != nil {
		err = fmt.Errorf("read the queries of %s: %w", folder, err)
	}
	return queries, errors.Join(err, root.Close())
}

// checkQueries returns why the queries of the folder cannot be answered.
func (f pageFlags) checkQueries(contexts *ldcontext.Set) error {
	folder, err := readQueries(f.Queries)
	service := query.Service{Endpoint: "https://example/", Contexts: framing.NewContexts(contexts)}
	if err == nil {
		service.Frames, err = query.ReadFrames(folder.Frames, service.Endpoint, service.Contexts)
	}
	if err == nil {
		err = service.Check(folder.Queries)
	}
	if err != nil {
		err = fmt.Errorf("--queries: %w", err)
	}
	return err
}
