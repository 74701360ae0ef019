package reading

import "vitrine/linkedart"

// endpointClasses are the classes of records, as the context names them.
var endpointClasses = map[Class]string{
	ClassPerson: "Person", ClassGroup: "Group", ClassPlace: "Place", ClassHumanMadeObject: "HumanMadeObject",
	ClassLinguisticObject: "LinguisticObject", ClassVisualItem: "VisualItem", ClassDigitalObject: "DigitalObject",
	ClassPropositionalObject: "PropositionalObject", ClassSet: "Set", ClassType: "Type", ClassMaterial: "Material",
	ClassLanguage: "Language", ClassCurrency: "Currency", ClassMeasurementUnit: "MeasurementUnit",
	ClassPeriod: "Period", ClassEvent: "Event", ClassActivity: "Activity",
}

// Endpoint is the endpoint of Linked Art's API that serves the entity; false where none
// does.
func (n Node) Endpoint() (linkedart.Endpoint, bool) {
	var classes, kinds []string
	for _, class := range n.Classes() {
		if name, ok := endpointClasses[Class(class)]; ok {
			classes = append(classes, name)
		}
	}
	for _, kind := range n.Kinds() {
		kinds = append(kinds, kind.IRI())
	}
	return linkedart.EndpointOf(classes, kinds)
}
