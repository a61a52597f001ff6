// SPDX-License-Identifier: MIT
// Part of Grille: form owners, values and submission as the HTML standard says.

import Testing
import WebInfra

@testable import DOM

@Suite("Forms")
struct FormTests {
  static func document(_ html: String) -> Document { HTMLParser.parse(html) }

  static func first(_ name: NameID, in document: Document) -> NodeID {
    var node = document.next(after: .document)
    while !node.isNone, !document.isHTMLElement(node, name) { node = document.next(after: node) }
    return node
  }

  static func element(_ id: String, in document: Document) -> NodeID {
    document.elementWithID(Array(id.utf8).span)
  }

  /// What submitting the first form of a page asks for.
  static func submit(
    _ html: String, by submitter: String? = nil, state: FormState = FormState(),
    url: String = "http://a.test/dir/page?old=1#part", encoding: TextEncoding = .utf8
  ) throws -> FormSubmission.Request {
    let document = document(html)
    let address = try #require(WebURL(url))
    let submission = FormSubmission.prepare(
      form: first(.form, in: document),
      submitter: submitter.map { element($0, in: document) } ?? .none,
      in: document, state: state, baseURL: address, documentURL: address, encoding: encoding)
    guard case .request(let request) = try #require(submission) else {
      throw ExpectationMissing()
    }
    return request
  }

  struct ExpectationMissing: Error {}

  @Test(arguments: [
    (
      "an empty action is the page, its query replaced", "<form><input name=q value=x></form>",
      "http://a.test/dir/page?q=x#part"
    ),
    (
      "an action's query is replaced", "<form action='/s?z=1'><input name=q value='a b&c'></form>",
      "http://a.test/s?q=a+b%26c"
    ),
    (
      "an unchecked box sends nothing, a checked one without value sends on",
      "<form action=/s><input type=checkbox name=a><input type=checkbox name=b checked></form>",
      "http://a.test/s?b=on"
    ),
    (
      "of two radio buttons checked in the markup the last is on",
      "<form action=/s><input type=radio name=r value=1 checked><input type=radio name=r value=2 checked></form>",
      "http://a.test/s?r=2"
    ),
    (
      "a select sends its first option that is not disabled",
      "<form action=/s><select name=s><option disabled>No<option> Two  words </select></form>",
      "http://a.test/s?s=Two+words"
    ),
    (
      "a select sends the last option that is marked",
      "<form action=/s><select name=s><option value=1 selected>A<option value=2 selected>B</select></form>",
      "http://a.test/s?s=2"
    ),
    (
      "a select of several sends them all",
      "<form action=/s><select multiple name=s><option selected>A<option>B<option selected>C</select></form>",
      "http://a.test/s?s=A&s=C"
    ),
    (
      "disabled controls and those of a disabled fieldset send nothing, but for its legend",
      "<form action=/s><input name=a value=1 disabled><fieldset disabled><legend><input name=b value=2></legend><input name=c value=3></fieldset></form>",
      "http://a.test/s?b=2"
    ),
    (
      "controls without a name send nothing",
      "<form action=/s><input value=1><input name=a></form>",
      "http://a.test/s?a="
    ),
    (
      "a control elsewhere belongs to the form it names",
      "<form id=f action=/s></form><input form=f name=a value=1>", "http://a.test/s?a=1"
    ),
    (
      "a form begun inside a table keeps its controls",
      "<table><form action=/s><tr><td><input name=a value=1></td></tr></form></table>",
      "http://a.test/s?a=1"
    ),
    (
      "line ends are sent as carriage return and line feed",
      "<form action=/s><textarea name=t>\na\nb</textarea></form>",
      "http://a.test/s?t=a%0D%0Ab"
    ),
    (
      "_charset_ sends the name of the encoding",
      "<form action=/s><input type=hidden name=_charset_ value=x></form>",
      "http://a.test/s?_charset_=UTF-8"
    ),
    (
      "a number that is none sends nothing",
      "<form action=/s><input type=number name=a value=x><input type=number name=b value=-1.5e3></form>",
      "http://a.test/s?a=&b=-1.5e3"
    ),
    (
      "a range is kept between its ends and on its steps",
      "<form action=/s><input type=range name=a value=x><input type=range name=b value=7 max=10 step=5><input type=range name=c min=3 max=1 value=9></form>",
      "http://a.test/s?a=50&b=5&c=3"
    ),
    (
      "a colour that is none is black",
      "<form action=/s><input type=color name=a value=red><input type=color name=b value=#FFaa00></form>",
      "http://a.test/s?a=%23000000&b=%23ffaa00"
    ),
    (
      "the direction is sent where it is asked for",
      "<form action=/s dir=rtl><input name=a dirname=a.dir><input name=b dirname=b.dir dir=auto value=x></form>",
      "http://a.test/s?a=&a.dir=rtl&b=x&b.dir=ltr"
    ),
    (
      "a mail has no plus signs",
      "<form action=mailto:x@a.test?old><input name=subject value='a b'></form>",
      "mailto:x@a.test?subject=a%20b"
    ),
    (
      "buttons that were not pressed send nothing",
      "<form action=/s><button name=a value=1>Go</button><input name=b value=2></form>",
      "http://a.test/s?b=2"
    ),
  ])
  func getRequests(label: String, html: String, expected: String) throws {
    #expect(try Self.submit(html).url.href == expected, "\(label)")
  }

  @Test func thePressedButtonIsSentAndMayChangeTheRequest() throws {
    let request = try Self.submit(
      "<form action=/s><input name=a value=1><button id=go name=b value=2 formaction=/t formmethod=post>Go</button></form>",
      by: "go")
    #expect(request.url.href == "http://a.test/t")
    #expect(request.method == .post)
    #expect(request.contentType == "application/x-www-form-urlencoded")
    #expect(request.body == Array("a=1&b=2".utf8))
  }

  @Test func anImageButtonSendsWhereItWasPressed() throws {
    let request = try Self.submit(
      "<form action=/s><input type=image id=go name=m></form>", by: "go")
    #expect(request.url.href == "http://a.test/s?m.x=0&m.y=0")
  }

  @Test func multipartEscapesNamesAndSendsAnEmptyFile() throws {
    let request = try Self.submit(
      "<form method=post enctype=multipart/form-data><input name='a\"b' value='1\r\n2'><input type=file name=f></form>"
    )
    let type = try #require(request.contentType)
    let boundary = type.dropFirst("multipart/form-data; boundary=".count)
    let body = String(decoding: try #require(request.body), as: UTF8.self)
    #expect(
      body == "--\(boundary)\r\nContent-Disposition: form-data; name=\"a%22b\"\r\n\r\n12\r\n"
        + "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n"
        + "Content-Type: application/octet-stream\r\n\r\n\r\n--\(boundary)--\r\n")
  }

  @Test func charactersOutsideTheEncodingBecomeReferences() throws {
    let latin = try #require(TextEncoding(label: "windows-1252"))
    let request = try Self.submit(
      "<form action=/s><input name=a value='é漢'></form>", encoding: latin)
    #expect(request.url.query == "a=%E9%26%2328450%3B")
  }

  @Test func whatTheUserTypedIsSentAndResetTakesItBack() throws {
    let document = Self.document(
      "<form action=/s><input id=t name=t value=old><input id=c type=checkbox name=c><input id=r1 type=radio name=r value=1 checked><input id=r2 type=radio name=r value=2></form>"
    )
    var state = FormState()
    state.setValue("new\nline", of: Self.element("t", in: document), in: document)
    state.setChecked(true, of: Self.element("c", in: document), in: document)
    state.setChecked(true, of: Self.element("r2", in: document), in: document)
    let address = try #require(WebURL("http://a.test/"))
    func query() -> String? {
      let submission = FormSubmission.prepare(
        form: Self.first(.form, in: document), submitter: .none, in: document, state: state,
        baseURL: address, documentURL: address, encoding: .utf8)
      guard case .request(let request)? = submission else { return nil }
      return request.url.query
    }
    #expect(query() == "t=newline&c=on&r=2")
    state.reset(Self.first(.form, in: document), in: document)
    #expect(query() == "t=old&r=1")
    #expect(state.isPristine)
  }

  @Test(arguments: [
    ("<form><input><input></form>", false), ("<form><input></form>", true),
    ("<form><input><input><button>Go</button></form>", true),
    ("<form><input><button disabled>Go</button></form>", false),
  ])
  func enterSubmitsWhereTheStandardSaysSo(html: String, expected: Bool) {
    let document = Self.document(html)
    #expect(document.allowsImplicitSubmission(Self.first(.form, in: document)) == expected)
  }

  @Test func maxlengthCutsWhatIsTypedInWholeCharacters() {
    let document = Self.document(
      "<input id=a maxlength=3 value=abcdef><input id=b maxlength=2 type=number>")
    let (a, b) = (Self.element("a", in: document), Self.element("b", in: document))
    var state = FormState()
    #expect(state.value(of: a, in: document) == "abcdef")
    state.setValue("xy👍z", of: a, in: document)
    #expect(state.value(of: a, in: document) == "xy")
    state.setValue("1234", of: b, in: document)
    #expect(state.value(of: b, in: document) == "1234")
  }

  @Test(arguments: [
    ("<label id=l for=c>x</label><input id=c>", "c"),
    ("<label id=l>x<input type=hidden><input id=c></label>", "c"),
    ("<label id=l for=zz><input id=c></label>", ""),
    ("<label id=l for=d></label><div id=d></div>", ""),
    ("<label id=l><progress id=c></progress></label>", "c"),
  ])
  func labelIsForItsControl(html: String, expected: String) {
    let document = Self.document(html)
    let control = document.control(labelledBy: Self.element("l", in: document))
    #expect((control.isNone ? "" : document.attributeValue(.id, of: control)) == expected)
  }

  @Test func aDialogFormSendsNothing() throws {
    let document = Self.document("<dialog open><form method=dialog><input name=a></form></dialog>")
    let address = try #require(WebURL("http://a.test/"))
    let submission = FormSubmission.prepare(
      form: Self.first(.form, in: document), submitter: .none, in: document, state: FormState(),
      baseURL: address, documentURL: address, encoding: .utf8)
    guard case .dialog(let dialog)? = submission else { throw ExpectationMissing() }
    #expect(dialog == Self.first(.dialog, in: document))
  }
}
