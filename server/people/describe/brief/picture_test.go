package brief

import (
	"html/template"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/linkedart/reading"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// file reads a digital object from its members, the first file that shows a record.
func file(t testing.TB, members string) reading.File {
	t.Helper()
	text := `{"@context":"` + ldcontext.LinkedArt + `","id":"https://museum.example/object/1","type":"HumanMadeObject","representation":[
		{"type":"VisualItem","digitally_shown_by":[{"type":"DigitalObject",` + members + `}]}]}`
	g, err := jsonld.New(ldcontext.New(nil)).Read(t.Context(), []byte(text), serialize.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	files := reading.Read(g).Root().Images()
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	return files[0]
}

func at(address string) string {
	return `"access_point":[{"id":"` + address + `","type":"DigitalObject"}]`
}

func service(standard, address string) string {
	return `"digitally_available_via":[{"type":"DigitalService","conforms_to":[{"id":"` + standard + `","type":"InformationObject"}],` + at(address) + `}]`
}

func TestOf(t *testing.T) {
	const base = "https://iiif.museum.example/2/1"
	sized := base + "/full/400,/0/default.jpg"
	for _, test := range []struct {
		name, members, size, full string
	}{
		{"format", `"format":"image/jpeg",` + at("https://museum.example/1"), "https://museum.example/1", "https://museum.example/1"},
		{"suffix", at("http://museum.example/1.PNG?x=1"), "http://museum.example/1.PNG?x=1", "http://museum.example/1.PNG?x=1"},
		{"classification", `"classified_as":[{"id":"http://vocab.getty.edu/aat/300215302","type":"Type"}],` + at("https://museum.example/1"), "https://museum.example/1", "https://museum.example/1"},
		{"service", service("http://iiif.io/api/image", base), sized, base + "/full/max/0/default.jpg"},
		{"service of version 3", service("http://iiif.io/api/image/3", base+"/info.json"), sized, base + "/full/max/0/default.jpg"},
		{"service and file", `"format":"image/jpeg",` + at("https://museum.example/1") + "," + service("http://iiif.io/api/image/2", base+"/"), sized, "https://museum.example/1"},
		{"level 2", service("http://iiif.io/api/image/2/level2.json", base), base + "/full/!400,400/0/default.jpg", base + "/full/full/0/default.jpg"},
		{"level 2 of version 3", service("https://iiif.io/api/image/3/level2.json", base), base + "/full/!400,400/0/default.jpg", base + "/full/max/0/default.jpg"},
		{"level 2 by its anchor", service("http://iiif.io/api/image/2.1/compliance/#level2", base), base + "/full/!400,400/0/default.jpg", base + "/full/full/0/default.jpg"},
		{"level 1", service("https://iiif.io/api/image/3/level1.json", base), sized, base + "/full/max/0/default.jpg"},
		{"level 0", service("https://iiif.io/api/image/3/level0.json", base), base + "/full/max/0/default.jpg", base + "/full/max/0/default.jpg"},
		{"level 0 of version 2", service("http://iiif.io/api/image/2/level0.json", base), base + "/full/full/0/default.jpg", base + "/full/full/0/default.jpg"},
		{"level 0 and file", `"format":"image/jpeg",` + at("https://museum.example/1") + "," + service("http://iiif.io/api/image/2/level0.json", base), "https://museum.example/1", "https://museum.example/1"},
		{"image request", at(base + "/full/full/0/default.jpg"), sized, base + "/full/max/0/default.jpg"},
		{"the file conforms", `"conforms_to":[{"id":"http://iiif.io/api/image","type":"InformationObject"}],` + at(base), sized, base + "/full/max/0/default.jpg"},
		{"commons", `"format":"image/jpeg",` + at("https://commons.wikimedia.org/wiki/Special:FilePath/A.jpg"),
			"https://commons.wikimedia.org/wiki/Special:FilePath/A.jpg?width=400", "https://commons.wikimedia.org/wiki/Special:FilePath/A.jpg"},

		{"part of a picture", at(base + "/0,0,10,10/full/0/default.jpg"), base + "/0,0,10,10/full/0/default.jpg", base + "/0,0,10,10/full/0/default.jpg"},
		{"web page", `"format":"text/html",` + at("https://museum.example/1.jpg"), "", ""},
		{"no format", at("https://museum.example/1"), "", ""},
		{"tiff", `"format":"image/tiff",` + at("https://museum.example/1"), "", ""},
		{"version 1", service("http://iiif.io/api/image/1.1/", base), "", ""},
		{"script", `"format":"image/jpeg",` + at("javascript:alert(1)"), "", ""},
		{"data", `"format":"image/jpeg",` + at("data:image/png;base64,AAAA"), "", ""},
		{"password", `"format":"image/jpeg",` + at("https://me:secret@museum.example/1.jpg"), "", ""},
		{"odd host", `"format":"image/jpeg",` + at("https://museum.example;script-src/1.jpg"), "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, ok := PictureOf(file(t, test.members), "")
			if ok != (test.full != "") {
				t.Fatalf("it is a picture: %v", ok)
			}
			if ok && (p.Size(400) != test.size || p.Full() != test.full) {
				t.Errorf("%s and %s, want %s and %s", p.Size(400), p.Full(), test.size, test.full)
			}
		})
	}
}

func TestFit(t *testing.T) {
	pixels := func(kind, value string) string {
		return `{"type":"Dimension","value":` + value + `,"unit":{"id":"http://vocab.getty.edu/aat/300266190","type":"MeasurementUnit"},
			"classified_as":[{"id":"http://vocab.getty.edu/aat/` + kind + `","type":"Type"}]}`
	}
	size := func(w, h string) string {
		return `"dimension":[` + pixels("300055647", w) + "," + pixels("300055644", h) + "],"
	}
	iiif := service("http://iiif.io/api/image", "https://iiif.museum.example/1")
	for _, test := range []struct {
		members       string
		width, height int
	}{
		{iiif, 0, 0},
		{size("3000", "1500") + iiif, 600, 300},
		{size("1500", "3000") + iiif, 300, 600},
		{size("300", "200") + iiif, 300, 200},
		{size("1000000", "1") + iiif, 600, 1},
		{size("3000", "-5") + iiif, 0, 0},
		{size("3000", "1500") + at("https://museum.example/1.jpg"), 3000, 1500},
	} {
		p, ok := PictureOf(file(t, test.members), "")
		if w, h := p.Fit(600); !ok || w != test.width || h != test.height {
			t.Errorf("%s: %d × %d", test.members, w, h)
		}
	}
}

// TestSizeOfSmall asks for no more than the width that the record tells.
func TestSizeOfSmall(t *testing.T) {
	const pixel = `"unit":{"id":"http://vocab.getty.edu/aat/300266190","type":"MeasurementUnit"},"classified_as":[{"id":"http://vocab.getty.edu/aat/`
	p, _ := PictureOf(file(t, `"dimension":[{"type":"Dimension","value":300,`+pixel+`300055647","type":"Type"}]},{"type":"Dimension","value":600,`+pixel+`300055644","type":"Type"}]}],`+
		service("http://iiif.io/api/image", "https://iiif.museum.example/1")), "")
	for side, want := range map[int]string{800: "/full/300,/0/default.jpg", 200: "/full/100,/0/default.jpg"} {
		if got := p.Size(side); got != "https://iiif.museum.example/1"+want {
			t.Errorf("%d: %s, want %s", side, got, want)
		}
	}
}

// TestSrcset has html/template write it: commas are in the addresses, too.
func TestSrcset(t *testing.T) {
	p, _ := PictureOf(file(t, service("http://iiif.io/api/image", "https://iiif.museum.example/a,b")), "")
	var b strings.Builder
	if err := template.Must(template.New("").Parse(`<img srcset="{{.}}">`)).Execute(&b, p.Srcset(300)); err != nil {
		t.Fatal(err)
	}
	want := `<img srcset="https://iiif.museum.example/a,b/full/300,/0/default.jpg 1x, https://iiif.museum.example/a,b/full/600,/0/default.jpg 2x">`
	if b.String() != want {
		t.Errorf("%s, want %s", b.String(), want)
	}
	for _, members := range []string{at("https://museum.example/1.jpg"), service("http://iiif.io/api/image/2/level0.json", "https://iiif.museum.example/1")} {
		if p, _ := PictureOf(file(t, members), ""); p.Srcset(300) != "" {
			t.Errorf("%s: a picture of one size has sizes", members)
		}
	}
}

func TestHosts(t *testing.T) {
	for address, want := range map[string][]string{
		"https://museum.example/1.jpg":                          {"https://museum.example"},
		"http://museum.example:8080/1.jpg":                      {"http://museum.example:8080"},
		"https://commons.wikimedia.org/wiki/Special:FilePath/1": {"https://commons.wikimedia.org", "https://upload.wikimedia.org"},
		"/1.jpg":                     nil,
		"ftp://museum.example/1.jpg": nil,
	} {
		if got := Hosts(address); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}

func TestManifest(t *testing.T) {
	const manifest = "https://iiif.museum.example/1/manifest.json"
	conforming := `"conforms_to":[{"id":"http://iiif.io/api/presentation/3/context.json","type":"InformationObject"}],`
	for members, want := range map[string]string{
		conforming + at(manifest):                            manifest,
		service("http://iiif.io/api/presentation", manifest): manifest,
		at(manifest):                           "",
		conforming + at("javascript:alert(1)"): "",
	} {
		if got := Manifest(file(t, members)); got != want {
			t.Errorf("%s: %q", members, got)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("https://iiif.museum.example/1/full/full/0/default.jpg", "image/jpeg")
	f.Add("https://museum.example/%2", "")
	f.Fuzz(func(t *testing.T, address, format string) {
		p, ok := PictureOf(reading.File{AccessPoints: []string{address}, Formats: []string{format}}, "")
		if !ok {
			return
		}
		for _, a := range []string{p.Size(100), p.Full()} {
			if len(Hosts(a)) == 0 {
				t.Errorf("%q has no host", a)
			}
		}
	})
}

// TestDownloads asks for the sizes that a picture can be had in besides the whole: where a
// service could refuse a size for being larger than the picture, those that are smaller.
func TestDownloads(t *testing.T) {
	const base = "https://iiif.museum.example/1"
	pixels := `"dimension":[{"type":"Dimension","value":3000,"classified_as":[{"id":"` + width + `","type":"Type"}],"unit":{"id":"` + pixelUnit + `","type":"MeasurementUnit"}},
		{"type":"Dimension","value":1500,"classified_as":[{"id":"` + height + `","type":"Type"}],"unit":{"id":"` + pixelUnit + `","type":"MeasurementUnit"}}],`
	for _, test := range []struct{ name, members, service, want string }{
		{"level 2", pixels + service("http://iiif.io/api/image/3/level2.json", base), base, "500 !500,500 1000 !1000,1000 2000 !2000,2000"},
		{"level 2 of unknown size", service("http://iiif.io/api/image/3/level2.json", base), base, "500 !500,500 1000 !1000,1000 2000 !2000,2000 4000 !4000,4000"},
		{"level 1", pixels + service("http://iiif.io/api/image/3/level1.json", base), base, "500 500, 1000 1000, 2000 2000,"},
		{"level 1 of unknown size", service("http://iiif.io/api/image/3/level1.json", base), base, ""},
		{"level 0", pixels + service("http://iiif.io/api/image/3/level0.json", base), base, ""},
		{"file", pixels + `"format":"image/jpeg",` + at("https://museum.example/1.jpg"), "", ""},
	} {
		p, ok := PictureOf(file(t, test.members), "")
		if !ok {
			t.Fatal(test.name)
		}
		var got []string
		for _, d := range p.Downloads() {
			got = append(got, strconv.Itoa(d.Side), strings.TrimSuffix(strings.TrimPrefix(d.Href, base+"/full/"), "/0/default.jpg"))
		}
		if strings.Join(got, " ") != test.want || p.Service() != test.service {
			t.Errorf("%s: %v of %q, want %s of %q", test.name, got, p.Service(), test.want, test.service)
		}
	}
}

// TestOwn has the service's own pictures be had by paths.
func TestOwn(t *testing.T) {
	const pictures = "https://museum.example/-/pictures/"
	formatOf := map[string]string{".jpg": "image/jpeg", ".tif": "image/tiff"}
	for address, want := range map[string]string{
		pictures + "a.jpg":                        "/-/pictures/a.jpg/full/!300,300/0/default.jpg",
		pictures + "a%20b.jpg":                    "/-/pictures/a%20b.jpg/full/!300,300/0/default.jpg",
		pictures + "a.tif":                        "/-/pictures/a.tif/full/!300,300/0/default.jpg",
		"https://other.example/-/pictures/a.jpg":  "https://other.example/-/pictures/a.jpg",
		pictures + "folder/a.jpg":                 pictures + "folder/a.jpg",
		pictures + "a.jpg/full/max/0/default.jpg": pictures + "a.jpg/full/300,/0/default.jpg",
	} {
		p, ok := PictureOf(file(t, `"format":"`+formatOf[path.Ext(address)]+`",`+at(address)), pictures)
		if !ok {
			t.Fatal(address)
		}
		own := p.own(pictures, "/-/pictures/")
		if got := own.Size(300); got != want || !own.IsAt(address) {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
		if own := p.own("", ""); own.named != "" {
			t.Errorf("%s is the service's own where it has none", address)
		}
	}
}
