package server

import (
	"context"
	"log/slog"

	"vitrine/server/data/dataset"
	"vitrine/server/protocol/mcp"
	"vitrine/server/web/address"
)

// routeMCP leads to what answers assistants.
func (s *Server) routeMCP(m mount) { m.all(address.MCP, "mcp", s.sharing(s.newMCP().Methods())) }

// describeMCP is what the description of the data says of it.
func (s *Server) describeMCP() dataset.Service {
	return dataset.Service{
		Name: "mcp", URL: s.mapper.ServiceURI(address.MCP), Title: "Model Context Protocol",
		Standards: []string{"https://modelcontextprotocol.io/specification/2026-07-28"},
	}
}

// newMCP returns what answers assistants.
func (s *Server) newMCP() *mcp.Endpoint {
	return mcp.New(mcp.Options{
		Site: s.site, Entities: s.entities, Lists: s.lists, Links: s.config.Links,
		Reader: s.lists.Results.Reader, Survey: s.survey, Queries: s.queries.Service, Saved: s.config.Saved.Queries,
		Licence: s.config.Licence, Version: s.config.Build, Origins: s.config.WriteOrigins,
		Problem: asHTTP,
		Failed: func(ctx context.Context, err error) {
			s.config.Logger.LogAttrs(ctx, slog.LevelError, "cannot answer an assistant", slog.Any("error", err))
		},
	})
}
