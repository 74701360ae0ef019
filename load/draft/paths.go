package draft

import (
	"slices"
	"strings"
)

// generic are names of members that hold what the object around them is called.
var generic = []string{
	"name", "displayname", "fullname", "title", "titletext", "label", "value", "text", "term", "content", "preflabel", "preferredlabel", "preferred", "display", "description",
	"appellation", "appellationvalue", "notes", "number", "string", "en", "de", "fr", "nl", "es", "it", "ende", "dede", "short", "full", "type", "summary", "line", "note", "terms", "formatted", "presentation",
}

// ofMaker are the names of members of makers.
var ofMaker = map[string]string{
	"id": "makerid", "constituentid": "makerid", "role": "makerrole", "roles": "makerrole", "function": "makerrole", "prefix": "makerqualifier", "qualifier": "makerqualifier",
	"alphasort": "makerinverted", "sortname": "makerinverted", "indexname": "makerinverted", "nationality": "nationality", "nationalities": "nationality", "culture": "nationality",
	"objectproductionpersonrole": "makerrole",
	"birthdate":                  "birth", "birthyear": "birth", "birth": "birth", "born": "birth", "begindate": "birth", "datebegin": "birth", "creatordateofbirth": "birth", "dateofbirth": "birth",
	"deathdate": "death", "deathyear": "death", "death": "death", "died": "death", "enddate": "death", "dateend": "death", "creatordateofdeath": "death", "dateofdeath": "death",
	"birthplace": "birthplace", "placeofbirth": "birthplace", "deathplace": "deathplace", "placeofdeath": "deathplace",
	"displaydate": "makerbio", "displaybio": "makerbio", "bio": "makerbio", "lifedates": "makerbio", "dates": "makerbio",
	"creator": "maker", "artist": "maker", "maker": "maker", "person": "maker", "forenamesurname": "maker", "unreversed": "maker",
}

// ofDate, ofDimensions and ofImage are those of the members of dates, dimensions and pictures.
var (
	ofDate = map[string]string{
		"begin": "earliest", "start": "earliest", "from": "earliest", "early": "earliest", "earliest": "earliest", "earliestdate": "earliest", "yearearly": "earliest", "notbefore": "earliest", "von": "earliest", "min": "earliest",
		"end": "latest", "to": "latest", "late": "latest", "latest": "latest", "latestdate": "latest", "yearlate": "latest", "notafter": "latest", "bis": "latest", "max": "latest",
		"presentingdate": "date", "period": "date", "date": "date", "year": "date", "datetext": "date", "displaydate": "date",
		"datedisplaydate": "date", "dateearliestsingleyear": "earliest", "datelatestsingleyear": "latest", "datetxt": "date", "datefromtxt": "earliest", "datetotxt": "latest",
	}
	ofDimensions = map[string]string{
		"type": "dimtype", "kind": "dimtype", "element": "dimtype", "dimension": "dimtype", "dimensiontype": "dimtype", "value": "dimvalue", "dimensionvalue": "dimvalue", "unit": "dimunit", "units": "dimunit", "dimensionunit": "dimunit", "measurementunit": "dimunit",
	}
	ofImage = map[string]string{
		"url": "image", "src": "image", "href": "image", "uri": "image", "link": "image", "baseimageurl": "image", "large": "image", "original": "image", "id": "image", "primary": "image", "primarythumbnail": "image", "file": "image", "web": "image", "location": "image",
	}
)

// elsewhere are names of what is not the object itself.
var elsewhere = []string{
	"related", "relation", "relations", "relatedworks", "relatedobjects", "parts", "children", "parent", "links", "series", "portfolio", "config", "info", "pagination", "videos", "audio", "audios", "comments", "user", "users",
	"modified", "created", "events", "event", "catalogues", "external", "externalresources", "colors", "color", "contextualnotes", "marks", "gallery", "groups", "set", "sets", "owner", "institution", "repository", "publisher", "theme", "themes", "articles", "documents", "document",
}

// path returns the roles of a path. What is around the last name decides: the name of an
// artist is a maker, and that of an exhibition is none.
func (t *roleTable) path(segments []string) []named {
	leaf := segments[len(segments)-1]
	if strings.HasPrefix(leaf, "@") {
		return nil
	}
	around, from := "", 0
	for i, segment := range segments[:len(segments)-1] {
		if found := t.plain(segment); len(found) > 0 {
			around, from = found[0].role, i
			if around == "maker" || around == "image" || around == "date" || around == "dimensions" {
				break
			}
		}
		if slices.Contains(elsewhere, fold(segment)) {
			around = "elsewhere"
			break
		}
	}
	switch around {
	case "":
		return at(t.plain(leaf), within)
	case "elsewhere":
		return nil
	}
	return t.inside(around, fold(strings.Join(segments[from+1:], "")), fold(leaf), leaf)
}

// inside returns the roles of a member of an object whose role is known. rest is the path
// from there, and last its last name, folded.
func (t *roleTable) inside(around, rest, last, leaf string) []named {
	members := map[string]map[string]string{"maker": ofMaker, "date": ofDate, "earliest": ofDate, "dimensions": ofDimensions, "image": ofImage}[around]
	for _, name := range []string{rest, last} {
		if role := members[name]; role != "" {
			return []named{{role: role, level: within}}
		}
	}
	if around == "dimensions" {
		if found := t.plain(leaf); len(found) > 0 && slices.Contains([]string{"height", "width", "depth", "length", "diameter", "weight"}, found[0].role) {
			return at(found, within)
		}
	}
	if around == "key" || around == "image" || around == "page" {
		return nil
	}
	if i := slices.Index(generic, last); i >= 0 {
		return []named{{role: around, level: within, rank: i}}
	}
	for _, found := range t.plain(leaf) {
		if found.role == around {
			return at([]named{found}, within)
		}
	}
	return nil
}
