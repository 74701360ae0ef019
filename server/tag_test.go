package server

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/server/ops"
)

// rendered is how many representations a server has made.
func rendered(t *testing.T, s *Server) uint64 {
	t.Helper()
	count := uint64(0)
	for _, line := range strings.Split(body(t, do(t, s, "GET", "/-/metrics")), "\n") {
		if labels, value, ok := strings.Cut(line, "} "); ok && strings.HasPrefix(labels, "vitrine_render_seconds_count{") {
			n, err := strconv.ParseUint(value, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			count += n
		}
	}
	return count
}

// restarted is another server of the museum's store and configuration.
func (m *museum) restarted(t *testing.T, change func(*Config)) *Server {
	t.Helper()
	config := m.config
	config.Store = config.Store.(ops.MeasuredStore).Store
	if change != nil {
		change(&config)
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// taggedMuseum has links, a small record and one that is worth compressing.
func taggedMuseum(t *testing.T) *museum {
	t.Helper()
	m, _ := newLinkedMuseum(t)
	m.Server = m.restarted(t, func(c *Config) { c.Build = "1" })
	m.mustSend(t, "PUT", "/place/delft", fmt.Sprintf(`{"@context":%q,"id":"%splace/delft","type":"Place","_label":%q}`, linkedArt, testBase, strings.Repeat("Delft ", 300)))
	m.mustSend(t, "PUT", "/place/ghent", fmt.Sprintf(`{"@context":%q,"id":"%splace/ghent","type":"Place","_label":"Ghent"}`, linkedArt, testBase))
	return m
}

// eachTagged calls f for every way to ask for the entities of taggedMuseum.
func eachTagged(s *Server, f func(target string, fields ...string)) {
	for _, o := range s.offers.List {
		for _, path := range []string{"/place/delft", "/place/ghent", "/person/ada"} {
			for _, coding := range []string{"", "gzip", "zstd, br, gzip", "gzip, identity;q=0", "identity, br;q=0.5"} {
				for _, links := range []string{"", "&links=none"} {
					f(path+"?format="+o.Name+links, "Accept-Encoding", coding)
				}
			}
		}
	}
}

// TestOneTagOneBody asks for everything in every way, of servers that differ in
// one option each, and of the first and one without links after each kind of change. No tag
// stands for two bodies.
func TestOneTagOneBody(t *testing.T) {
	m := taggedMuseum(t)
	bodies := map[string]string{}
	servers := map[string]*Server{"first": m.Server}
	for name, change := range map[string]func(*Config){
		"restarted": nil,
		"build":     func(c *Config) { c.Build = "2" },
		"no build":  func(c *Config) { c.Build = "" },
		"title":     func(c *Config) { c.Title = "Another" },
		"base":      func(c *Config) { c.BaseURL = testBase + "place/" },
		"no links":  func(c *Config) { c.Links = nil },
		"fewer":     func(c *Config) { c.Formats = c.Formats[:len(c.Formats)-2] },
		"contexts":  func(c *Config) { c.Contexts = testContexts{linkedArt: `{"@context":{}}`} },
		"compiler":  func(c *Config) { c.Compiler = ldcontext.NewCompiler(ldcontext.New(nil)) },
	} {
		servers[name] = m.restarted(t, change)
	}
	collect := func(when string, names ...string) {
		for _, name := range names {
			s := servers[name]
			eachTagged(s, func(target string, fields ...string) {
				r := do(t, s, "GET", target, fields...)
				text := body(t, r)
				if r.StatusCode == 406 {
					return
				}
				tag := r.Header.Get("ETag")
				if r.StatusCode != 200 || !strings.HasPrefix(tag, `"`) {
					t.Fatalf("%s, %s: %s: status %d, tag %s", when, name, target, r.StatusCode, tag)
				}
				answer := r.Header.Get("Content-Type") + r.Header.Get("Content-Encoding") + "\n" + text
				if other, ok := bodies[tag]; ok && other != answer {
					t.Errorf("%s, %s: %s %v: the tag %s stands for\n%.300q\nand\n%.300q", when, name, target, fields, tag, other, answer)
				}
				bodies[tag] = answer
			})
		}
	}
	collect("at first", slices.Collect(maps.Keys(servers))...)
	m.mustSend(t, "PUT", "/person/1", bornIn(testBase+"person/1", "One", testBase+"place/delft"))
	collect("with a link", "first", "no links")
	m.mustSend(t, "PUT", "/person/2", bornIn(testBase+"person/2", "Two", testBase+"place/delft"))
	collect("with two links", "first", "no links")
	m.mustSend(t, "PUT", "/place/ghent.x", strings.ReplaceAll(fmt.Sprintf(`{"@context":%q,"id":"%splace/ghent.x","type":"Place","_label":"x"}`, linkedArt, testBase), "\n", ""))
	collect("with a name that takes the suffixes", "first", "no links")
	m.mustSend(t, "PUT", "/person/ada", ada("Ada Lovelace"))
	collect("with a new version", "first", "no links")
	m.mustSend(t, "DELETE", "/person/ada", "")
	m.mustSend(t, "PUT", "/person/ada", ada("Ada"))
	collect("deleted and put again", "first", "restarted", "title", "no links")
	if len(bodies) < 1000 {
		t.Errorf("only %d tags", len(bodies))
	}
}

// TestNotModifiedAfterRestart asks a server that has made nothing yet whether
// what its predecessor sent still holds. It makes nothing but pages and
// references to say so.
func TestNotModifiedAfterRestart(t *testing.T) {
	m := taggedMuseum(t)
	m.mustSend(t, "PUT", "/person/1", bornIn(testBase+"person/1", "One", testBase+"place/delft"))
	s := m.restarted(t, nil)
	asked, pages := 0, uint64(0)
	eachTagged(m.Server, func(target string, fields ...string) {
		before := do(t, m, "GET", target, fields...)
		if before.StatusCode == 406 {
			return
		}
		asked++
		made := rendered(t, s)
		defer func() {
			if o := m.offers.ByQuery(before.Header.Get("Content-Type")); o != nil && o.IsMade() {
				pages += rendered(t, s) - made
			}
		}()
		tag := before.Header.Get("ETag")
		for _, test := range []struct {
			field, value string
			status       int
		}{
			{"If-None-Match", `"x", W/` + tag, http.StatusNotModified},
			{"If-Match", `"x"`, http.StatusPreconditionFailed},
		} {
			r := do(t, s, "GET", target, append(fields, test.field, test.value)...)
			if r.StatusCode != test.status || test.status == 304 && r.Header.Get("ETag") != tag {
				t.Fatalf("%s %v, %s %s: status %d, tag %s", target, fields, test.field, test.value, r.StatusCode, r.Header.Get("ETag"))
			}
			if test.status == 304 && (r.Header.Get("Content-Location") != before.Header.Get("Content-Location") || r.Header.Get("Vary") != before.Header.Get("Vary") || r.Header.Get("Cache-Control") != before.Header.Get("Cache-Control")) {
				t.Errorf("%s: the 304 has %v", target, r.Header)
			}
		}
	})
	if n := rendered(t, s); n != pages || asked < 100 {
		t.Errorf("%d representations, %d of them pages, were made for %d requests", n, pages, asked)
	}
	made := rendered(t, s)
	if r := do(t, s, "GET", "/place/delft", "If-None-Match", `"x"`); r.StatusCode != 200 || rendered(t, s) != made+1 {
		t.Errorf("status %d, %d made", r.StatusCode, rendered(t, s))
	}
}

// TestWritesRenderNothing checks that the tag in the answer to a write is that of
// the next GET, and that no record was made to find out.
func TestWritesRenderNothing(t *testing.T) {
	m := taggedMuseum(t)
	m.Server = m.restarted(t, nil)
	for _, method := range []string{"PUT", "PATCH"} {
		text, contentType := ada(method), "application/ld+json"
		if method == "PATCH" {
			text, contentType = `{"_label":"patched"}`, "application/merge-patch+json"
		}
		before := rendered(t, m.Server)
		a := answerOf(t, m.mustSend(t, method, "/person/ada", text, "Content-Type", contentType))
		if n := rendered(t, m.Server) - before; n != 0 {
			t.Errorf("%s made %d representations", method, n)
		}
		if r := do(t, m, "GET", "/person/ada"); a.ETag == "" || r.Header.Get("ETag") != a.ETag {
			t.Errorf("%s: tag %s, that of the record is %s", method, a.ETag, r.Header.Get("ETag"))
		}
	}
}
