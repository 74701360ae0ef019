package i18n

import "vitrine/linkedart/reading"

// Class is a class in words, as what one thing is: "Person"; "" where it has none.
func (w *Wording) Class(class reading.Class) string { return w.named(classNames[class].one) }

// Classes is a class in words, as what several things are: "People".
func (w *Wording) Classes(class reading.Class) string { return w.named(classNames[class].many) }

// Endpoint is an endpoint of Linked Art's API in words: "People" of person.
func (w *Wording) Endpoint(name string) string { return w.named(endpointNames[name]) }

// Property is a property in words, as the heading of its values: "Materials"; "" where it
// has none.
func (w *Wording) Property(property reading.Property) string {
	return w.named(propertyNames[property])
}

// Link is an inverse link in words, as the heading of a list on the page of what is linked
// to: "Born here" of personBornAtPlace; "" where it has none.
func (w *Wording) Link(name string) string { return w.named(linkNames[name]) }

func (w *Wording) named(key Key) string {
	if key == "" {
		return ""
	}
	return w.Text(key)
}
