package server

import (
	"vitrine/server/data/dataset"
	"vitrine/server/protocol/reconcile"
	"vitrine/server/web/address"
)

// routeReconcile leads to what matches names to entities.
func (s *Server) routeReconcile(m mount) {
	e := reconcile.Endpoint{Site: s.site, Maker: s.maker, Lists: s.lists, Survey: s.survey, Words: s.words, Path: address.Reconcile}
	for path, h := range e.Routes() {
		m.all(address.Reconcile+path, "reconcile", s.sharing(h))
	}
}

// describeReconcile is what the description of the data says of it.
func (s *Server) describeReconcile() dataset.Service {
	return dataset.Service{
		Name: "reconcile", URL: s.mapper.ServiceURI(address.Reconcile), Title: "Reconciliation Service API",
		Standards: []string{"https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/", "https://reconciliation-api.github.io/specs/draft/"},
	}
}
