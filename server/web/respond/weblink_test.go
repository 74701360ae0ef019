package respond

import (
	"bytes"
	"testing"
)

var links = []Link{
	{Rel: "alternate", Href: "/1.ttl", Type: "text/turtle"},
	{Rel: "alternate", Href: "/1.nt", Type: `text/x; profile="a"`},
	{Rel: "license", Href: "https://x.example/by"},
	{Rel: "profile", Href: "/1.xml", Profile: "https://x.example/p"},
}

func TestField(t *testing.T) {
	for i, want := range []string{
		`</1.ttl>; rel="alternate"; type="text/turtle"`,
		`</1.nt>; rel="alternate"; type="text/x; profile=\"a\""`,
		`<https://x.example/by>; rel="license"`,
		`</1.xml>; rel="profile"; formats="https://x.example/p"`,
	} {
		if got := links[i].Field(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestWrite(t *testing.T) {
	var b bytes.Buffer
	WriteLinkset(&b, "https://x.example/1", []Link{links[0], links[2]})
	want := `</1.ttl>; rel="alternate"; type="text/turtle"; anchor="https://x.example/1",
<https://x.example/by>; rel="license"; anchor="https://x.example/1"
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}

// TestWriteJSON checks the example of RFC 9264 section 4.2.4: targets of one relation are
// in one array.
func TestWriteJSON(t *testing.T) {
	var b bytes.Buffer
	if err := WriteLinksetJSON(&b, "https://x.example/1", links); err != nil {
		t.Fatal(err)
	}
	want := `{
  "linkset": [
    {
      "alternate": [
        {
          "href": "/1.ttl",
          "type": "text/turtle"
        },
        {
          "href": "/1.nt",
          "type": "text/x; profile=\"a\""
        }
      ],
      "anchor": "https://x.example/1",
      "license": [
        {
          "href": "https://x.example/by"
        }
      ],
      "profile": [
        {
          "href": "/1.xml",
          "formats": [
            "https://x.example/p"
          ]
        }
      ]
    }
  ]
}`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}
