package servecmd

import (
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/server"
	"vitrine/server/ops"
)

// certificateFlags name the certificate of a server.
type certificateFlags struct {
	TLSCert string `name:"tls-cert" placeholder:"FILE" help:"Certificate file; enables TLS and HTTP/2. It is read again when it changes, and at SIGHUP."`
	TLSKey  string `name:"tls-key" placeholder:"FILE" help:"Key file of the certificate."`
}

// check returns what is wrong with the flags alone.
func (f certificateFlags) check() error {
	if (f.TLSCert == "") != (f.TLSKey == "") {
		return console.Usage("name them with --tls-cert and --tls-key", "TLS needs both a certificate file and a key file")
	}
	return nil
}

// open reads the certificate and adds it to the configuration. Without one, it returns nil.
func (f certificateFlags) open(config *server.Config, logger *slog.Logger) (*ops.Certificate, error) {
	if err := f.check(); err != nil || f.TLSCert == "" {
		return nil, err
	}
	pair, err := ops.OpenCertificate(f.TLSCert, f.TLSKey, logger)
	if err != nil {
		return nil, err
	}
	config.Certificate = pair.Get
	return pair, nil
}

// start reads the certificate again at each SIGHUP until stop is called. Without a
// certificate, it does nothing.
func (f certificateFlags) start(pair *ops.Certificate) (stop func()) {
	if pair == nil {
		return func() {}
	}
	asked, ended := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(asked, syscall.SIGHUP)
	go func() {
		defer close(ended)
		for range asked {
			pair.Reload()
		}
	}()
	return func() {
		signal.Stop(asked)
		close(asked)
		<-ended
	}
}
