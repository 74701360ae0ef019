package server

import (
	"net/url"
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/data/dataset"
	"vitrine/server/data/resource"
	"vitrine/server/protocol/iiif"
	"vitrine/server/protocol/oai"
	"vitrine/server/protocol/profile"
	"vitrine/server/web/address"
)

// profiles are the forms of entities in the models of others.
func (s *Server) profiles() []resource.Alternate {
	p := &profile.Profiles{
		Languages: s.languages, Formats: s.config.Formats, Publisher: profile.Publisher(s.config.Publisher, s.config.Title),
		Dataset: s.mapper.ServiceURI(address.Dataset) + "#data", Manifests: !slices.Contains(s.config.Without, iiif.Name),
	}
	return p.Alternates()
}

// routeOAI leads to the repository for harvesters by OAI-PMH. Formats that the server does
// not have are none of it.
func (s *Server) routeOAI(m mount) {
	p := &oai.Provider{Site: s.site, Maker: s.maker, Store: s.config.Store, Contact: s.contact()}
	for _, f := range []oai.Format{
		{Schema: "http://www.openarchives.org/OAI/2.0/oai_dc.xsd", Namespace: "http://www.openarchives.org/OAI/2.0/oai_dc/", Offer: s.offers.ByName("oai_dc")},
		{Schema: "http://www.europeana.eu/schemas/edm/EDM.xsd", Namespace: "http://www.europeana.eu/schemas/edm/", Only: reading.ClassHumanMadeObject, Offer: s.offers.ByName("edm")},
		{Schema: "http://www.openarchives.org/OAI/2.0/rdf.xsd", Namespace: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", Offer: s.offers.ByName("rdfxml")},
	} {
		if f.Offer != nil {
			p.Formats = append(p.Formats, f)
		}
	}
	m.all(address.OAI, "oai", p.Methods())
}

func (s *Server) describeOAI() dataset.Service {
	return dataset.Service{
		Name: "oai", URL: s.mapper.ServiceURI(address.OAI), Title: "OAI-PMH 2.0",
		Standards: []string{"http://www.openarchives.org/OAI/openarchivesprotocol.html"},
	}
}

// contact is the mail address of who answers for the service.
func (s *Server) contact() string {
	if s.config.Statement.Contact.Email != "" {
		return s.config.Statement.Contact.Email
	}
	u, err := url.Parse(s.mapper.Base)
	if err != nil {
		return ""
	}
	return "webmaster@" + u.Hostname()
}
