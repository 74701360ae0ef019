package server

import (
	"net/http"
	"strings"

	"vitrine/server/data/criteria"
	"vitrine/server/data/dataset"
	"vitrine/server/protocol/iiif"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// newIIIF returns what makes manifests and collections. The alternates are asked for before there
// is a maker and before the handlers.
func (s *Server) newIIIF() *iiif.Service {
	return &iiif.Service{
		Site: s.site, Store: s.config.Store, Maker: s.maker, Describer: s.describer, Links: s.config.Links,
		Criteria: criteria.Reader{Base: s.mapper.Base, Words: s.words}, Publisher: s.config.Publisher, Pictures: s.ownPictures(),
		PictureSize: func(name string) (width, height int) { return s.pictures.Size(name) },
	}
}

func (s *Server) routeIIIF(m mount) {
	service := s.newIIIF()
	service.Find, service.Log, service.Activity = s.lists.Find, s.config.Store, s.feed.Activity
	m.get(address.IIIFSearch, "iiif search", s.sharing(service.Results))
	m.get(address.IIIFManifest+"{path:.+}", "iiif manifest", s.getManifest)
	m.get(address.IIIFChanges, "iiif changes", service.Changes)
	m.get(address.IIIFChanges+"/page/{number}", "iiif changes page", variable("number", service.ChangesPage))
	m.get(address.IIIFMembers+"{link}", "iiif members", variable("link", service.MembersPage))
}

// getManifest leads from the address that viewers expect to the manifest, which is a form of the
// record with the rest of the path.
func (s *Server) getManifest(x *respond.Exchange, r *http.Request) error {
	_, path, _ := strings.Cut(r.URL.EscapedPath(), "/"+address.Reserved+"/"+address.IIIFManifest)
	return x.Redirect(address.WithFormat(s.mapper.Prefix+path, iiif.Name), "")
}

func (s *Server) describeIIIF() dataset.Service {
	return dataset.Service{
		Name: iiif.Name, URL: s.mapper.ServiceURI(address.IIIFSearch), Title: "IIIF Presentation",
		Standards: []string{"https://iiif.io/api/presentation/3.0/"},
	}
}
