package reading

// Class is the IRI of a class. The constants have the names that the classes have in the
// Linked Art context, with Class before them.
type Class string

// The classes.
const (
	ClassPerson              Class = crm + "E21_Person"
	ClassGroup               Class = crm + "E74_Group"
	ClassPlace               Class = crm + "E53_Place"
	ClassHumanMadeObject     Class = crm + "E22_Human-Made_Object"
	ClassLinguisticObject    Class = crm + "E33_Linguistic_Object"
	ClassVisualItem          Class = crm + "E36_Visual_Item"
	ClassDigitalObject       Class = dig + "D1_Digital_Object"
	ClassPropositionalObject Class = crm + "E89_Propositional_Object"
	ClassSet                 Class = la + "Set"
	ClassType                Class = crm + "E55_Type"
	ClassMaterial            Class = crm + "E57_Material"
	ClassLanguage            Class = crm + "E56_Language"
	ClassCurrency            Class = crm + "E98_Currency"
	ClassMeasurementUnit     Class = crm + "E58_Measurement_Unit"
	ClassPeriod              Class = crm + "E4_Period"
	ClassEvent               Class = crm + "E5_Event"
	ClassActivity            Class = crm + "E7_Activity"
	ClassName                Class = crm + "E33_E41_Linguistic_Appellation"
	ClassIdentifier          Class = crm + "E42_Identifier"
	ClassTimeSpan            Class = crm + "E52_Time-Span"
	ClassDimension           Class = crm + "E54_Dimension"
	ClassMonetaryAmount      Class = crm + "E97_Monetary_Amount"
	ClassDestruction         Class = crm + "E6_Destruction"
	ClassModification        Class = crm + "E11_Modification"
	ClassPartRemoval         Class = crm + "E80_Part_Removal"
	ClassAcquisition         Class = crm + "E8_Acquisition"
	ClassTransferOfCustody   Class = crm + "E10_Transfer_of_Custody"
	ClassMove                Class = crm + "E9_Move"
	ClassPayment             Class = la + "Payment"
	ClassTransfer            Class = la + "Transfer"
	ClassEncounter           Class = sci + "S19_Encounter_Event"
	ClassRightAcquisition    Class = la + "RightAcquisition"
	ClassRight               Class = crm + "E30_Right"
	ClassAttributeAssignment Class = crm + "E13_Attribute_Assignment"
	ClassPurchase            Class = crm + "E96_Purchase"
)
