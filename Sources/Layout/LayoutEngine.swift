// SPDX-License-Identifier: MIT
// Part of Grille: lays out a document for a width.

package import CSS
package import CellGrid
package import DOM

/// Turns a document and its styles into a laid-out page.
package enum LayoutEngine {
  /// Lays out a document.
  ///
  /// Takes time and memory in proportion to the document, whatever its nesting.
  /// - Parameters:
  ///   - document: a complete document, or a snapshot of one that still grows.
  ///   - resolver: the styles of that document.
  ///   - viewport: the size of the page's view; only its width matters.
  ///   - options: what is wanted besides text in its place.
  ///   - forms: the values of form controls.
  /// - Returns: the page in cells.
  package static func layOut(
    _ document: Document, resolver: inout StyleResolver, viewport: CellSize,
    options: LayoutOptions = LayoutOptions(), forms: FormState
  ) -> LayoutResult {
    var builder = BoxTreeBuilder(
      document: document, resolver: resolver, columns: max(1, viewport.columns), options: options,
      forms: forms)
    builder.run()
    resolver = builder.resolver
    return LayoutResult(builder, columns: max(1, viewport.columns))
  }
}
