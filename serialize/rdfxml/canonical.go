package rdfxml

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/rdfstore/graph"
)

// canonical writes the content of an XML literal as Exclusive XML
// Canonicalization with comments has it, which section 7.2.17 asks for
// (https://www.w3.org/TR/xml-exc-c14n/): namespaces are declared where they are
// used, attributes are sorted, CDATA and references are written out.
type canonical struct {
	out []byte
	// open are the elements that are open.
	open []openElement
}

type openElement struct {
	*element
	// declared are the namespaces that the output declares, by prefix.
	declared map[string]string
}

func newCanonical() *canonical { return &canonical{} }

// depth is the number of elements that are open.
func (c *canonical) depth() int { return len(c.open) }

// literalStart is a start tag in the content of the property e.
func (p *parser) literalStart(e *element, tag xml.StartElement) error {
	c := e.canonical
	around := e
	if n := len(c.open); n > 0 {
		around = c.open[n-1].element
	}
	if len(p.stack)+len(c.open) > maxNested {
		return fmt.Errorf("%w: nested more than %d deep", graph.ErrTooLarge, maxNested)
	}
	inner, attributes, err := p.open(around, tag)
	if err != nil {
		return err
	}
	return c.start(inner, tag.Name.Space, attributes)
}

func (c *canonical) start(e *element, prefix string, attributes []attribute) error {
	used := []string{prefix}
	for _, a := range attributes {
		if a.prefix != "" {
			used = append(used, a.prefix)
		}
	}
	slices.Sort(used)
	open := openElement{element: e}
	c.out = append(c.out, "<"+e.name...)
	for _, prefix := range slices.Compact(used) {
		namespace, err := e.namespace(prefix)
		if err != nil {
			return err
		}
		if prefix == "xml" || c.declared(prefix) == namespace {
			continue
		}
		if open.declared == nil {
			open.declared = map[string]string{}
		}
		open.declared[prefix] = namespace
		name := "xmlns"
		if prefix != "" {
			name = "xmlns:" + prefix
		}
		c.attribute(name, namespace)
	}
	slices.SortFunc(attributes, func(a, b attribute) int {
		if n := strings.Compare(a.namespace, b.namespace); n != 0 {
			return n
		}
		return strings.Compare(a.local, b.local)
	})
	for _, a := range attributes {
		c.attribute(a.raw, a.value)
	}
	c.out = append(c.out, '>')
	c.open = append(c.open, open)
	return nil
}

// declared returns what the output has declared a prefix to be, so far.
func (c *canonical) declared(prefix string) string {
	for i := len(c.open) - 1; i >= 0; i-- {
		if namespace, ok := c.open[i].declared[prefix]; ok {
			return namespace
		}
	}
	return ""
}

func (c *canonical) attribute(name, value string) {
	c.out = append(c.out, " "+name+`="`...)
	c.out = append(c.out, canonicalAttribute.Replace(value)...)
	c.out = append(c.out, '"')
}

func (c *canonical) end(name string) error {
	last := c.open[len(c.open)-1]
	if name != last.name {
		return fmt.Errorf("</%s> closes no element that is open", name)
	}
	c.open = c.open[:len(c.open)-1]
	c.out = append(c.out, "</"+name+">"...)
	return nil
}

func (c *canonical) text(text []byte) {
	c.out = append(c.out, inText.Replace(string(text))...)
}

var errLiteralUTF8 = errors.New("the document is not valid UTF-8; convert it to UTF-8")

func (c *canonical) comment(text xml.Comment) error {
	if !utf8.Valid(text) {
		return errLiteralUTF8
	}
	c.out = append(c.out, "<!--"+lineEnds.Replace(string(text))+"-->"...)
	return nil
}

func (c *canonical) instruction(i xml.ProcInst) error {
	if !utf8.Valid(i.Inst) {
		return errLiteralUTF8
	}
	c.out = append(c.out, "<?"+i.Target...)
	if len(i.Inst) > 0 {
		c.out = append(c.out, " "+lineEnds.Replace(string(i.Inst))...)
	}
	c.out = append(c.out, "?>"...)
	return nil
}

// lineEnds are normalized by XML processors (XML 1.0 section 2.11);
// encoding/xml leaves that undone in comments and processing instructions.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

var canonicalAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")
