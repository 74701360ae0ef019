package linkedart

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// translate turns what a schema says about the record into findings, one for
// each fault. A schema refuses by name where it refers to rules.json; what else
// it refuses is one of the general rules.
func (c *check) translate(root map[string]any, endpoint Endpoint, err error) {
	var failed *jsonschema.ValidationError
	if !errors.As(err, &failed) {
		c.add("wrong-kind", "", err.Error(), "")
		return
	}
	t := &translation{check: c, root: root, endpoint: endpoint, general: map[string]bool{}, extra: map[string][]string{}}
	t.walk(failed)
	t.deliver()
}

// translation is the translation of one schema's errors.
type translation struct {
	*check
	root     map[string]any
	endpoint Endpoint
	found    []fault
	// general are the places that have a finding of a general rule.
	general map[string]bool
	// within is the address of the schema that the error is a cause of.
	within string
	// extra has, by the pointers of references, what they say beyond the table.
	extra map[string][]string
}

// fault is a finding that may yet prove to follow from another.
type fault struct {
	rule, pointer, message, fix, source string
}

// walk descends to the errors that name a fault.
func (t *translation) walk(e *jsonschema.ValidationError) {
	if len(t.found) >= maxCollected || t.isSpoiled(e.InstanceLocation) {
		return
	}
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf:
		t.anyOf(e)
	case *kind.FalseSchema:
		t.refused(ruleNamed(e), e, nil)
	case *kind.Required:
		for _, key := range k.Missing {
			t.missing(key, e)
		}
	case *kind.Type:
		t.kind(k, e)
	case *kind.Enum:
		t.class(texts(k.Want), e)
	case *kind.Const:
		t.class(texts([]any{k.Want}), e)
	default:
		if len(e.Causes) == 0 {
			t.fault(fault{rule: "wrong-kind", message: "the value is not what the property wants"}, e)
		}
		for _, cause := range e.Causes {
			t.within = e.SchemaURL
			t.walk(cause)
		}
	}
}

// anyOf is always a condition and a rule that names its breach.
func (t *translation) anyOf(e *jsonschema.ValidationError) {
	rule := ""
	var missing []string
	for _, cause := range e.Causes {
		for cause.ErrorKind != nil && len(cause.Causes) > 0 {
			cause = cause.Causes[len(cause.Causes)-1]
		}
		switch k := cause.ErrorKind.(type) {
		case *kind.FalseSchema:
			rule = ruleNamed(cause)
		case *kind.Required:
			missing = append(missing, k.Missing...)
		}
	}
	t.refused(rule, e, missing)
}

// ruleNamed returns the rule that a false schema stands for, or "".
func ruleNamed(e *jsonschema.ValidationError) string {
	name, ok := strings.CutPrefix(e.SchemaURL, schemaRoot+"rules.json#/$defs/")
	if !ok {
		return ""
	}
	return name
}

// refused notes that a rule is broken, by what is at the place or by what is
// missing there.
func (t *translation) refused(rule string, e *jsonschema.ValidationError, missing []string) {
	if _, known := t.v.rules[rule]; !known {
		rule = "wrong-kind"
	}
	if rule == "recommended-missing" || rule == "label-missing" {
		key := strings.Join(missing, ", ")
		t.fault(fault{rule: rule, message: "the record has no " + key, fix: recommendedFix(key)}, e)
		return
	}
	key, holder := t.holder(e.InstanceLocation)
	w := wordings()[rule]
	r := strings.NewReplacer("{key}", key, "{class}", holder)
	f := fault{rule: rule, message: r.Replace(w.message), fix: r.Replace(w.fix)}
	switch rule {
	case "provenance-closed":
		f = t.foreign(key, holder, f)
	case "beyond-table", "outside-table":
		if len(e.InstanceLocation) > 1 && strings.HasPrefix(t.within, schemaRoot+"references.json") {
			reference := pointerOf(e.InstanceLocation[:len(e.InstanceLocation)-1])
			t.extra[reference] = append(t.extra[reference], key)
			return
		}
		if owner := elsewhere(key, t.endpoint); rule == "beyond-table" && len(e.InstanceLocation) == 1 && owner != "" {
			f.rule, f.message, f.fix = "other-endpoint", key+" is in the table of /"+owner+"/, not in that of /"+t.endpoint.Name+"/", "a property of the table"
			break
		}
		f.fix = suggestion(key, holder, f.fix)
		if rule == "outside-table" && key == "part" && t.endpoint.Name == "event" && len(e.InstanceLocation) == 1 {
			f.fix = "parts that name their whole with part_of, or the classification as provenance: " + quote(Provenance)
		}
	}
	t.fault(f, e)
}

func recommendedFix(key string) string {
	switch key {
	case "_label":
		return "a short text for people who read the JSON"
	case "classified_as":
		return "the concepts that say what kind of thing it is"
	case "identified_by":
		return "its names and identifiers"
	case "timespan":
		return "when it took place"
	}
	return ""
}

// foreign says about a property that a provenance record or part cannot have
// which kind of part it belongs to.
func (t *translation) foreign(key, class string, f fault) fault {
	if kind, ok := t.v.parts[class]; ok {
		f.message = article(kind.name) + " has no " + key
	}
	if owner, _, ok := t.v.kindByProperty(map[string]any{key: nil}); ok {
		f.fix = "a part of its own: " + key + " belongs to " + article(owner.name)
	}
	return f
}

// missing notes a property that is required.
func (t *translation) missing(key string, e *jsonschema.ValidationError) {
	_, class := t.holder(append(slices.Clone(e.InstanceLocation), key))
	f := fault{rule: "required", message: "the object has no " + key, fix: article(class) + " with " + key}
	switch {
	case len(e.InstanceLocation) == 0:
		f.message, f.fix = "the record has no "+key, requiredFix(key)
		if key == "_label" {
			f.source = "D-01"
		}
	case strings.HasPrefix(e.SchemaURL, schemaRoot+"parts.json"):
		f.rule = "part-lacks"
		name := t.v.parts[class].name
		f.message, f.fix = "the part was taken for "+article(name)+" because of its type; it lacks "+key, partFix(key)
	case class == "":
		f.fix = "an object with " + key
	case key == "id":
		f.message, f.fix = "the reference has no id", "the id of the "+class
	}
	t.fault(f, e)
}

func requiredFix(key string) string {
	switch key {
	case "@context":
		return `"https://linked.art/ns/v1/linked-art.json"`
	case "id":
		return "the URI at which the record is served"
	case "classified_as":
		return "classified_as with " + quote(Provenance)
	}
	return recommendedFix(key)
}

func partFix(key string) string {
	switch key {
	case "classified_as":
		return "classified_as with " + quote(Promise)
	case "establishes":
		return "an array of Rights"
	}
	return "an array of references to objects"
}

// kind notes a value of the wrong JSON kind.
func (t *translation) kind(k *kind.Type, e *jsonschema.ValidationError) {
	value := t.at(e.InstanceLocation)
	if entries, ok := value.([]any); ok && len(entries) == 0 && slices.Contains(k.Want, "array") {
		return
	}
	want := withArticle(k.Want[0])
	f := fault{rule: "wrong-kind", message: kindOf(value) + " stands where " + want + " is wanted", fix: want}
	if k.Want[0] == "array" && kindOf(value) == "an object" {
		f.fix = "an array that holds the object"
	}
	t.fault(f, e)
}

func withArticle(kind string) string {
	if strings.HasPrefix(kind, "a") || strings.HasPrefix(kind, "o") {
		return "an " + kind
	}
	return "a " + kind
}

// class notes an object of a class that the property does not take.
func (t *translation) class(want []string, e *jsonschema.ValidationError) {
	got := t.at(e.InstanceLocation)
	text, ok := got.(string)
	if !ok {
		t.fault(fault{rule: "wrong-kind", message: kindOf(got) + " stands where a string is wanted", fix: "one class: " + strings.Join(want, ", ")}, e)
		return
	}
	f := fault{rule: "wrong-class", message: article(text) + " does not fit here", fix: "one of " + strings.Join(want, ", ")}
	if len(want) == 1 {
		f.fix = quote(want[0])
	}
	t.fault(f, e)
}

func texts(values []any) []string {
	var out []string
	for _, value := range values {
		if text, ok := value.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// fault notes a fault at the place of the error; of two general ones about the
// same value only the first.
func (t *translation) fault(f fault, e *jsonschema.ValidationError) {
	f.pointer = pointerOf(e.InstanceLocation)
	if f.rule == "wrong-kind" || f.rule == "wrong-class" {
		if t.general[f.pointer] {
			return
		}
		t.general[f.pointer] = true
	}
	t.found = append(t.found, f)
}

// deliver adds the faults but those that follow from another: what a schema
// says about an object of the wrong class is said of another class.
func (t *translation) deliver() {
	for pointer, keys := range t.extra {
		slices.Sort(keys)
		t.found = append(t.found, fault{
			rule: "reference-extra", pointer: pointer,
			message: "the reference says " + strings.Join(keys, ", ") + ", which belong in the record that it names",
			fix:     "id, type and _label; the rest in a record of its own, or no id where there is none",
		})
	}
	wrong := map[string]bool{}
	for pointer := range t.general {
		if owner, ok := strings.CutSuffix(pointer, "/type"); ok && owner != "" {
			wrong[owner] = true
		}
	}
	for _, f := range t.found {
		if len(wrong) == 0 || !follows(f.pointer, wrong) {
			t.addFrom(f.rule, f.pointer, f.message, f.fix, f.source)
		}
	}
}

// follows reports whether the place is one of the objects of the wrong class or
// inside one, other than the type itself.
func follows(pointer string, wrong map[string]bool) bool {
	owner := strings.TrimSuffix(pointer, "/type")
	if owner == pointer && wrong[pointer] {
		return true
	}
	for {
		i := strings.LastIndexByte(owner, '/')
		if i < 0 {
			return false
		}
		owner = owner[:i]
		if wrong[owner] && owner+"/type" != pointer {
			return true
		}
	}
}

// isSpoiled reports whether the place, or one that it is in, is known to be wrong.
func (c *check) isSpoiled(location []string) bool {
	if len(c.spoiled) == 0 {
		return false
	}
	if c.spoiled[""] {
		return true
	}
	var b strings.Builder
	for _, token := range location {
		b.WriteByte('/')
		b.WriteString(escape(token))
		if c.spoiled[b.String()] {
			return true
		}
	}
	return false
}

// at returns the value in the place.
func (t *translation) at(location []string) any {
	var value any = t.root
	for _, token := range location {
		switch holder := value.(type) {
		case map[string]any:
			value = holder[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(holder) {
				return nil
			}
			value = holder[i]
		}
	}
	return value
}

// holder returns the key under which the place stands, and the class of the
// object that has it.
func (t *translation) holder(location []string) (key, class string) {
	for i := len(location) - 1; i >= 0; i-- {
		if object, ok := t.at(location[:i]).(map[string]any); ok {
			class, _ = object["type"].(string)
			return location[i], class
		}
	}
	class, _ = t.root["type"].(string)
	return "", class
}
