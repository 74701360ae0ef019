package openapi

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"go.yaml.in/yaml/v4"

	"vitrine/linkedart"
)

var (
	//go:embed openapi.yaml
	template []byte
	// records has the schemas of records, by their names. A test makes it of those of
	// package linkedart.
	//go:embed records.json
	records []byte
)

// Options say what a server has.
type Options struct {
	// BaseURL is where the entities live, with a slash at the end.
	BaseURL, Title string
	// Licence is the URL of the licence of the data, "" for none.
	Licence string
	// Metrics and Links tell whether there are these.
	Metrics, Links bool
	// Forms are the short names of the representations of entities.
	Forms []string
	// Protocols are the names of those that the server speaks beside HTTP and SPARQL.
	Protocols []string
	// Queries are those that the operator keeps.
	Queries []Query
	// Edits tells that there are pages that correct records, and drafts.
	Edits bool
	// Private tells that there are private records, which a token shows.
	Private bool
}

// JSON returns the description of a server as an OpenAPI document. Its members are in the
// order of openapi.yaml, since programs that make clients take the first media type of
// several.
func JSON(o Options) ([]byte, error) {
	var file yaml.Node
	if err := yaml.Unmarshal(template, &file); err != nil {
		return nil, fmt.Errorf("read openapi.yaml: %w", err)
	}
	e := expander{forms: o.Forms, has: map[string]bool{"licence": o.Licence != "", "metrics": o.Metrics, "links": o.Links, "private": o.Private, "edits": o.Edits}}
	for _, name := range o.Protocols {
		e.has[name] = true
	}
	e.has["queries"] = len(o.Queries) > 0
	origin := ""
	if u, err := url.Parse(o.BaseURL); err == nil {
		origin = u.Scheme + "://" + u.Host
	}
	document, err := e.object(file.Content[0], strings.NewReplacer(
		"{base}", strings.TrimSuffix(o.BaseURL, "/"), "{origin}", origin, "{title}", cmp.Or(o.Title, "Vitrine"), "{licence}", o.Licence, "{Record}", "Record"))
	if err != nil {
		return nil, err
	}
	addQueries(document.get("paths").(*object), o.Queries)
	if o.Private {
		// A token is taken and shows private records, but is not needed.
		document.set("security", []any{&object{}, &object{[]member{{"token", []any{}}}}})
	}
	var schemas map[string]json.RawMessage
	if err := json.Unmarshal(records, &schemas); err != nil {
		return nil, fmt.Errorf("read records.json: %w", err)
	}
	all := document.get("components").(*object).get("schemas").(*object)
	for name, schema := range schemas {
		all.set(name, schema)
	}
	all.sort()
	return json.Marshal(document)
}

// recordSchema returns the name of the schema of an endpoint's records, such as
// PersonRecord.
func recordSchema(endpoint string) string {
	return strings.ToUpper(endpoint[:1]) + endpoint[1:] + "Record"
}

// expander makes JSON values of nodes of the template.
type expander struct {
	// has are the names of x-when that apply.
	has map[string]bool
	// forms stand for {forms}.
	forms []string
}

// value returns the JSON value of a node, or false where it is left out.
func (e expander) value(n *yaml.Node, fill *strings.Replacer) (any, bool, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return e.value(n.Alias, fill)
	case yaml.MappingNode:
		o, err := e.object(n, fill)
		return o, o != nil, err
	case yaml.SequenceNode:
		items := []any{}
		for _, item := range n.Content {
			v, ok, err := e.value(item, fill)
			if err != nil {
				return nil, false, err
			}
			if ok {
				items = append(items, v)
			}
		}
		return items, true, nil
	}
	if n.Value == "{forms}" {
		return e.forms, true, nil
	}
	if n.Tag == "!!str" {
		return fill.Replace(n.Value), true, nil
	}
	var v any
	err := n.Decode(&v)
	return v, true, err
}

// object returns the object of a mapping, or nil where x-when leaves it out.
func (e expander) object(n *yaml.Node, fill *strings.Replacer) (*object, error) {
	o := &object{}
	for i := 0; i < len(n.Content); i += 2 {
		key, node := n.Content[i].Value, n.Content[i+1]
		switch {
		case key == "x-template":
			continue
		case key == "x-when":
			if !e.has[node.Value] {
				return nil, nil
			}
			continue
		case key == "<<":
			if err := e.merge(o, node, fill); err != nil {
				return nil, err
			}
			continue
		case strings.Contains(key, "{endpoint}"):
			for _, endpoint := range linkedart.Endpoints() {
				each := strings.NewReplacer("{endpoint}", endpoint.Name, "{Record}", recordSchema(endpoint.Name), "{classes}", strings.Join(endpoint.Classes, ", "))
				v, _, err := e.value(node, each)
				if err != nil {
					return nil, err
				}
				o.set(each.Replace(key), v)
			}
			continue
		}
		v, ok, err := e.value(node, fill)
		if err != nil {
			return nil, err
		}
		if ok {
			o.set(key, v)
		}
	}
	return o, nil
}

// merge adds the members of one or several mappings that the object does not have yet
// (https://yaml.org/type/merge.html).
func (e expander) merge(o *object, n *yaml.Node, fill *strings.Replacer) error {
	v, _, err := e.value(n, fill)
	if err != nil {
		return err
	}
	all, isList := v.([]any)
	if !isList {
		all = []any{v}
	}
	for _, each := range all {
		from, ok := each.(*object)
		if !ok {
			return fmt.Errorf("openapi.yaml, line %d: << takes mappings", n.Line)
		}
		for _, m := range from.members {
			if o.get(m.name) == nil {
				o.set(m.name, m.value)
			}
		}
	}
	return nil
}
