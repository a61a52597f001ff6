// SPDX-License-Identifier: MIT
// Part of Grille: the clock, the memory count and the output of the core benchmark.

import Glibc

/// The processor nanoseconds that some work takes; other work on the machine counts little.
func nanoseconds(_ work: () -> Void) -> Double {
  var start = timespec()
  var end = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
  work()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
}

/// The least time of three, which other work on the machine lengthens least.
func leastTime(_ work: () -> Void) -> Double {
  (0..<3).map { _ in nanoseconds(work) }.min() ?? 0
}

/// The median time of each contestant, who take turns in every round; the first round does not
/// count.
func medians(rounds: Int, _ contestants: [() -> Void]) -> [Double] {
  var times = [[Double]](repeating: [], count: contestants.count)
  for contestant in contestants { contestant() }
  for _ in 0..<rounds {
    for (index, contestant) in contestants.enumerated() {
      times[index].append(nanoseconds(contestant))
    }
  }
  return times.map { $0.sorted()[rounds / 2] }
}

/// The bytes of memory in use that no file stands behind.
func residentBytes() -> Int {
  // proc(5): pages that are resident, and those of them that are shared.
  let numbers = String(decoding: contents(of: "/proc/self/statm"), as: UTF8.self)
  let fields = numbers.split(separator: " ")
  guard fields.count > 2, let all = Int(fields[1]), let shared = Int(fields[2]) else { return 0 }
  return (all - shared) * Int(getpagesize())
}

/// Prints one result as `name value unit`.
func report(_ name: String, _ value: Double, _ unit: String) {
  let thousandths = Int((value * 1000).rounded())
  let fraction = String(thousandths % 1000 + 1000).dropFirst()
  print(name, "\(thousandths / 1000).\(fraction)", unit)
  fflush(nil)
}

/// Keeps the compiler from leaving out work whose result is not used.
@inline(never) @_optimize(none) func consume<Value>(_ value: Value) {}

/// The bytes of a file; ends the program if it cannot be read.
func contents(of path: String) -> [UInt8] {
  guard let file = unsafe fopen(path, "rb") else { fail("cannot read \(path)") }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&piece, 1, piece.count, file)
    if count == 0 { return bytes }
    bytes += piece[..<count]
  }
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  let line = Array((message + "\n").utf8)
  _ = write(2, line, line.count)
  exit(2)
}
