package remote_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/remote"
)

func TestATokenIsNotSentInTheOpen(t *testing.T) {
	for _, test := range []struct {
		service, token string
		err            error
	}{
		{"https://data.museum.example/", "t", nil},
		{"http://data.museum.example/", "", nil},
		{"http://data.museum.example/", "t", remote.ErrPlain},
		{"http://localhost.museum.example/", "t", remote.ErrPlain},
		{"http://localhost:8080/", "t", nil},
		{"http://127.0.0.1:8080/", "t", nil},
		{"http://[::1]/", "t", nil},
	} {
		if _, err := remote.New(test.service, test.token); !errors.Is(err, test.err) {
			t.Errorf("%s with %q: %v", test.service, test.token, err)
		}
	}
	if _, err := remote.New("https://data.museum.example/", "a\nb"); err == nil {
		t.Error("a token with a line break is taken")
	}
}

// service answers every request with a status and a body.
func service(t *testing.T, status int, body string) (*remote.Client, *http.Request) {
	t.Helper()
	asked := &http.Request{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = *r
		if status/100 == 3 {
			w.Header().Set("Location", "https://elsewhere.example/")
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	client, err := remote.New(s.URL+"/art/", "secret")
	if err != nil {
		t.Fatal(err)
	}
	return client, asked
}

func TestLoadReadsTheReport(t *testing.T) {
	for _, test := range []struct {
		name, body string
		status     int
		refused    int
		err        string
	}{
		{"stored", `{"records":2,"created":1,"updated":1,"lines":[{"result":"created"},{"result":"updated"}]}`, 200, 0, ""},
		{"refused", `{"title":"x","load":{"records":2,"refused":1,"lines":[{"result":"refused","findings":[{"level":"error","rule":"r"}]},{"result":"accepted"}]}}`, 422, 1, ""},
		{"a report that is too short", `{"records":2,"lines":[{"result":"created"}]}`, 200, 0, "reports on 1 of 2 records"},
		{"no report", `{"title":"x"}`, 422, 0, "reports on 0 of 2 records"},
		{"no JSON", `<html>`, 200, 0, "read the report"},
		{"a problem", `{"title":"Too large","detail":"More than 64 MiB."}`, 413, 0, "413 Request Entity Too Large: Too large: More than 64 MiB."},
		{"a redirect", ``, 308, 0, "308 Permanent Redirect: https://elsewhere.example/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			client, asked := service(t, test.status, test.body)
			report, err := client.Load(t.Context(), [][]byte{[]byte("{}"), []byte("{}")})
			switch {
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("got %v, want %q", err, test.err)
			case test.err == "" && (err != nil || report.Refused != test.refused || len(report.Lines) != 2):
				t.Errorf("got %+v, %v", report, err)
			}
			if asked.URL.Path != "/art/-/load" || asked.Header.Get("Authorization") != "Bearer secret" || asked.Header.Get("Content-Type") != "application/jsonl" {
				t.Errorf("asked for %s with %v", asked.URL, asked.Header)
			}
		})
	}
}

func TestReadingSendsNoToken(t *testing.T) {
	client, asked := service(t, 200, "a record")
	var out bytes.Buffer
	if err := client.Record(t.Context(), &out, "https://data.museum.example/person/käthe?a=b", "text/turtle"); err != nil || out.String() != "a record" {
		t.Errorf("%q, %v", out.String(), err)
	}
	if asked.FormValue("id") != "https://data.museum.example/person/käthe?a=b" || asked.Header.Get("Accept") != "text/turtle" || asked.Header.Get("Authorization") != "" {
		t.Errorf("asked for %s with %v", asked.URL, asked.Header)
	}
	client, _ = service(t, 404, `{"title":"No such entity"}`)
	var answer *remote.StatusError
	if err := client.Dump(t.Context(), &out, "nq"); !errors.As(err, &answer) || answer.Status != 404 || answer.Title != "No such entity" {
		t.Errorf("got %v", err)
	}
}
