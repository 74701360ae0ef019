package servecmd

import (
	"strings"
	"testing"
	"time"
)

func TestPublishers(t *testing.T) {
	const sample = "https://data.museum.example/-/activity"
	for _, test := range []struct {
		text string
		// want are the feeds with their intervals, or a part of the error.
		want, err string
	}{
		{"harvest: " + sample, sample + " 1h0m0s", ""},
		{"harvest: " + sample + "=15m", sample + " 15m0s", ""},
		{"harvest: https://a.example/feed?set=art=1m", "https://a.example/feed?set=art 1m0s", ""},
		{"harvest: https://a.example/feed?set=art", "https://a.example/feed?set=art 1h0m0s", ""},
		{"harvest: https://a.example/feed?ids=1,2", "https://a.example/feed?ids=1,2 1h0m0s", ""},
		{"harvest: [https://a.example/feed=1h, https://b.example/feed]", "https://a.example/feed 1h0m0s https://b.example/feed 1h0m0s", ""},
		{"harvest:\n- url: " + sample, "", "neither lists nor settings"},
		{"harvest: museum", "", "is not the address of a feed"},
		{"harvest: " + sample + "=1ms", "", "the interval 1ms is shorter"},
		{"harvest: [" + sample + ", " + sample + "]", "", "could both have the same records"},
		{"harvest: [https://a.example/1, 'http://a.example:8080/2']", "", "could both have the same records"},
	} {
		config, err := parseSettings([]byte(test.text))
		line := serveLine{}
		if err == nil {
			err = takeSettings(config, &line)
		}
		if err == nil {
			err = line.Serve.harvestFlag.check("museum.db")
		}
		var got []string
		for _, p := range line.Serve.Harvest {
			got = append(got, p.url, p.every.String())
		}
		switch {
		case test.err == "" && (err != nil || strings.Join(got, " ") != test.want):
			t.Errorf("%s:\n got %v, %v\nwant %s", test.text, got, err, test.want)
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%s:\n got %v\nwant an error with %s", test.text, err, test.err)
		}
	}
	if err := (harvestFlag{[]publisher{{sample, time.Hour}}}).check(""); err == nil || !strings.Contains(err.Error(), "--harvest needs --db") {
		t.Errorf("without a store: %v", err)
	}
}
