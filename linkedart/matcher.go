package linkedart

import (
	"encoding/json"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// matcher is a compiled schema that says only whether a value is valid. It takes a
// tenth of the time of the engine, which also notes what it would have to say of
// faults. A record without faults, as most are, needs no more; any other is given to
// the engine.
//
// It knows the keywords of JSON Schema 2020-12 that the schemas here use.
type matcher struct {
	// never is the schema false.
	never bool
	// kinds are the kinds of JSON value, all of them where it is 0.
	kinds jsonKind
	// texts are the values of const and enum, nil where there is neither.
	texts []string
	// all are the schemas that a value must be valid against, that of $ref among
	// them, and any those of which it must be valid against one.
	all, any              []*matcher
	not                   *matcher
	when, then, otherwise *matcher

	required   []string
	properties map[string]*matcher
	additional *matcher
	names      *matcher
	items      *matcher
	minLength  int
}

// jsonKind is a set of kinds of JSON value.
type jsonKind uint8

const (
	nullKind jsonKind = 1 << iota
	booleanKind
	numberKind
	stringKind
	arrayKind
	objectKind
)

var jsonKinds = map[string]jsonKind{
	"null": nullKind, "boolean": booleanKind, "number": numberKind, "string": stringKind, "array": arrayKind, "object": objectKind,
}

// newMatchers returns matchers for schemas by the names of those, none for one that
// uses a keyword which is not known here.
func newMatchers(schemas map[string]*jsonschema.Schema) map[string]*matcher {
	known := map[*jsonschema.Schema]*matcher{}
	matchers := make(map[string]*matcher, len(schemas))
	for name, s := range schemas {
		if allKnown(s, map[*jsonschema.Schema]bool{}) {
			matchers[name] = newMatcher(s, known)
		}
	}
	return matchers
}

// allKnown reports whether a schema, and those it refers to, use keywords only that are
// known here. Seen are those that were looked at.
func allKnown(s *jsonschema.Schema, seen map[*jsonschema.Schema]bool) bool {
	if s == nil || seen[s] {
		return true
	}
	seen[s] = true
	if !keywordsKnown(s) {
		return false
	}
	return !slices.ContainsFunc(subschemas(s), func(inner *jsonschema.Schema) bool { return !allKnown(inner, seen) })
}

// keywordsKnown reports whether a schema itself uses keywords only that are known here.
func keywordsKnown(s *jsonschema.Schema) bool {
	_, additionalSchema := s.AdditionalProperties.(*jsonschema.Schema)
	switch {
	case s.DraftVersion != 2020,
		s.RecursiveRef != nil, s.DynamicRef != nil, len(s.OneOf) > 0, s.Format != nil, len(s.Extensions) > 0,
		s.Types != nil && slices.Contains(s.Types.ToStrings(), "integer"),
		s.Const != nil && !areTexts([]any{*s.Const}), s.Enum != nil && !areTexts(s.Enum.Values),
		s.Const != nil && s.Enum != nil,
		s.MaxProperties != nil, s.MinProperties != nil, len(s.PatternProperties) > 0,
		s.AdditionalProperties != nil && !additionalSchema,
		len(s.Dependencies) > 0, len(s.DependentRequired) > 0, len(s.DependentSchemas) > 0,
		s.MinItems != nil, s.MaxItems != nil, s.UniqueItems, s.Contains != nil, s.MinContains != nil, s.MaxContains != nil,
		s.Items != nil, s.AdditionalItems != nil, len(s.PrefixItems) > 0,
		s.UnevaluatedProperties != nil, s.UnevaluatedItems != nil,
		s.MinLength != nil && *s.MinLength > 1, s.MaxLength != nil, s.Pattern != nil,
		s.ContentEncoding != nil, s.ContentMediaType != nil, s.ContentSchema != nil,
		s.Maximum != nil, s.Minimum != nil, s.ExclusiveMaximum != nil, s.ExclusiveMinimum != nil, s.MultipleOf != nil:
		return false
	}
	return true
}

func areTexts(values []any) bool { return len(texts(values)) == len(values) }

// subschemas returns the schemas in a schema, of which some may be nil.
func subschemas(s *jsonschema.Schema) []*jsonschema.Schema {
	additional, _ := s.AdditionalProperties.(*jsonschema.Schema)
	all := []*jsonschema.Schema{s.Ref, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.Items2020, additional}
	all = append(append(all, s.AllOf...), s.AnyOf...)
	for _, p := range s.Properties {
		all = append(all, p)
	}
	return all
}

// newMatcher returns the matcher of a schema, nil for none. Those that are made
// already are known.
func newMatcher(s *jsonschema.Schema, known map[*jsonschema.Schema]*matcher) *matcher {
	if s == nil {
		return nil
	}
	if m, ok := known[s]; ok {
		return m
	}
	m := &matcher{}
	known[s] = m
	of := func(s *jsonschema.Schema) *matcher { return newMatcher(s, known) }
	if s.Bool != nil {
		m.never = !*s.Bool
		return m
	}
	if s.Types != nil {
		for _, name := range s.Types.ToStrings() {
			m.kinds |= jsonKinds[name]
		}
	}
	if s.Const != nil {
		m.texts = texts([]any{*s.Const})
	}
	if s.Enum != nil {
		m.texts = texts(s.Enum.Values)
	}
	if s.Ref != nil {
		m.all = append(m.all, of(s.Ref))
	}
	for _, inner := range s.AllOf {
		m.all = append(m.all, of(inner))
	}
	for _, inner := range s.AnyOf {
		m.any = append(m.any, of(inner))
	}
	m.not, m.when, m.then, m.otherwise = of(s.Not), of(s.If), of(s.Then), of(s.Else)
	m.required, m.names, m.items = s.Required, of(s.PropertyNames), of(s.Items2020)
	if len(s.Properties) > 0 {
		m.properties = make(map[string]*matcher, len(s.Properties))
		for key, inner := range s.Properties {
			m.properties[key] = of(inner)
		}
	}
	if additional, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		m.additional = of(additional)
	}
	if s.MinLength != nil {
		m.minLength = *s.MinLength
	}
	return m
}

// matches reports whether a value, of those that parse makes, is valid.
func (m *matcher) matches(value any) bool {
	if m.never {
		return false
	}
	kind := objectKind
	switch value := value.(type) {
	case nil:
		kind = nullKind
	case bool:
		kind = booleanKind
	case json.Number:
		kind = numberKind
	case string:
		kind = stringKind
		if len(value) < m.minLength || m.texts != nil && !slices.Contains(m.texts, value) {
			return false
		}
	case []any:
		kind = arrayKind
		if !m.array(value) {
			return false
		}
	case map[string]any:
		if !m.object(value) {
			return false
		}
	}
	if m.kinds != 0 && m.kinds&kind == 0 || m.texts != nil && kind != stringKind {
		return false
	}
	return m.combined(value)
}

// combined reports whether a value is valid against the schemas that hold of all of it.
func (m *matcher) combined(value any) bool {
	for _, inner := range m.all {
		if !inner.matches(value) {
			return false
		}
	}
	if m.any != nil && !slices.ContainsFunc(m.any, func(inner *matcher) bool { return inner.matches(value) }) {
		return false
	}
	if m.not != nil && m.not.matches(value) {
		return false
	}
	if m.when == nil {
		return true
	}
	next := m.otherwise
	if m.when.matches(value) {
		next = m.then
	}
	return next == nil || next.matches(value)
}

func (m *matcher) array(items []any) bool {
	if m.items == nil {
		return true
	}
	return !slices.ContainsFunc(items, func(item any) bool { return !m.items.matches(item) })
}

func (m *matcher) object(members map[string]any) bool {
	for _, key := range m.required {
		if _, ok := members[key]; !ok {
			return false
		}
	}
	if m.properties == nil && m.additional == nil && m.names == nil {
		return true
	}
	for key, value := range members {
		property, ok := m.properties[key]
		if !ok {
			property = m.additional
		}
		if property != nil && !property.matches(value) || m.names != nil && !m.names.matches(key) {
			return false
		}
	}
	return true
}
