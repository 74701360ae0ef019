package expand

import ldcontext "vitrine/context"

// valueExpansion is the Value Expansion algorithm (JSON-LD 1.1 API section
// 5.3.2) for a scalar under the term, which may be nil.
func (e *expander) valueExpansion(active *ldcontext.ActiveContext, t *ldcontext.Term, value any) (*Object, error) {
	result := NewObject()
	mapping := ""
	if t != nil {
		mapping = t.Type
	}
	text, isText := value.(string)
	if isText && (mapping == "@id" || mapping == "@vocab") { // 1, 2
		id, err := e.identifier(active, text, mapping == "@vocab")
		if err != nil {
			return nil, err
		}
		result.Set("@id", id)
		return result, nil
	}
	result.Set("@value", value) // 3
	switch {
	case mapping != "" && mapping != "@id" && mapping != "@vocab" && mapping != "@none": // 4
		result.Set("@type", mapping)
	case isText: // 5
		if language := active.LanguageOf(t); language != "" {
			result.Set("@language", language)
		}
		if direction := active.DirectionOf(t); direction != "" {
			result.Set("@direction", direction)
		}
	}
	return result, nil
}
