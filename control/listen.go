package control

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"runtime"
)

// ErrUnsupported means that the system has no sockets whose peers are known to be the
// owner of the store.
var ErrUnsupported = errors.New("control sockets are not supported on this system")

// PathError reports a path that is too long for a socket.
type PathError struct {
	Path string
	// Limit is the length of the longest path, in bytes.
	Limit int
}

func (e *PathError) Error() string {
	return fmt.Sprintf("the path of the control socket %s has %d bytes, and the system allows %d", e.Path, len(e.Path), e.Limit)
}

// maxPath is the length of the longest path of a socket, in bytes: sun_path of unix(7)
// without its last zero. It is 104 bytes on the BSDs.
func maxPath() int {
	if runtime.GOOS == "linux" {
		return 107
	}
	return 103
}

// Listen listens on a control socket. The caller has the store open, so a socket that
// is there already is what a server left that was killed, and is replaced. The socket
// is removed when the listener is closed.
func Listen(path string, logger *slog.Logger) (net.Listener, error) {
	if runtime.GOOS == "windows" {
		return nil, ErrUnsupported
	}
	if len(path) > maxPath() {
		return nil, &PathError{path, maxPath()}
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("control socket: %w", err)
	case info.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("control socket: %s is a file that is no socket", path)
	default:
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("control socket: %w", err)
		}
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("control socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("control socket: %w", err), listener.Close())
	}
	return &ownerListener{listener, logger}, nil
}

// ownerListener accepts only connections of the server's own user and of root.
type ownerListener struct {
	*net.UnixListener
	logger *slog.Logger
}

func (l *ownerListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.AcceptUnix()
		if err != nil {
			return nil, err
		}
		uid, known, err := peer(conn)
		if err == nil && (!known || uid == 0 || uid == os.Geteuid()) {
			return conn, nil
		}
		l.logger.Warn("refused a connection to the control socket", "user", uid, "error", err)
		_ = conn.Close() // the server is ending
	}
}
