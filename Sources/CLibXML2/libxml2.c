// SPDX-License-Identifier: MIT
// Part of Grille: loads libxml2 on first use and holds its functions.
#include "CLibXML2.h"
#include <libxml/xmlversion.h>
// Debian's header would pull in ICU's headers for a type that is not used here.
#undef LIBXML_ICU_ENABLED
#include <dlfcn.h>
#include <libxml/parser.h>
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
  __typeof__(&xmlTextReaderMoveToFirstAttribute) xmlTextReaderMoveToFirstAttribute;
  __typeof__(&xmlTextReaderMoveToNextAttribute) xmlTextReaderMoveToNextAttribute;
} functions;

struct shim_xml_reader {
  xmlDocPtr document;
  xmlTextReaderPtr reader;
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

int shim_xmlTextReaderMoveToFirstAttribute(shim_xml_reader *reader) {
  return functions.xmlTextReaderMoveToFirstAttribute(reader->reader);
}

int shim_xmlTextReaderMoveToNextAttribute(shim_xml_reader *reader) {
  return functions.xmlTextReaderMoveToNextAttribute(reader->reader);
}

int shim_xml_error_line(const shim_xml_reader *reader) { return reader->line; }

int shim_xml_error_column(const shim_xml_reader *reader) { return reader->column; }

const char *shim_xml_error_message(const shim_xml_reader *reader) {
  return reader->has_error ? reader->message : NULL;
}
