package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
)

// metricName is the name of a metric of the program in a query of Prometheus.
var metricName = regexp.MustCompile(`\b(?:vitrine|process|go)_[a-z_]+\b`)

// TestPackagedMetrics makes sure that a server has every metric that the dashboard and the
// alerts name.
func TestPackagedMetrics(t *testing.T) {
	publisher := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(publisher.Close)
	db := filepath.Join(t.TempDir(), "a.db")
	if status := run(t.Context(), []string{"load", "--db", db, "--base-url", "https://data.museum.example/", "--validate", "off", "../../data"}, nil, io.Discard, t.Output()); status != console.StatusOK {
		t.Fatalf("load ended with status %d", status)
	}
	p := served(t, "--db", db, "--harvest", publisher.URL+"/feed")
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

// dashboard is what of a dashboard of Grafana a test looks at.
type dashboard struct {
	UID, Title    string
	SchemaVersion int
	Templating    struct {
		List []struct{ Name, Type, Query any }
	}
	Panels []struct {
		ID         int
		Type       string
		Title      string
		GridPos    struct{ X, Y, W, H int }
		Datasource dataSource
		Targets    []struct{ RefID, Expr string }
	}
}

type dataSource struct{ Type, UID string }

// TestDashboard looks at what Grafana needs to import a dashboard: the version of its form,
// a variable for the source of the data, which each panel names, and an id for each panel.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../packaging/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if d.UID == "" || d.Title == "" || d.SchemaVersion < 36 {
		t.Errorf("uid %q, title %q, schemaVersion %d", d.UID, d.Title, d.SchemaVersion)
	}
	if list := d.Templating.List; len(list) == 0 || list[0].Name != "datasource" || list[0].Type != "datasource" || list[0].Query != "prometheus" {
		t.Errorf("the first variable is not the source of the data: %+v", list)
	}
	ids := map[int]bool{}
	for _, panel := range d.Panels {
		if panel.ID == 0 || ids[panel.ID] {
			t.Errorf("%s: the id %d is none, or there twice", panel.Title, panel.ID)
		}
		ids[panel.ID] = true
		if panel.Title == "" || panel.Type == "" || len(panel.Targets) == 0 || panel.Datasource != (dataSource{"prometheus", "${datasource}"}) {
			t.Errorf("a panel lacks something: %+v", panel)
		}
		if g := panel.GridPos; g.W < 1 || g.H < 1 || g.X+g.W > 24 {
			t.Errorf("%s: it does not fit into 24 columns: %+v", panel.Title, g)
		}
		for _, target := range panel.Targets {
			if target.RefID == "" || target.Expr == "" {
				t.Errorf("%s: a query lacks something: %+v", panel.Title, target)
			}
		}
	}
	if len(d.Panels) < 5 {
		t.Errorf("there are %d panels", len(d.Panels))
	}
}
