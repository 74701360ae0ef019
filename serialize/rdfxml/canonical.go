package rdfxml

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
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

// literalStart is a start tag in the content of the property e.
func (p *parser) literalStart(e *element, tag xml.StartElement) error {
	c, around := e.canonical, e
	if n := len(c.open); n > 0 {
		around = c.open[n-1].element
	}
	if len(p.stack)+len(c.open) > maxNested {
		return errNested
	}
	inner, err := p.open(around, tag)
	if err == nil {
		err = c.start(inner)
	}
	return err
}

func (c *canonical) start(e *element) error {
	used := []string{e.tag.Space}
	for _, a := range e.attributes {
		if a.tag.Space != "" {
			used = append(used, a.tag.Space)
		}
	}
	slices.Sort(used)
	open := openElement{element: e}
	c.out = append(c.out, "<"+qualified(e.tag)...)
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
	slices.SortFunc(e.attributes, func(a, b attribute) int {
		return cmp.Or(strings.Compare(a.space, b.space), strings.Compare(a.local, b.local))
	})
	for _, a := range e.attributes {
		c.attribute(qualified(a.tag), a.value)
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

func (c *canonical) end(tag xml.Name) error {
	if tag != c.open[len(c.open)-1].tag {
		return fmt.Errorf("</%s> closes no element that is open", qualified(tag))
	}
	c.open = c.open[:len(c.open)-1]
	c.out = append(c.out, "</"+qualified(tag)+">"...)
	return nil
}

func (c *canonical) text(text []byte) {
	c.out = append(c.out, inText.Replace(string(text))...)
}

var errUTF8 = errors.New("the document is not valid UTF-8; convert it to UTF-8")

func (c *canonical) comment(text xml.Comment) error {
	if !utf8.Valid(text) {
		return errUTF8
	}
	c.out = append(c.out, "<!--"+lineEnds.Replace(string(text))+"-->"...)
	return nil
}

func (c *canonical) instruction(i xml.ProcInst) error {
	if !utf8.Valid(i.Inst) {
		return errUTF8
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
