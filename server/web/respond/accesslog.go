package respond

import (
	"context"
	"log/slog"
	"net/http"
	"time"
)

// Log writes the line of the access log for a request that was answered in the time;
// client is the address of who sent it. log may be nil.
func (x *Exchange) Log(log *slog.Logger, r *http.Request, client func(*http.Request) string, took time.Duration) {
	if log == nil || !log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	log.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelInfo, "request",
		slog.String("request", x.ID),
		slog.String("client", client(r)),
		slog.String("method", r.Method),
		slog.String("target", r.RequestURI),
		slog.String("host", r.Host),
		slog.Int("status", x.Status),
		slog.Int64("bytes", x.Bytes),
		slog.Duration("took", took),
		slog.String("format", x.Format),
		slog.String("agent", r.UserAgent()))
}
