package reconcile

import (
	"net/http"

	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// The size of previews, in pixels.
const previewWidth, previewHeight = 400, 240

// thing is an entity, a type or a property in a message.
type thing struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

type link struct {
	URL string `json:"url"`
}

// at is where something answers, by version 0.2: the address is the two together.
type at struct {
	URL  string `json:"service_url"`
	Path string `json:"service_path"`
}

// manifest is what the service says of itself by version 0.2 (section 3).
func (e *Endpoint) manifest() any {
	type preview struct {
		link
		Width  int `json:"width"`
		Height int `json:"height"`
	}
	service := e.Site.Mapper.ServiceURI(e.Path)
	return struct {
		Versions        []string      `json:"versions"`
		Name            string        `json:"name"`
		IdentifierSpace string        `json:"identifierSpace"`
		SchemaSpace     string        `json:"schemaSpace"`
		Documentation   string        `json:"documentation"`
		View            link          `json:"view"`
		DefaultTypes    []thing       `json:"defaultTypes"`
		Preview         preview       `json:"preview"`
		Suggest         map[string]at `json:"suggest"`
		Extend          any           `json:"extend"`
	}{
		[]string{"0.2"}, e.Site.Title, e.Site.Mapper.Base, "https://linked.art/ns/terms/", e.Site.Mapper.ServiceURI(address.About),
		e.view("{{id}}"), e.defaultTypes(), preview{link{service + Preview + "?id={{id}}"}, previewWidth, previewHeight},
		map[string]at{"entity": {service, SuggestEntity}, "type": {service, SuggestType}, "property": {service, SuggestProp}},
		map[string]at{"propose_properties": {service, Propose}},
	}
}

// manifest1 answers with what the service says of itself by version 1.0 (section 3).
func (e *Endpoint) manifest1(x *respond.Exchange, r *http.Request) error {
	return send(x, r, "", struct {
		Versions      []string        `json:"versions"`
		Name          string          `json:"name"`
		Lang          string          `json:"lang"`
		Documentation string          `json:"documentation"`
		View          link            `json:"view"`
		DefaultTypes  []thing         `json:"defaultTypes"`
		Preview       map[string]int  `json:"preview"`
		Suggest       map[string]bool `json:"suggest"`
		Extend        map[string]bool `json:"extend"`
		Standardized  bool            `json:"standardizedScore"`
		BatchSize     int             `json:"batchSize"`
	}{
		[]string{"1.0-draft"}, e.Site.Title, "en", e.Site.Mapper.ServiceURI(address.About), e.view("{id}"), e.defaultTypes(),
		map[string]int{"width": previewWidth, "height": previewHeight},
		map[string]bool{"entity": true, "type": true, "property": true}, map[string]bool{"proposeProperties": true}, true, maxQueries,
	})
}

// view is where entities are seen: any of them by its id.
func (e *Endpoint) view(id string) link {
	return link{e.Site.Mapper.Absolute(e.Site.Mapper.Prefix + "entity?id=" + id)}
}

// defaultTypes are those that are proposed where nothing is known.
func (e *Endpoint) defaultTypes() []thing {
	return []thing{{ID: "Person", Name: "Person"}, {ID: "Group", Name: "Group"}, {ID: "Place", Name: "Place"}, {ID: "HumanMadeObject", Name: "Object"}, {ID: "Type", Name: "Concept"}}
}
