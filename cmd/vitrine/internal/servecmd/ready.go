package servecmd

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/remote"
)

type ReadyCommand struct {
	Config  string            `placeholder:"FILE" help:"Configuration file of the server, whose address is asked instead."`
	Server  storeopen.BaseURL `default:"http://127.0.0.1:8080/" placeholder:"URL" help:"Address of the service (default: ${default})."`
	Timeout time.Duration     `default:"4s" help:"Time for the answer (default: ${default})."`
}

func (ReadyCommand) Help() string {
	return `Asks /-/readyz of a service. The exit status is 0 if the service accepts requests, and 1
if it does not. It is the health check of a container that has no other program.

Examples:

    vitrine ready

    vitrine ready --server https://data.museum.example/

    vitrine ready --config /etc/vitrine.yaml`
}

func (c *ReadyCommand) Run(a *console.App) error {
	if c.Timeout <= 0 {
		return console.Usage("", "--timeout has to be more than 0")
	}
	server := string(c.Server)
	if c.Config != "" {
		var err error
		if server, err = addressIn(c.Config); err != nil {
			return err
		}
	}
	client, err := remote.New(server, "")
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(a.Ctx, c.Timeout)
	defer cancel()
	if err := client.Ready(ctx); err != nil {
		return err
	}
	return a.Print("ready")
}

// addressIn returns the address at which a server with the configuration file answers on
// this machine: that for administration where there is one, since a certificate is for the
// public name.
func addressIn(path string) (string, error) {
	config, err := readConfig(path)
	if err != nil {
		return "", err
	}
	line := serveLine{}
	if err := takeSettings(config, &line); err != nil {
		return "", located(path, err)
	}
	serve := line.Serve
	address := serve.Admin
	if address == "" && serve.TLSCert != "" {
		if serve.BaseURL == "" {
			return "", console.Usage("give base-url in it, or admin", "%s does not say at which name the certificate is right", path)
		}
		return string(serve.BaseURL), nil
	}
	if address == "" {
		address = serve.Listen
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", &console.UsageError{Err: fmt.Errorf("%s: %w", path, err)}
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port), nil
}
