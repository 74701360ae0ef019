package rows

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Find returns what is at a path in a value: a name of a member, or several names with
// points between, such as artist.name. Lists on the way are gone through. A member whose
// whole name is the path comes first. #text is also the @value of JSON-LD.
func Find(value any, path string) []any {
	switch v := value.(type) {
	case map[string]any:
		if member, ok := v[path]; ok {
			return elementsOf(member)
		}
		if path == "#text" && v["@value"] != nil {
			return elementsOf(v["@value"])
		}
		for i := range len(path) {
			if path[i] != '.' {
				continue
			}
			if member, ok := v[path[:i]]; ok {
				return Find(member, path[i+1:])
			}
		}
	case []any:
		var found []any
		for _, element := range v {
			found = append(found, Find(element, path)...)
		}
		return found
	}
	return nil
}

func elementsOf(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}

// Text returns a value as text: that of an object is its #text, or its @value as in JSON-LD;
// that of null and of a list is empty.
func Text(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case bool:
		return strconv.FormatBool(v)
	case map[string]any:
		if value, ok := v["@value"]; ok {
			return Text(value)
		}
		return Text(v["#text"])
	}
	return ""
}

// Leaves returns the paths of all texts in a value, sorted, as Find takes them.
func Leaves(value any) []string {
	found := map[string]bool{}
	leaves(value, "", found)
	return slices.Sorted(maps.Keys(found))
}

func leaves(value any, at string, found map[string]bool) {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			leaves(member, strings.TrimPrefix(at+"."+name, "."), found)
		}
	case []any:
		for _, element := range v {
			leaves(element, at, found)
		}
	default:
		found[at] = true
	}
}
