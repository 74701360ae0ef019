package server

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/server/data/dataset"
	"vitrine/server/data/resource"
	"vitrine/server/people/i18n"
	"vitrine/server/protocol/iiif"
	"vitrine/server/web/address"
)

// protocol is a protocol that others ask for the data by, beside HTTP and SPARQL.
type protocol struct {
	// name is what Config.Without calls it.
	name string
	// route adds its routes, alternates are its forms of entities, and service is what the
	// description of the data says of it; each may be nil.
	route      func(s *Server, m mount)
	alternates func(s *Server) []resource.Alternate
	service    func(s *Server) dataset.Service
	// about is what the page about the data says of it, with its address, which is at below the
	// service's own place; "" where that says nothing.
	about i18n.Key
	at    string
}

// protocols are all that there are.
func protocols() []protocol {
	return []protocol{
		{name: "ldes", route: (*Server).routeEventStream, service: (*Server).describeEventStream},
		{name: "reconcile", route: (*Server).routeReconcile, service: (*Server).describeReconcile, at: address.Reconcile,
			about: "OpenRefine and other programs match names of tables to records by the Reconciliation Service API, at %s."},
		{name: "mcp", route: (*Server).routeMCP, service: (*Server).describeMCP, at: address.MCP,
			about: "Assistants with a language model read the data by the Model Context Protocol, at %s."},
		{name: oembedName, route: (*Server).routeOEmbed},
		{
			name: iiif.Name, route: (*Server).routeIIIF, service: (*Server).describeIIIF,
			alternates: func(s *Server) []resource.Alternate { return []resource.Alternate{s.newIIIF().Alternate()} },
		},
		{name: "profiles", alternates: (*Server).profiles},
		{name: "oai", route: (*Server).routeOAI, service: (*Server).describeOAI},
	}
}

// enabled are the protocols that the server speaks.
func (s *Server) enabled() []protocol {
	return slices.DeleteFunc(protocols(), func(p protocol) bool { return slices.Contains(s.config.Without, p.name) })
}

// checkWithout returns what is wrong with the names of protocols to leave out.
func checkWithout(names []string) error {
	var known []string
	for _, p := range protocols() {
		known = append(known, p.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("server: there is no protocol %q to leave out; there are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// routeProtocols leads to what the protocols answer.
func (s *Server) routeProtocols(m mount) {
	for _, p := range s.enabled() {
		if p.route != nil {
			p.route(s, m)
		}
	}
}

// alternates are the forms of entities that the protocols have.
func (s *Server) alternates() []resource.Alternate {
	var out []resource.Alternate
	for _, p := range s.enabled() {
		if p.alternates != nil {
			out = append(out, p.alternates(s)...)
		}
	}
	return out
}

// services are the protocols that have addresses of their own.
func (s *Server) services() []dataset.Service {
	var out []dataset.Service
	for _, p := range s.enabled() {
		if p.service != nil {
			out = append(out, p.service(s))
		}
	}
	return out
}
