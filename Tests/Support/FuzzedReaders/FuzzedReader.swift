/// The readers of what comes from outside, as functions of any bytes: what a coverage-guided fuzzer drives,
/// and what the tests play its corpus to. A finding is a trap.
package enum FuzzedReader: String, CaseIterable, Sendable {
  case scenario, formula, journal, folder

  /// Reads bytes, and holds what was read against what must be so of it.
  package func read(_ bytes: [UInt8]) {
    switch self {
    case .scenario: readScenario(bytes)
    case .formula: readFormula(bytes)
    case .journal: readJournal(bytes)
    case .folder: readFolder(bytes)
    }
  }
}

/// Ends the process where a text that a user sees would act on a terminal.
func requirePrintable(_ text: String) {
  let found = text.unicodeScalars.first { scalar in
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
  precondition(found == nil, "U+\(String(found?.value ?? 0, radix: 16)) in: \(text)")
}
