// SPDX-License-Identifier: MIT
// Part of Grille: track lists and placement of CSS grid.

/// One track size of a grid, or a line name between tracks.
package enum GridTrack: Hashable, Sendable {
  /// A track of one size.
  case size(GridTrackSize)
  /// `minmax()`.
  case minmax(GridTrackSize, GridTrackSize)
  /// `fit-content()` with its limit.
  case fitContent(LengthPercentage)
  /// The names of the line at this place.
  case lineNames([String])
}

/// A breadth inside a track list.
package enum GridTrackSize: Hashable, Sendable {
  /// A length, percentage or keyword.
  case breadth(LengthPercentage)
  /// A share of the free space.
  case flex(Float)
}

/// How often the repeated part of a track list fits by itself.
package enum GridAutoRepeat: UInt8, Sendable {
  case none
  case autoFill
  case autoFit
}

/// The tracks of one axis.
package struct GridTrackList: Hashable, Sendable {
  /// Tracks before the automatic repetition, with fixed repetitions written out.
  package var leading: [GridTrack] = []
  /// Whether `repeated` is repeated to fill the axis.
  package var autoRepeat = GridAutoRepeat.none
  /// The tracks of the automatic repetition.
  package var repeated: [GridTrack] = []
  /// Tracks after the automatic repetition.
  package var trailing: [GridTrack] = []

  /// Makes the list `none`.
  package init() {}
}

/// One edge of `grid-row` or `grid-column`.
package struct GridLine: Hashable, Sendable {
  /// Whether `number` counts tracks to span rather than lines.
  package var isSpan = false
  /// The line or span count; 0 when only a name or nothing is given.
  package var number: Int32 = 0
  /// The line's or area's name, or empty.
  package var name = ""

  /// Makes the value `auto`.
  package init() {}

  /// Whether this is `auto`.
  package var isAuto: Bool { !isSpan && number == 0 && name.isEmpty }
}

/// The grid properties of one style that are lists.
package struct GridValues: Hashable, Sendable {
  /// `grid-template-columns`.
  package var columns = GridTrackList()
  /// `grid-template-rows`.
  package var rows = GridTrackList()
  /// `grid-auto-columns`.
  package var autoColumns: [GridTrack] = []
  /// `grid-auto-rows`.
  package var autoRows: [GridTrack] = []
  /// The rows of `grid-template-areas`, each a list of names ("." for none).
  package var areas: [[String]] = []
  /// `grid-column-start`.
  package var columnStart = GridLine()
  /// `grid-column-end`.
  package var columnEnd = GridLine()
  /// `grid-row-start`.
  package var rowStart = GridLine()
  /// `grid-row-end`.
  package var rowEnd = GridLine()
  /// Whether `grid-auto-flow` is `dense`.
  package var isDense = false

  /// Makes the initial values.
  package init() {}
}
