// SPDX-License-Identifier: MIT
// Part of Grille: keeps what the process has in memory from files and from other programs.
import CProcess

/// The secrecy of the process's memory: pass phrases and private keys are in it.
nonisolated enum ProcessSecrecy {
  /// Sees to it that a crash leaves no image of the memory, and that no other program of the user may
  /// look into it.
  ///
  /// The limit alone would not do: the system ignores it where core files go to a program.
  static func begin() { _ = shim_forbid_core_dumps() }
}
