"""Harvests a server by OAI-PMH with two programs, and validates all that it has in Dublin Core and
in the Europeana Data Model.

usage: profiles.py ADDRESS RECORDS [FOLDER]
       profiles.py pictured < RECORDS.jsonl

RECORDS is how many records there are. FOLDER has EDM.xsd and schematron/schematron.xsl, and is left
out where they are not there. The second form gives each object of generated records a picture with
a licence.
"""
import json
import os
import sys


def pictured():
    for number, line in enumerate(sys.stdin):
        record = json.loads(line)
        if record["type"] == "HumanMadeObject":
            record["representation"] = [{
                "type": "VisualItem",
                "digitally_shown_by": [{
                    "type": "DigitalObject", "format": "image/jpeg",
                    "access_point": [{"id": f"https://pictures.example/{number}.jpg", "type": "DigitalObject"}],
                }],
                "subject_to": [{"type": "Right", "classified_as": [{"id": "https://creativecommons.org/publicdomain/zero/1.0/", "type": "Type"}]}],
            }]
        print(json.dumps(record))


def check(ok, text):
    print(("ok " if ok else "FAIL ") + text, flush=True)


# The names of the Dublin Core Metadata Element Set. A record has each any number of times, in any
# order, as a text that may have a language: so the schemas of oai_dc and of its elements say.
ELEMENTS = "title creator subject description publisher contributor date type format identifier source language relation coverage rights"
OAI_DC = "http://www.openarchives.org/OAI/2.0/oai_dc/"
DC = "http://purl.org/dc/elements/1.1/"


def oai_dc_faults(record):
    """Says where the metadata of a record are not as oai_dc has them."""
    if record.tag != f"{{{OAI_DC}}}dc":
        return [f"the root is {record.tag}"]
    faults = []
    for element in record:
        if element.tag not in [f"{{{DC}}}{name}" for name in ELEMENTS.split()]:
            faults.append(f"there is no element {element.tag}")
        if len(element) or not (element.text or "").strip():
            faults.append(f"{element.tag} has no text, or more than that")
        if set(element.attrib) - {"{http://www.w3.org/XML/1998/namespace}lang"}:
            faults.append(f"{element.tag} has the attributes {list(element.attrib)}")
    return faults


def main(address, count, folder):
    from lxml import etree
    from oaipmh_scythe import Scythe
    from sickle import Sickle
    from sickle.oaiexceptions import NoRecordsMatch

    url = address + "/-/oai"
    oai_dc, edm = {}, {}
    for record in Sickle(url).ListRecords(metadataPrefix="oai_dc"):
        oai_dc[record.header.identifier] = record.xml
    check(len(oai_dc) == count, f"sickle harvests {len(oai_dc)} of {count} records")
    wrong = [f"{identifier}: {fault}" for identifier, record in oai_dc.items()
             for fault in oai_dc_faults(record.find("{http://www.openarchives.org/OAI/2.0/}metadata")[0])]
    for text in wrong[:5]:
        print("     " + text)
    check(not wrong, f"{len(oai_dc)} records have the elements of oai_dc; {len(wrong)} errors")
    with Scythe(url) as scythe:
        found = [record.header.identifier for record in scythe.list_records(metadata_prefix="rdfxml")]
    check(len(found) == count == len(set(found)), f"oaipmh-scythe harvests {len(found)} of {count} records")
    namespace = "{http://www.openarchives.org/OAI/2.0/}"
    try:
        for record in Sickle(url).ListRecords(metadataPrefix="edm"):
            if not record.header.deleted:
                edm[record.header.identifier] = record.xml.find(f"{namespace}metadata")[0]
    except NoRecordsMatch:
        pass  # no record has a picture with a licence
    print(f"     {len(edm)} records have the form of Europeana")
    if not folder or not os.path.exists(os.path.join(folder, "EDM.xsd")):
        print("skip EDM: its schema is not here; give the folder of EDM.xsd in INTEROP_EDM")
        return
    schema = etree.XMLSchema(etree.parse(os.path.join(folder, "EDM.xsd")))
    from saxonche import PySaxonProcessor
    wrong = []
    with PySaxonProcessor(license=False) as saxon:
        rules = saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=os.path.join(folder, "schematron", "schematron.xsl"))
        for identifier, element in edm.items():
            text = etree.tostring(element, encoding="unicode")
            document = etree.fromstring(text)
            if not schema.validate(document):
                wrong.append(f"{identifier}: {schema.error_log.last_error}")
            report = rules.transform_to_string(xdm_node=saxon.parse_xml(xml_text=text))
            if "failed-assert" in report or "successful-report" in report:
                wrong.append(f"{identifier}: {report}")
    for text in wrong[:5]:
        print("     " + text)
    check(not wrong, f"{len(edm)} records are valid by EDM.xsd and its Schematron; {len(wrong)} errors")


if __name__ == "__main__":
    if sys.argv[1] == "pictured":
        pictured()
    else:
        main(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
