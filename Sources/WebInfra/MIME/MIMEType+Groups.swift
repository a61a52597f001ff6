// SPDX-License-Identifier: MIT
// Part of Grille: the groups of MIME types, and the type of a response.

extension MIMEType {
  // mimesniff.spec.whatwg.org/#mime-type-groups

  /// Whether this is HTML.
  public var isHTML: Bool { type == "text" && subtype == "html" }

  /// Whether this is XML of any kind, XHTML included.
  public var isXML: Bool {
    subtype.hasSuffix("+xml") || (subtype == "xml" && (type == "text" || type == "application"))
  }

  /// Whether this is XHTML.
  public var isXHTML: Bool { type == "application" && subtype == "xhtml+xml" }

  /// Whether this is JSON of any kind.
  public var isJSON: Bool {
    subtype.hasSuffix("+json") || (subtype == "json" && (type == "text" || type == "application"))
  }

  /// Whether this is a script.
  public var isJavaScript: Bool {
    switch essence {
    case "application/ecmascript", "application/javascript", "application/x-ecmascript",
      "application/x-javascript", "text/ecmascript", "text/javascript", "text/javascript1.0",
      "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4",
      "text/javascript1.5", "text/jscript", "text/livescript", "text/x-ecmascript",
      "text/x-javascript":
      true
    default: false
    }
  }

  /// Whether this is an image.
  public var isImage: Bool { type == "image" }

  /// Whether this is sound or video.
  public var isAudioOrVideo: Bool {
    type == "audio" || type == "video" || essence == "application/ogg"
  }

  /// Whether a document of this type can be shown as text.
  public var isText: Bool { type == "text" || isXML || isJSON || isJavaScript }
}

extension HTTPHeaderList {
  // fetch.spec.whatwg.org/#concept-header-extract-mime-type
  /// The MIME type that the `Content-Type` fields name together.
  public var mimeType: MIMEType? {
    var result: MIMEType?
    var charset: String?
    for element in elements("Content-Type") {
      guard var type = MIMEType(parsing: element), type.essence != "*/*" else { continue }
      if type.essence != result?.essence {
        charset = type.charset
      } else if type.charset == nil, let charset {
        type.setParameter("charset", charset)
      }
      result = type
    }
    return result
  }
}
