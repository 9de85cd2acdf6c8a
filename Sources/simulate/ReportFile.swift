import ArgumentParser
import Documents
import Foundation
import Primitives
import Scenarios
import Store
import Text
import Words

/// Files that get the results beside stdout, each in a format of its own.
struct ReportFilesOption: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Write the results to a file too, in any of the formats. Repeatable.",
      valueName: "format=file"))
  var write: [String] = []

  /// Judges all of them before anything is run.
  /// - Parameters:
  ///   - kind: of the report that will be written.
  ///   - folder: where the results folder will be; nil where there will be none.
  /// - Returns: the formats that are asked for.
  func check(
    for kind: any Report.Type, besides folder: String?
  ) throws(CommandFailure) -> [OutputFormat] {
    var places: Set<String> = []
    var formats: [OutputFormat] = []
    for text in write {
      let file = try ReportFile(text)
      try file.format.check(kind, as: "--write \(shownOption(text))")
      let place = try file.place(besides: folder)
      guard places.insert(place.target).inserted else {
        throw .usage("--write \(shownOption(text)): that file is given twice")
      }
      formats.append(file.format)
    }
    return formats
  }

  /// Writes a report to each of them. The others are written where one cannot be.
  /// - Returns: why some could not be written; empty where all are.
  func write(_ report: some Report) -> [String] {
    write.compactMap { text in
      do {
        try ReportFile(text).write(report)
        return nil
      } catch {
        return (error as? CommandFailure)?.message ?? "--write \(shownOption(text)): \(error)"
      }
    }
  }
}

/// One of them: `junit=results.xml`.
private struct ReportFile {
  let format: OutputFormat
  let path: String
  private let option: String

  init(_ text: String) throws(CommandFailure) {
    option = "--write \(shownOption(text))"
    let names = OutputFormat.all.map(\.name)
    guard let sign = text.firstIndex(of: "="), text.index(after: sign) < text.endIndex else {
      throw .usage("\(option): write FORMAT=FILE, such as junit=junit.xml")
    }
    let name = String(text[..<sign])
    guard let format = OutputFormat(argument: name) else {
      let near = didYouMean(name, in: names)
      throw .usage(
        "\(option): \(near ?? "'\(name)' is no format; there are \(names.joined(separator: ", "))")"
      )
    }
    self.format = format
    path = String(text[text.index(after: sign)...])
    if path == "-" { throw .usage("\(option): stdout is what --format is for; name a file") }
  }

  /// - Parameter results: the results folder of this run.
  func place(besides results: String?) throws(CommandFailure) -> FilePlace {
    try FilePlace.checked(path, as: option, besides: results)
  }

  func write(_ report: some Report) throws {
    try FilePlace.checked(path, as: option).fill { take in try format.write(report, to: take) }
  }
}

extension OutputFormat {
  /// Refuses a format that asks for what reports of a kind do not have.
  /// - Parameter option: as it was typed.
  func check(_ kind: any Report.Type, as option: String? = nil) throws(CommandFailure) {
    guard let needs, !takes(kind) else { return }
    let others = Self.those(for: kind).map(\.name)
    throw .usage(
      "\(option ?? "--format \(name)"): there are no \(needs.words) here; write "
        + others.dropLast().joined(separator: ", ") + " or \(others[others.count - 1])")
  }

  /// Refuses a list of verdicts where nothing is judged.
  static func check(_ formats: [OutputFormat], isJudging: Bool) throws(CommandFailure) {
    guard !isJudging, let idle = formats.first(where: { $0.needs == .verdicts }) else { return }
    throw .usage(
      "\(idle.name) lists what was judged, and nothing is: give a promise, such as --slo "
        + "'recover.p99 < 90s', slo in the scenario, or a --baseline")
  }
}
