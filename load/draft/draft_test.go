package draft

import (
	"io"
	"strings"
	"testing"

	"vitrine/load/mapping"
	"vitrine/load/rows"
)

func file(name, text string) rows.Source {
	return rows.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// TestRoles gives roles to the columns of the exports of several systems and languages.
func TestRoles(t *testing.T) {
	for _, c := range []struct{ name, header, row, want string }{
		{"TMS", "ObjectID,ObjectNumber,Title,Dated,DateBegin,DateEnd,Medium,Dimensions,CreditLine,DisplayName,Department", "1,1990.1,Bowl,c. 1900,1895,1905,silver,3 x 4 cm,Gift of A,Anna,Arts",
			"key accession title date earliest latest medium dimensions credit maker department"},
		{"MuseumPlus", "Id,Inventarnr.,Titel,Datierung,Material/Technik,Maße,Künstler,Standort", "1,A 1,Schale,um 1900,Silber,3 x 4 cm,Anna,Depot",
			"key accession title date medium dimensions maker location"},
		{"Axiell", "priref,object_number,titel,vervaardiger,datering,materiaal,afmetingen", "1,A1,Kom,Anna,ca. 1900,zilver,3 cm",
			"key accession title maker date medium dimensions"},
		{"Axiell, in Dutch", "priref,titel,vervaardiger,datering.begin,datering.eind", "1,Kom,Anna,1614,1615", "key title maker earliest latest"},
		{"French", "identifiant,Numéro d'inventaire,Titre,Auteur,Datation,Matériaux,Dimensions", "1,A1,Bol,Anna,vers 1900,argent,3 cm",
			"key accession title maker date medium dimensions"},
		{"Spanish", "id,Número de inventario,Título,Autor,Fecha,Técnica", "1,A1,Tazón,Ana,h. 1900,plata",
			"key accession title maker date medium"},
		{"Dublin Core, of Omeka", "dcterms:identifier,Dublin Core:Title,Creator,Dublin Core:Date", "1,Bowl,Anna,1900", "key title maker date"},
		{"titles in languages", "id,title,title_en,Titel (deutsch),Titre anglais,en title", "1,a,b,c,d,e", "key title translation translation translation -"},
		{"by values", "nr,x", "1,http://x.example/1.jpg", "- image"},
		{"a number that is a word", "id,height", "1,tall", "key -"},
	} {
		look, err := LookAt(t.Context(), file("a.csv", c.header+"\n"+c.row+"\n"), rows.Options{}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var roles []string
		for _, column := range look.Columns {
			if column.Role == "" {
				roles = append(roles, "-")
				continue
			}
			roles = append(roles, column.Role)
		}
		if got := strings.Join(roles, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestMapping drafts a mapping that can be read, with all that the columns have.
func TestMapping(t *testing.T) {
	const table = "id,accession_number,title,date,medium,artist_id,artist,role,height_cm,image_url,colour,Titre anglais\n" +
		"x:1,1990.1,Bowl,c. 1900,silver,p:1|p:2,Anna|Bert,|after,4.5,http://x.example/1.jpg,red,<i>Cup</i>\n" +
		"x:2,1990.2,,1910,gold,p:1,Anna,,3.0,,blue,\n"
	if _, err := LookAt(t.Context(), file("objects.csv.gz", table), rows.Options{Format: "csv"}, 0); err == nil {
		t.Fatal("a file that is not packed was read as one that is")
	}
	look, err := LookAt(t.Context(), file("objects.csv", table), rows.Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := look.Mapping("exports/objects.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"file: '*.csv'", `'object/{= trimPrefix(first(texts($env, "id")) ?? "", "x:") }'`, "content: '{title}'", "$split: '|'", "$unit: cm", "role: '{role}'",
		`- {type: Name, language: [{id: 'http://vocab.getty.edu/aat/300388277', type: Language, _label: English}], content: '{= plain(first(texts($env, "Titre anglais")) ?? "") }'}`,
		"# Titre anglais has HTML, in 1 rows", "# - colour: 2, 2, \"red\" \"blue\""} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if _, err := mapping.Parse("objects.yaml", []byte(text), nil); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}

// TestNoKey refuses a file whose rows nothing tells apart.
func TestNoKey(t *testing.T) {
	look, err := LookAt(t.Context(), file("a.csv", "title\nBowl\nBowl\n"), rows.Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := look.Mapping("a.csv"); err == nil || !strings.Contains(err.Error(), "tells its rows apart") {
		t.Errorf("got %v", err)
	}
	if _, err := LookAt(t.Context(), file("a.csv", "title\n"), rows.Options{}, 0); err == nil {
		t.Error("a file without rows was looked at")
	}
}

// TestNoHeader refuses a table whose first line is a row, and takes names that look like values.
func TestNoHeader(t *testing.T) {
	for text, want := range map[string]string{
		"1,Bowl,painting,1900-01-01\n2,Cup,painting,1910-01-01\n":                                  `by "1", "painting", "1900-01-01"`,
		"A-1,Bowl,https://a.example/1\nA-2,Cup,https://a.example/2\nA-3,Bowl,https://a.example/\n": `by "Bowl", "https://a.example/1"`,
		"id,title,object,1948,medium,maker,place\n1,Bowl,object,x,wood,,\n":                        "",
		"id,title\n1,title\n2,Bowl\n":                                                              "",
	} {
		_, err := LookAt(t.Context(), file("a.csv", text), rows.Options{}, 0)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
