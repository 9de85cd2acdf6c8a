import ArgumentParser
import Store
import Text

extension OutputFormat: ExpressibleByArgument {
  package init?(argument: String) {
    guard let format = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = format
  }

  package var defaultValueDescription: String { name }
  package static var allValueStrings: [String] { all.map(\.name) }
  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension OutputFormat {
  /// Writes a report to stdout. Ends quietly if the reader of stdout is gone.
  /// - Throws: where stdout cannot take it, where the report has nothing of the kind, and what the report
  ///   throws.
  func write<R: Report>(_ report: R) throws {
    try check(R.self)
    try Output.results { take in try write(report, to: take) }
  }
}

extension Output {
  /// Writes results piece by piece. Ends quietly if the reader of stdout is gone.
  static func results(_ body: (_ take: (String) throws -> Void) throws -> Void) throws {
    do {
      try body { piece in
        if case .unwanted = try results(piece) { throw NobodyReads() }
      }
    } catch is NobodyReads {}
  }
}

private struct NobodyReads: Error {}
