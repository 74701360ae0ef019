package server

import (
	"regexp"
	"strings"
	"testing"
)

// maxCalls is how many calls a question may take.
const maxCalls = 4

// question is a question about the sample collection, the calls that answer it, and what the last
// answer has to say.
type question struct {
	Text  string
	Calls []toolCall
	Want  []string
}

// uriOf is the argument of a tool that reads one entity of the sample.
func uriOf(name string) string { return `{"uri":"` + testBase + name + `"}` }

func callSearch(text string) toolCall { return toolCall{"search", `{"text":"` + text + `"}`} }

func callEntity(name string) toolCall { return toolCall{"get_entity", uriOf(name)} }

func callLinks(name, link string) toolCall {
	return toolCall{"follow_links", `{"uri":"` + testBase + name + `","link":"` + link + `"}`}
}

func callHistory(name string) toolCall { return toolCall{"object_history", uriOf(name)} }

func callQuery(text string) toolCall {
	return toolCall{"query", `{"query":"PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/> ` + strings.ReplaceAll(text, `"`, `\"`) + `"}`}
}

// questions are answered by what assistants would call.
var questions = []question{
	{"Who painted The Night Watch?", []toolCall{callSearch("night watch")}, []string{"The Night Watch (Painting; 1642; Rembrandt van Rijn)"}},
	{"When was Rembrandt born?", []toolCall{callSearch("rembrandt"), callEntity("person/rembrandt")}, []string{"Born: 15 July 1606"}},
	{"Where did Johannes Vermeer die?", []toolCall{callSearch("vermeer"), callEntity("person/johannes-vermeer")}, []string{"Died in: Delft"}},
	{"How did Carel Fabritius die?", []toolCall{callSearch("carel fabritius"), callEntity("person/carel-fabritius")}, []string{"explosion of the powder magazine", "Delft Thunderclap"}},
	{"What does the Rosetta Stone weigh?", []toolCall{callSearch("rosetta stone"), callEntity("object/rosetta-stone")}, []string{"760 kg"}},
	{"What is the Rosetta Stone made of?", []toolCall{callSearch("rosetta stone"), callEntity("object/rosetta-stone")}, []string{"Materials: Granodiorite"}},
	{"Which texts stand on the Rosetta Stone?", []toolCall{callSearch("rosetta stone"), callEntity("object/rosetta-stone")}, []string{"hieroglyphic text", "demotic text", "Greek text"}},
	{"Who found the Rosetta Stone, and when?", []toolCall{callSearch("rosetta stone"), callHistory("object/rosetta-stone")}, []string{"Found by Pierre-François Bouchard", "July 1799"}},
	{"Who gave the Rosetta Stone to the British Museum?", []toolCall{callSearch("rosetta stone"), callHistory("object/rosetta-stone")}, []string{"Given by George III"}},
	{"By which ship did the Rosetta Stone reach Portsmouth?", []toolCall{callSearch("rosetta stone"), callHistory("object/rosetta-stone")}, []string{"HMS Égyptienne"}},
	{"What is the accession number of Girl with a Pearl Earring?", []toolCall{callSearch("girl with a pearl earring"), callEntity("object/girl-with-a-pearl-earring")}, []string{"Accession number", ": 670"}},
	{"How large is Girl with a Pearl Earring?", []toolCall{callSearch("pearl earring"), callEntity("object/girl-with-a-pearl-earring")}, []string{"44.5 × 39 cm"}},
	{"What did Des Tombe pay for Girl with a Pearl Earring?", []toolCall{callSearch("pearl earring"), callHistory("object/girl-with-a-pearl-earring")}, []string{"1881, for 2.3 guilders"}},
	{"Which museum lent Girl with a Pearl Earring in 2023, and to which?", []toolCall{callSearch("pearl earring"), callHistory("object/girl-with-a-pearl-earring")}, []string{"Lent by Royal Picture Gallery Mauritshuis", "to Rijksmuseum"}},
	{"In which exhibitions was Girl with a Pearl Earring shown?", []toolCall{callSearch("pearl earring"), callLinks("object/girl-with-a-pearl-earring", "activityUsedObject")}, []string{"Events for which this object was used: 3.", "event/vermeer-2023", "event/johannes-vermeer-washington", "event/johannes-vermeer-the-hague"}},
	{"What is the Dutch title of Girl with a Pearl Earring?", []toolCall{callSearch("pearl earring"), callEntity("object/girl-with-a-pearl-earring")}, []string{"Meisje met de parel"}},
	{"Which works by Vermeer does the collection have?", []toolCall{callSearch("vermeer"), callLinks("person/johannes-vermeer", "objectProducedByAgent")}, []string{"Objects made: 5.", "The Milkmaid", "The Little Street", "View of Delft", "Girl with a Pearl Earring", "Girl with the Red Hat"}},
	{"How many works are by Rembrandt?", []toolCall{callSearch("rembrandt"), {"search", `{"maker":["` + testBase + `person/rembrandt"],"class":["HumanMadeObject"]}`}}, []string{"3 found."}},
	{"Who was born in Delft?", []toolCall{callSearch("delft"), callLinks("place/delft", "personBornAtPlace")}, []string{"Born here: 1.", "Johannes Vermeer"}},
	{"Who died in Delft?", []toolCall{callSearch("delft"), callLinks("place/delft", "personDiedAtPlace")}, []string{"Carel Fabritius", "Johannes Vermeer"}},
	{"Which paintings were made in Delft?", []toolCall{callSearch("delft"), callLinks("place/delft", "objectProducedAtPlace")}, []string{": 6.", "The Goldfinch", "The Milkmaid"}},
	{"Which objects are painted on wood?", []toolCall{{"search", `{"text":"wood","class":["Material"]}`}, {"search", `{"material":["` + testBase + `concept/wood"],"class":["HumanMadeObject"]}`}}, []string{"The Goldfinch", "Girl with the Red Hat"}},
	{"Who owned The Milkmaid after Jacob Dissius?", []toolCall{callSearch("milkmaid"), callHistory("object/the-milkmaid")}, []string{"sold to Isaac Rooleeuw"}},
	{"At which price was The Milkmaid sold in 1719?", []toolCall{callSearch("milkmaid"), callHistory("object/the-milkmaid")}, []string{"12 April 1719, lot 20, for 126 guilders"}},
	{"When did the Rijksmuseum buy The Milkmaid, and from whom?", []toolCall{callSearch("milkmaid"), callHistory("object/the-milkmaid")}, []string{"Six family", "1908"}},
	{"Is it known who owned Girl with a Pearl Earring before 1881?", []toolCall{callSearch("pearl earring"), callHistory("object/girl-with-a-pearl-earring")}, []string{"Gap: no one is recorded, until 1881"}},
	{"Who owns The Night Watch?", []toolCall{callSearch("night watch"), callEntity("object/the-night-watch")}, []string{"Current owner: City of Amsterdam"}},
	{"Why was The Night Watch cut in 1715?", []toolCall{callSearch("night watch"), callEntity("object/the-night-watch")}, []string{"cut on all four sides to fit between two doors of the town hall"}},
	{"Where was The Night Watch in the Second World War?", []toolCall{callSearch("night watch"), callHistory("object/the-night-watch")}, []string{"Radboud Castle", "Sint-Pietersberg"}},
	{"Which paintings were sold at the Dissius sale?", []toolCall{callSearch("dissius sale"), callEntity("set/dissius-vermeers")}, []string{"The Milkmaid", "The Little Street", "View of Delft"}},
	{"When was the exhibition Vermeer in Amsterdam?", []toolCall{callSearch("vermeer exhibition 2023")}, []string{"Vermeer (Exhibition; 10 February – 4 June 2023)"}},
	{"Which museums planned the exhibition of 1995 and 1996 together?", []toolCall{callSearch("johannes vermeer exhibition")}, []string{"National Gallery of Art, Royal Picture Gallery Mauritshuis"}},
	{"Which sets belong to the collection of the Mauritshuis?", []toolCall{callSearch("collection mauritshuis"), callEntity("set/mauritshuis-collection")}, []string{"Bequest of Arnoldus Andries des Tombe"}},
	{"Which kinds of painting does the vocabulary have?", []toolCall{callSearch("painting genre"), callEntity("concept/painting-genre")}, []string{"Narrower: Tronie", "Civic guard portrait"}},
	{"How many people are in the collection?", []toolCall{{"explain_collection", `{}`}}, []string{"E21_Person> (Person): 29"}},
	{"For how many people is it known where they were born?", []toolCall{{"explain_collection", `{"class":"Person"}`}, callQuery("SELECT (COUNT(DISTINCT ?person) AS ?people) { ?person crm:P98i_was_born/crm:P7_took_place_at ?place }")}, []string{"| 12\n"}},
	{"Which is the oldest object?", []toolCall{{"search", `{"class":["HumanMadeObject"],"order":"date"}`}}, []string{"10 found.\n| Rosetta Stone"}},
	{"Which objects were made between 1630 and 1639?", []toolCall{{"search", `{"class":["HumanMadeObject"],"from":1630,"to":1639}`}}, []string{"2 found.", "Portrait of Marten Soolmans", "Portrait of Oopjen Coppit"}},
	{"Who bought the portraits of Marten Soolmans and Oopjen Coppit in 2016?", []toolCall{callSearch("soolmans portrait"), callHistory("object/marten-soolmans")}, []string{"Rijksmuseum", "Louvre", "2016"}},
	{"Who deciphered hieroglyphs, and in which letter?", []toolCall{callSearch("champollion"), callEntity("person/jean-francois-champollion")}, []string{"Lettre à M. Dacier"}},
}

var sampleURI = regexp.MustCompile(testBase + `[a-z]+/[a-z0-9-]+`)

// TestQuestionsOfAssistants asks what assistants are asked, and answers each with few calls. A call
// may name only what an answer before it has told.
func TestQuestionsOfAssistants(t *testing.T) {
	m := newSample(t, nil)
	if len(questions) < 40 {
		t.Errorf("there are %d questions", len(questions))
	}
	for _, q := range questions {
		t.Run(q.Text, func(t *testing.T) {
			if len(q.Calls) > maxCalls {
				t.Errorf("it takes %d calls", len(q.Calls))
			}
			told, last := "", ""
			for _, c := range q.Calls {
				for _, uri := range sampleURI.FindAllString(c.Arguments, -1) {
					if !strings.Contains(told, "<"+uri+">") {
						t.Errorf("%s %s: no answer before it has told %s", c.Tool, c.Arguments, uri)
					}
				}
				var failed bool
				if last, failed = c.ask(t, m); failed {
					t.Fatalf("%s %s: %s", c.Tool, c.Arguments, last)
				}
				if len(last) > 4000*4 {
					t.Errorf("%s %s has %d bytes", c.Tool, c.Arguments, len(last))
				}
				told += last
			}
			for _, want := range q.Want {
				if !strings.Contains(last, want) {
					t.Errorf("the answer has no %q:\n%s", want, last)
				}
			}
		})
	}
}
