// SPDX-License-Identifier: MIT
// Part of Grille: the door to libxml2's reader, which is loaded on first use.
//
// No header of libxml2 is included here: they pull in ICU's, which then meet other declarations of
// the same names in Swift modules.
#ifndef GRILLE_CLIBXML2_H
#define GRILLE_CLIBXML2_H

#ifdef __cplusplus
extern "C" {
#endif

// One reading of one document, with the first fatal error that was met.
typedef struct shim_xml_reader shim_xml_reader;

// Loads the library once, from any thread; 1 if it is there. State: hence a C file.
int shim_xml_load(void);

// Parses UTF-8 bytes (an encoding that they declare is ignored) and opens a reader over the tree, which
// ends at the first error or, with `recovers`, goes on behind it; NULL without memory or library.
// Entities are not substituted, nothing is loaded from anywhere, and the library's limits hold.
shim_xml_reader *shim_xml_open(const char *bytes, int count, int recovers);

// Frees a reader and its tree; NULL is allowed.
void shim_xml_close(shim_xml_reader *reader);

// Goes to the next node: 1 if there is one, 0 at the end, -1 after an error.
int shim_xmlTextReaderRead(shim_xml_reader *reader);

// The kind of the current node, as libxml2 numbers them (1 element, 3 text, 15 end of element...).
int shim_xmlTextReaderNodeType(shim_xml_reader *reader);

// Whether the current element is written as an empty one, and so has no end.
int shim_xmlTextReaderIsEmptyElement(shim_xml_reader *reader);

// Strings of the current node or attribute; NULL if there is none; valid until the next step.
const char *shim_xmlTextReaderConstLocalName(shim_xml_reader *reader);
const char *shim_xmlTextReaderConstNamespaceUri(shim_xml_reader *reader);
const char *shim_xmlTextReaderConstPrefix(shim_xml_reader *reader);
const char *shim_xmlTextReaderConstValue(shim_xml_reader *reader);

// Goes to the first or next attribute of the current element: 1 if there is one.
int shim_xmlTextReaderMoveToFirstAttribute(shim_xml_reader *reader);
int shim_xmlTextReaderMoveToNextAttribute(shim_xml_reader *reader);

// The next part of the current attribute's value: a text, or the name of a reference; NULL at the end.
// The library's own value would substitute references.
const char *shim_xml_attribute_part(shim_xml_reader *reader, int *is_reference);

// The first fatal error: its line and column (1-based, 0 if unknown) and text; NULL if none.
int shim_xml_error_line(const shim_xml_reader *reader);
int shim_xml_error_column(const shim_xml_reader *reader);
const char *shim_xml_error_message(const shim_xml_reader *reader);

#ifdef __cplusplus
}
#endif
#endif
