package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
)

// metricName is the name of a metric of the program in a query of Prometheus.
var metricName = regexp.MustCompile(`\b(?:vitrine|process|go)_[a-z_]+\b`)

// TestPackagedMetrics makes sure that a server has every metric that the dashboard and the
// alerts name.
func TestPackagedMetrics(t *testing.T) {
	publisher := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(publisher.Close)
	p := served(t, "--db", "a.db", "--sample", "--harvest", publisher.URL+"/feed")
	p.get(t, "person/andrew-mellon", "text/turtle")
	p.get(t, "-/healthz", "*/*") // the requests before are counted
	_, metrics := p.get(t, "-/metrics", "*/*")
	for _, name := range []string{"grafana.json", "alerts.yaml"} {
		text, err := os.ReadFile("../../packaging/" + name)
		if err != nil {
			t.Fatal(err)
		}
		named := metricName.FindAllString(string(text), -1)
		if len(named) < 5 {
			t.Errorf("%s names %d metrics", name, len(named))
		}
		for _, metric := range named {
			if !strings.Contains(string(metrics), "\n"+metric+"{") && !strings.Contains(string(metrics), "\n"+metric+" ") {
				t.Errorf("%s names %s, which the server does not have", name, metric)
			}
		}
	}
}

func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../packaging/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, panel := range dashboard.Panels {
		if panel.Title == "" || len(panel.Targets) == 0 || panel.Targets[0].Expr == "" {
			t.Errorf("a panel lacks something: %+v", panel)
		}
	}
	if len(dashboard.Panels) < 5 {
		t.Errorf("there are %d panels", len(dashboard.Panels))
	}
}
