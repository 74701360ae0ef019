package rows

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

// readerAt is a file in memory.
type readerAt struct{ *bytes.Reader }

func (readerAt) Close() error { return nil }

// of returns a source in memory.
func of(name, text string) Source {
	return Source{
		Name: name,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
		File: func() (ReaderAt, error) { return readerAt{bytes.NewReader([]byte(text))}, nil },
	}
}

// read returns the rows as JSON, one a line, with the errors of rows among them, and the
// error that ends the reading.
func read(t *testing.T, source Source, o Options) (string, error) {
	t.Helper()
	var b strings.Builder
	for row, err := range Read(t.Context(), source, o) {
		var of *RowError
		switch {
		case errors.As(err, &of):
			fmt.Fprintln(&b, "error:", of)
		case err != nil:
			return b.String(), err
		default:
			text, err := json.Marshal(row.Value)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n", text)
		}
	}
	return b.String(), nil
}

func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// TestRead has a row for each thing that exports do.
func TestRead(t *testing.T) {
	const bowl = "{\"id\":\"1\",\"title\":\"Bowl\"}\n"
	for _, c := range []struct {
		name, file, text string
		options          Options
		want             string
	}{
		{"comma", "a.csv", "id,title\n1,Bowl\n", Options{}, bowl},
		{"semicolon", "a.csv", "id;title\n1;Bowl\n", Options{}, bowl},
		{"a semicolon in a cell", "a.csv", "id,title\n1,\"Bowl; large\"\n", Options{}, "{\"id\":\"1\",\"title\":\"Bowl; large\"}\n"},
		{"tabs", "a.tsv", "id\ttitle\n1\tBowl\n", Options{}, bowl},
		{"tabs in .csv", "a.csv", "id\ttitle\n1\tBowl\n", Options{}, bowl},
		{"a bar", "a.txt", "id|title\n1|Bowl\n", Options{}, bowl},
		{"delimiter that is said", "a.csv", "id!title\n1!Bowl\n", Options{Delimiter: '!'}, bowl},
		{"one column", "a.csv", "id\n1\n", Options{}, "{\"id\":\"1\"}\n"},
		{"byte order mark", "a.csv", "\ufeffid,title\r\n1,Bowl\r\n", Options{}, bowl},
		{"carriage returns alone", "a.csv", "id;title\r1;Bowl\r", Options{}, bowl},
		{"a carriage return in a cell", "a.csv", "id,title\n1,\"Bowl\rlarge\"\n", Options{}, "{\"id\":\"1\",\"title\":\"Bowl\\rlarge\"}\n"},
		{"UTF-16", "a.csv", "\xff\xfei\x00d\x00\n\x001\x00\n\x00", Options{}, "{\"id\":\"1\"}\n"},
		{"windows-1252", "a.csv", "id,title\n1,Sch\xfcssel\n", Options{}, "{\"id\":\"1\",\"title\":\"Schüssel\"}\n"},
		{"encoding that is said", "a.csv", "id,title\n1,Sch\x9fssel\n", Options{Encoding: "macintosh"}, "{\"id\":\"1\",\"title\":\"Schüssel\"}\n"},
		{"line breaks", "a.csv", "id,title\n1,\"Bowl\nwith foot\"\n", Options{}, "{\"id\":\"1\",\"title\":\"Bowl\\nwith foot\"}\n"},
		{"quotes", "a.csv", "id,title\n1,\"12\"\" bowl\"\n", Options{}, "{\"id\":\"1\",\"title\":\"12\\\" bowl\"}\n"},
		{"loose quotes", "a.csv", "id,title\n1,12\" bowl\n", Options{LooseQuotes: true}, "{\"id\":\"1\",\"title\":\"12\\\" bowl\"}\n"},
		{"a row with another number of cells", "a.csv", "id,title\n1\n2,Bowl\n", Options{}, "error: row 1 (line 2): there are 1 cells where the header has 2 columns; a delimiter or a line break may stand in a cell without quotes\n{\"id\":\"2\",\"title\":\"Bowl\"}\n"},
		{"columns without a name and with one twice", "a.csv", "id,,id\n1,2,3\n", Options{}, "{\"column 2\":\"2\",\"id\":\"1\",\"id (2)\":\"3\"}\n"},
		{"gzip", "a.csv.gz", packed("id,title\n1,Bowl\n"), Options{}, bowl},
		{"JSON", "a.json", `[{"id":"1","title":"Bowl"}]`, Options{}, bowl},
		{"JSON with a list in it", "a.json", `{"total":{"n":[1]},"items":[{"id":"1","title":"Bowl"}]}`, Options{}, bowl},
		{"JSON with a path", "a.json", `{"other":[1],"result":{"items":[{"id":"1","title":"Bowl"}]}}`, Options{Path: "result.items"}, bowl},
		{"JSON that is no object", "a.json", `[1,{"id":"1","title":"Bowl"}]`, Options{}, "error: row 1: it is no JSON object\n" + bowl},
		{"JSON Lines", "a.jsonl", "{\"id\":\"1\",\"title\":\"Bowl\"}\n\n", Options{}, bowl},
		{"a number as it stands", "a.jsonl", `{"n":1.50}`, Options{}, "{\"n\":1.50}\n"},
		{"XML", "a.xml", `<a><object nr="1"><title lang="en">Bowl</title><part>x</part><part>y</part></object></a>`, Options{}, `{"@nr":"1","part":["x","y"],"title":{"#text":"Bowl","@lang":"en"}}` + "\n"},
		{"XML with a path", "a.xml", `<a><list><o><id>1</id><title>Bowl</title></o></list></a>`, Options{Path: "list/o"}, bowl},
		{"XML of lists in lists", "a.xml", `<a><b><list><o><id>1</id><title>Bowl</title></o></list></b></a>`, Options{}, bowl},
		{"fields of MuseumPlus", "a.xml", `<m xmlns="http://www.zetcom.com/ria/ws/module"><i id="1"><dataField name="TitleTxt"><value>Bowl</value></dataField></i></m>`, Options{}, `{"@id":"1","TitleTxt":"Bowl"}` + "\n"},
		{"XML in Latin 1", "a.xml", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a><o>\xfc</o></a>", Options{}, "{\"#text\":\"ü\"}\n"},
		{"LIDO that stands alone", "a.xml", `<lido:lido xmlns:lido="http://www.lido-schema.org"><lido:lidoRecID>1</lido:lidoRecID></lido:lido>`, Options{}, "{\"lidoRecID\":\"1\"}\n"},
	} {
		got, err := read(t, of(c.file, c.text), c.options)
		if err != nil || got != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// TestFaults has each fault said with what to do.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		options          Options
		want             string
	}{
		{"another format", "a.doc", "", Options{}, "files are read that end in"},
		{"a web page", "a.csv", "<!DOCTYPE html><html>", Options{}, "web page"},
		{"a web page as JSON", "a.json", "<html>", Options{}, "web page"},
		{"a web page as XML", "a.xml", "<html><body/></html>", Options{}, "web page"},
		{"empty", "a.csv", "", Options{}, "the file is empty"},
		{"empty JSON", "a.json", "", Options{}, "the file is empty"},
		{"a quote that is not closed", "a.csv", "id,title\n1,\"Bowl\n2,Cup\n", Options{}, "line 2 is not closed"},
		{"a quote within a cell", "a.csv", "id,title\n1,12\" bowl\n", Options{}, "quotes: loose"},
		{"a cell without an end", "a.csv", "id,title\n1,\"" + strings.Repeat("x", MaxRow+2<<20), Options{}, "longer than 16 MiB"},
		{"a value without an end", "a.json", `[{"a":"` + strings.Repeat("x", MaxRow+2<<20), Options{}, "longer than 16 MiB"},
		{"an element without an end", "a.xml", "<a><o>" + strings.Repeat("<b>x</b>", (MaxRow+3<<20)/8), Options{}, "longer than 16 MiB"},
		{"not text", "a.csv", "\x00\x01\x02", Options{}, "not text"},
		{"an encoding that is unknown", "a.csv", "id\n", Options{Encoding: "klingon"}, "klingon"},
		{"bytes that are no UTF-8 far behind", "a.csv", "id\n" + strings.Repeat("abcdefg\n", sniffed/8) + "\xfc\n", Options{}, "say its encoding"},
		{"JSON that is cut", "a.json", `[{"a":1},{"a"`, Options{}, "row 2"},
		{"JSON that is cut after a row", "a.json", `[{"a":1}`, Options{}, "the file is cut"},
		{"JSON that is cut after a comma", "a.json", `[{"a":1},`, Options{}, "the file is cut"},
		{"JSON Lines that are cut", "a.jsonl", "{\"a\":1}\n{\"a\"", Options{}, "the file is cut"},
		{"JSON Lines with a bracket", "a.jsonl", "{\"a\":1}\n]{\"a\":2}", Options{}, "row 2"},
		{"a workbook by another name", "a.csv", "PK\x03\x04\x00", Options{}, "end in .xlsx"},
		{"JSON without a list", "a.json", `{"a":1}`, Options{}, "no list"},
		{"a path that leads nowhere", "a.json", `{"a":[]}`, Options{Path: "b"}, `no member "b"`},
		{"XML that is cut", "a.xml", "<a><o>x</o><o>", Options{}, "row 2 (line 1)"},
		{"XML too deep", "a.xml", "<a><o>" + strings.Repeat("<b>", 300), Options{}, "deeper than"},
		{"no gzip", "a.csv.gz", "id\n", Options{}, "unpack gzip"},
		{"no workbook", "a.xlsx", "id\n", Options{}, "no workbook"},
		{"gzip that is cut", "a.csv.gz", packed("id,title\n" + strings.Repeat("1,Bowl\n", 9999))[:60], Options{}, "the packed file is cut"},
		{"another delimiter than is said", "a.csv", "id;title;date\n1;Bowl;1900\n", Options{Delimiter: ','}, "the header is one column"},
		{"a delimiter that is not found out", "a.csv", "id^title^date\n1^Bowl^1900\n", Options{}, "say delimiter: '^'"},
		{"a workbook that unpacks to much", "a.xlsx", zipped(map[string]string{"xl/worksheets/sheet1.xml": strings.Repeat("\x00", maxSmall+1)}), Options{}, "unpacks to too much"},
		{"a workbook that is cut", "a.xlsx", workbook(`<row r="1"/>`)[:300], Options{}, "no workbook"},
		{"UTF-16 without a mark", "a.csv", "i\x00d\x00\n\x00", Options{}, "needs its encoding said"},
		{"a workbook that is a file of another kind", "a.xlsx", zipped(map[string]string{"x": "y"}), Options{}, "workbook"},
	} {
		_, err := read(t, of(c.file, c.text), c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), c.file+": ") {
			t.Errorf("%s: got %v, want an error of %s with %q", c.name, err, c.file, c.want)
		}
	}
}

func zipped(files map[string]string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, _ := w.Create(name)
		io.WriteString(f, text)
	}
	w.Close()
	return b.String()
}

// workbook returns a workbook with a sheet, of which the rows are XML, behind one without rows.
func workbook(rows string) string {
	return workbookOf(`<row r="1"><c r="A1" t="s"><v>1</v></c></row>`, rows)
}

// workbookOf returns a workbook with two sheets.
func workbookOf(info, rows string) string {
	const main, office = "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	return zipped(map[string]string{
		"xl/workbook.xml":            `<workbook xmlns="` + main + `" xmlns:r="` + office + `"><sheets><sheet name="Info" sheetId="2" r:id="rId2"/><sheet name="Objects" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + office + `/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
		"xl/worksheets/sheet2.xml":   `<worksheet xmlns="` + main + `"><sheetData>` + info + `</sheetData></worksheet>`,
		"xl/sharedStrings.xml":       `<sst xmlns="` + main + `"><si><t>id</t></si><si><t>title</t></si><si><t>Bowl</t></si></sst>`,
		"xl/styles.xml":              `<styleSheet xmlns="` + main + `"><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml":   `<worksheet xmlns="` + main + `"><sheetData>` + rows + `</sheetData></worksheet>`,
	})
}

// TestWorkbook reads cells that are texts, numbers, or left out.
func TestWorkbook(t *testing.T) {
	book := workbook(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
		<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>2</v></c></row>
		<row r="3"><c r="A3"><v>2</v></c></row>`)
	got, err := read(t, of("a.xlsx", book), Options{})
	if want := "{\"id\":\"1\",\"title\":\"Bowl\"}\n{\"id\":\"2\",\"title\":\"\"}\n"; err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if _, err := read(t, of("a.xlsx", book), Options{Sheet: "None"}); err == nil || !strings.Contains(err.Error(), "it has Info, Objects") {
		t.Errorf("got %v", err)
	}
}

// TestWorkbookTitle tells a line above the names of the columns from these.
func TestWorkbookTitle(t *testing.T) {
	const title, names, bowl = `<row r="1"><c r="A1" t="s"><v>2</v></c></row>`, `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c></row>`, `<row r="4"><c r="A4"><v>1</v></c><c r="B4" t="s"><v>2</v></c></row>`
	for rows, want := range map[string]string{
		title + `<row r="2"><c r="A2"/></row>` + names + bowl: `{"id":"1","title":"Bowl"}`,
		title + `<row r="2"><c r="A2"><v>1</v></c></row>`:     `{"Bowl":"1"}`,
		title + bowl: "beyond the 1 columns",
	} {
		got, err := read(t, of("a.xlsx", workbook(rows)), Options{})
		if !strings.Contains(got, want) && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %s, %v, want %s", rows, got, err, want)
		}
	}
}

func TestFind(t *testing.T) {
	row := map[string]any{"a": map[string]any{"b": []any{map[string]any{"c": "1"}, map[string]any{"c": "2"}}}, "x.y": "3"}
	for path, want := range map[string][]any{"a.b.c": {"1", "2"}, "x.y": {"3"}, "a.z": nil, "a.b.c.d": nil} {
		if got := Find(row, path); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
	if got, want := Leaves(row), []string{"a.b.c", "x.y"}; !reflect.DeepEqual(got, want) {
		t.Errorf("leaves are %v, want %v", got, want)
	}
}

// FuzzTable checks that no text makes the reader panic, and that rows have the columns of
// the header.
func FuzzTable(f *testing.F) {
	f.Add([]byte("id,title\n1,Bowl\n"))
	f.Add([]byte("a;b\n\"x\n\";1\n"))
	f.Add([]byte("\xff\xfea\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for row, err := range Read(t.Context(), of("a.csv", string(text)), Options{}) {
			if err == nil && len(row.Value) != len(row.Columns) {
				t.Fatalf("%v has the columns %q", row.Value, row.Columns)
			}
		}
	})
}

// FuzzXML checks that no text makes the reader panic or go on for ever.
func FuzzXML(f *testing.F) {
	f.Add([]byte(`<a><o x="1">t<b/></o></a>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for range Read(t.Context(), of("a.xml", string(text)), Options{}) {
		}
	})
}

// FuzzJSON checks that no text makes the reader panic or go on for ever.
func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a":[{"b":1}]}`))
	f.Add([]byte(`[{},1]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for range Read(t.Context(), of("a.json", string(text)), Options{}) {
		}
	})
}
