// SPDX-License-Identifier: MIT
// Part of Grille: loads libxml2 on first use and holds its functions.
#include "CLibXML2.h"
#include <libxml/xmlversion.h>
// Debian's header would pull in ICU's headers for a type that is not used here.
#undef LIBXML_ICU_ENABLED
#include <dlfcn.h>
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;
static struct {
  __typeof__(&xmlInitParser) xmlInitParser;
  __typeof__(&xmlSetExternalEntityLoader) xmlSetExternalEntityLoader;
  __typeof__(&xmlCreateMemoryParserCtxt) xmlCreateMemoryParserCtxt;
  __typeof__(&xmlCtxtUseOptions) xmlCtxtUseOptions;
  __typeof__(&xmlParseDocument) xmlParseDocument;
  __typeof__(&xmlStopParser) xmlStopParser;
  __typeof__(&xmlSAX2StartElementNs) xmlSAX2StartElementNs;
  __typeof__(&xmlFreeParserCtxt) xmlFreeParserCtxt;
  __typeof__(&xmlFreeDoc) xmlFreeDoc;
  __typeof__(&xmlReaderWalker) xmlReaderWalker;
  __typeof__(&xmlFreeTextReader) xmlFreeTextReader;
  __typeof__(&xmlTextReaderRead) xmlTextReaderRead;
  __typeof__(&xmlTextReaderNodeType) xmlTextReaderNodeType;
  __typeof__(&xmlTextReaderIsEmptyElement) xmlTextReaderIsEmptyElement;
  __typeof__(&xmlTextReaderConstLocalName) xmlTextReaderConstLocalName;
  __typeof__(&xmlTextReaderConstNamespaceUri) xmlTextReaderConstNamespaceUri;
  __typeof__(&xmlTextReaderConstPrefix) xmlTextReaderConstPrefix;
  __typeof__(&xmlTextReaderConstValue) xmlTextReaderConstValue;
  __typeof__(&xmlTextReaderCurrentNode) xmlTextReaderCurrentNode;
  __typeof__(&xmlTextReaderMoveToFirstAttribute) xmlTextReaderMoveToFirstAttribute;
  __typeof__(&xmlTextReaderMoveToNextAttribute) xmlTextReaderMoveToNextAttribute;
} functions;

struct shim_xml_reader {
  xmlDocPtr document;
  xmlTextReaderPtr reader;
  // The next part of the current attribute's value, or all of it if that declares a namespace.
  xmlNodePtr part;
  const xmlChar *declared;
  // How many bytes of namespaces the elements may still declare.
  long namespace_room;
  int has_error;
  int line;
  int column;
  char message[256];
};

// Nothing outside the document is ever read.
static xmlParserInputPtr refuse_entity(
    const char *url, const char *identifier, xmlParserCtxtPtr context) {
  (void)url;
  (void)identifier;
  (void)context;
  return NULL;
}

static void load(void) {
  void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  int found = 1;
#define TAKE(name) \
  found = (functions.name = (__typeof__(functions.name))dlsym(library, #name)) && found
  TAKE(xmlInitParser);
  TAKE(xmlSetExternalEntityLoader);
  TAKE(xmlCreateMemoryParserCtxt);
  TAKE(xmlCtxtUseOptions);
  TAKE(xmlParseDocument);
  TAKE(xmlStopParser);
  TAKE(xmlSAX2StartElementNs);
  TAKE(xmlFreeParserCtxt);
  TAKE(xmlFreeDoc);
  TAKE(xmlReaderWalker);
  TAKE(xmlFreeTextReader);
  TAKE(xmlTextReaderRead);
  TAKE(xmlTextReaderNodeType);
  TAKE(xmlTextReaderIsEmptyElement);
  TAKE(xmlTextReaderConstLocalName);
  TAKE(xmlTextReaderConstNamespaceUri);
  TAKE(xmlTextReaderConstPrefix);
  TAKE(xmlTextReaderConstValue);
  TAKE(xmlTextReaderCurrentNode);
  TAKE(xmlTextReaderMoveToFirstAttribute);
  TAKE(xmlTextReaderMoveToNextAttribute);
#undef TAKE
  if (!found) return;
  functions.xmlInitParser();
  functions.xmlSetExternalEntityLoader(refuse_entity);
  is_loaded = 1;
}

int shim_xml_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

// Called by libxml2 for every error; `data` is the parser's context, which knows our reader.
static void note_error(void *data, xmlErrorPtr error) {
  shim_xml_reader *reader = ((xmlParserCtxtPtr)data)->_private;
  if (!error || error->level < XML_ERR_FATAL || reader->has_error) return;
  reader->has_error = 1;
  reader->line = error->line;
  reader->column = error->int2;
  snprintf(reader->message, sizeof reader->message, "%s", error->message ? error->message : "");
  size_t length = strlen(reader->message);
  while (length > 0 && reader->message[length - 1] == '\n') reader->message[--length] = 0;
}

// Attributes that a DTD gives to elements are left out, or a short text could make a huge tree. Those
// that declare namespaces cannot be told apart, but more than the whole text are not written in it.
static void start_element(
    void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
    const xmlChar **namespaces, int count, int default_count, const xmlChar **attributes) {
  xmlParserCtxtPtr context = data;
  shim_xml_reader *reader = context->_private;
  for (int i = 0; i < namespace_count; i++) {
    const xmlChar *namespace = namespaces[2 * i + 1];
    reader->namespace_room -= namespace ? (long)strlen((const char *)namespace) : 0;
  }
  if (reader->namespace_room < 0) {
    if (!reader->has_error) {
      reader->has_error = 1;
      reader->line = context->input ? context->input->line : 0;
      snprintf(reader->message, sizeof reader->message, "Too many default namespaces");
    }
    functions.xmlStopParser(context);
    return;
  }
  functions.xmlSAX2StartElementNs(
      data, name, prefix, uri, namespace_count, namespaces, count - default_count, 0, attributes);
}

// The whole text is parsed at once, and the reader walks the tree: a reader over the text would keep
// back what stands before an error.
static int parse(shim_xml_reader *reader, const char *bytes, int count, int recovers) {
  xmlParserCtxtPtr context = functions.xmlCreateMemoryParserCtxt(bytes, count);
  if (!context) return 0;
  // Never NOENT, HUGE or DTDLOAD: see the tests named after threat 29.
  functions.xmlCtxtUseOptions(
      context, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA |
                   XML_PARSE_COMPACT | XML_PARSE_IGNORE_ENC | (recovers ? XML_PARSE_RECOVER : 0));
  context->_private = reader;
  reader->namespace_room = count;
  context->sax->startElementNs = start_element;
  context->sax->serror = (xmlStructuredErrorFunc)note_error;
  functions.xmlParseDocument(context);
  reader->document = context->myDoc;
  context->myDoc = NULL;
  // The document took over the names that the context made.
  functions.xmlFreeParserCtxt(context);
  return 1;
}

shim_xml_reader *shim_xml_open(const char *bytes, int count, int recovers) {
  if (!shim_xml_load()) return NULL;
  shim_xml_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  int is_open = count > 0 ? parse(reader, bytes, count, recovers) : 1;
  if (reader->document) reader->reader = functions.xmlReaderWalker(reader->document);
  if (!is_open || (reader->document && !reader->reader)) {
    shim_xml_close(reader);
    return NULL;
  }
  return reader;
}

void shim_xml_close(shim_xml_reader *reader) {
  if (!reader) return;
  if (reader->reader) functions.xmlFreeTextReader(reader->reader);
  if (reader->document) functions.xmlFreeDoc(reader->document);
  free(reader);
}

int shim_xmlTextReaderRead(shim_xml_reader *reader) {
  return reader->reader ? functions.xmlTextReaderRead(reader->reader) : 0;
}

int shim_xmlTextReaderNodeType(shim_xml_reader *reader) {
  return functions.xmlTextReaderNodeType(reader->reader);
}

int shim_xmlTextReaderIsEmptyElement(shim_xml_reader *reader) {
  return functions.xmlTextReaderIsEmptyElement(reader->reader);
}

const char *shim_xmlTextReaderConstLocalName(shim_xml_reader *reader) {
  return (const char *)functions.xmlTextReaderConstLocalName(reader->reader);
}

const char *shim_xmlTextReaderConstNamespaceUri(shim_xml_reader *reader) {
  return (const char *)functions.xmlTextReaderConstNamespaceUri(reader->reader);
}

const char *shim_xmlTextReaderConstPrefix(shim_xml_reader *reader) {
  return (const char *)functions.xmlTextReaderConstPrefix(reader->reader);
}

const char *shim_xmlTextReaderConstValue(shim_xml_reader *reader) {
  return (const char *)functions.xmlTextReaderConstValue(reader->reader);
}

// The reader counts namespace declarations, which are no nodes, as attributes.
static int begin_attribute(shim_xml_reader *reader, int is_there) {
  xmlNodePtr node = is_there == 1 ? functions.xmlTextReaderCurrentNode(reader->reader) : NULL;
  reader->part = node && node->type == XML_ATTRIBUTE_NODE ? node->children : NULL;
  reader->declared = node && node->type == XML_NAMESPACE_DECL ? ((xmlNsPtr)node)->href : NULL;
  return is_there;
}

int shim_xmlTextReaderMoveToFirstAttribute(shim_xml_reader *reader) {
  return begin_attribute(reader, functions.xmlTextReaderMoveToFirstAttribute(reader->reader));
}

int shim_xmlTextReaderMoveToNextAttribute(shim_xml_reader *reader) {
  return begin_attribute(reader, functions.xmlTextReaderMoveToNextAttribute(reader->reader));
}

const char *shim_xml_attribute_part(shim_xml_reader *reader, int *is_reference) {
  xmlNodePtr part = reader->part;
  *is_reference = 0;
  if (!part) {
    const xmlChar *declared = reader->declared;
    reader->declared = NULL;
    return (const char *)declared;
  }
  reader->part = part->next;
  *is_reference = part->type == XML_ENTITY_REF_NODE;
  const xmlChar *text = *is_reference ? part->name : part->content;
  return text ? (const char *)text : "";
}

int shim_xml_error_line(const shim_xml_reader *reader) { return reader->line; }

int shim_xml_error_column(const shim_xml_reader *reader) { return reader->column; }

const char *shim_xml_error_message(const shim_xml_reader *reader) {
  return reader->has_error ? reader->message : NULL;
}
