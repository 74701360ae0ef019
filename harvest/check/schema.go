package check

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Parts of the JSON Schemas of rules.
const (
	unlessEmpty = `"if": {"required": ["totalItems"], "properties": {"totalItems": {"const": 0}}}, "else": `
	ifRefresh   = `"if": {"required": ["type"], "properties": {"type": {"const": "Refresh"}}}, `
	inUTC       = `{"type": "string", "format": "date-time", "pattern": "Z$"}`
	onTheWeb    = `{"type": "string", "pattern": "^https?://[^/]"}`
	anObject    = `{"type": "object", "required": ["id", "type"], "properties": {"id": ` + onTheWeb + `, "type": {"type": "string", "minLength": 1}}}`
	aPage       = `{"type": "object", "required": ["id", "type"], "properties": {"id": ` + onTheWeb + `, "type": {"const": "` + orderedPage + `"}}}`
)

// reference is the schema of an object with an id and the type.
func reference(kind string) string { return strings.ReplaceAll(aPage, orderedPage, kind) }

func collectionHas(schema string) func(*survey) []string {
	wrong := fault(schema)
	return func(s *survey) []string { return prefixed("the collection: ", wrong(s.collection.members)) }
}

func pageHas(schema string) func(*survey) []string {
	wrong := fault(schema)
	return perPage(func(_ *survey, _ int, page *document) string { return wrong(page.members) })
}

func activityHas(schema string) func(*survey) []string {
	wrong := fault(schema)
	return perActivity(func(_ *document, a object) string { return wrong(a) })
}

// fault says what a value breaks of a schema, of which the members are given; "" for nothing.
func fault(schema string) func(value any) string {
	const name = "rule.json"
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader("{" + schema + "}"))
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	var compiled *jsonschema.Schema
	if err == nil {
		err = compiler.AddResource(name, parsed)
	}
	if err == nil {
		compiled, err = compiler.Compile(name)
	}
	return func(value any) string {
		if err != nil {
			return err.Error() // which no rule of the table does
		}
		var broken *jsonschema.ValidationError
		if !errors.As(compiled.Validate(value), &broken) {
			return ""
		}
		for len(broken.Causes) > 0 {
			broken = broken.Causes[0]
		}
		text := broken.ErrorKind.LocalizedString(message.NewPrinter(language.English))
		if at := strings.Join(broken.InstanceLocation, "/"); at != "" {
			return fmt.Sprintf("%s: %s", at, text)
		}
		return text
	}
}
