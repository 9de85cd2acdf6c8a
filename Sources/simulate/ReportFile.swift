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
      guard places.insert(place).inserted else {
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
  }

  /// Returns the path of the future file. Each file has only one such path.
  /// - Parameter results: the results folder. A file in it would keep it from being replaced.
  func place(besides results: String?) throws(CommandFailure) -> String {
    let disk = Disk()
    if path.hasSuffix("/") || name == "." || name == ".." {
      throw .usage("\(option): '\(path)' names a folder; name a file in it")
    }
    guard let folder = resolvedFolder else {
      throw .usage("\(option): there is no folder '\(folderPath)'; make it first")
    }
    let place = "\(folder)/\(name)"
    let kind: FileKind?
    do throws(FileError) {
      // The longer of the two names that the file will have.
      _ = try disk.kind(of: partial(in: folder))
      kind = try disk.kind(of: place)
    } catch {
      throw .usage("\(option): '\(path)' cannot be written: \(error)")
    }
    switch kind {
    case .folder: throw .usage("\(option): '\(path)' is a folder; name a file in it")
    case .link, .other:
      throw .usage("\(option): '\(path)' is no file of its own: only a file is replaced")
    case .file, nil: break
    }
    if access(folder, W_OK) != 0 {
      throw .usage("\(option): nothing can be written into '\(folderPath)'")
    }
    if results.map({ isBelow(folder, $0) }) ?? false || isResults(folder) {
      throw .usage(
        "\(option): '\(folderPath)' is a results folder, which holds its own files only; write it "
          + "beside that")
    }
    return place
  }

  /// The name behind the last slash.
  private var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  private var folderPath: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the path of the file while it is filled.
  private func partial(in folder: String) -> String {
    "\(folder)/.\(name).partial-\(ProcessInfo.processInfo.processIdentifier)"
  }

  /// The folder without links; nil if there is no such folder.
  private var resolvedFolder: String? {
    guard let resolved = realpath(folderPath, nil) else { return nil }
    defer { free(resolved) }
    let folder = String(cString: resolved)
    return (try? Disk().kind(of: folder)) == .folder ? folder : nil
  }

  /// Returns true if a folder is another, or lies in it. A folder that does not exist yet holds
  /// nothing.
  private func isBelow(_ folder: String, _ other: String) -> Bool {
    guard let resolved = realpath(other, nil) else { return false }
    defer { free(resolved) }
    let other = String(cString: resolved)
    return folder == other || folder.hasPrefix(other + "/")
  }

  private func isResults(_ folder: String) -> Bool {
    FileManager.default.contents(atPath: "\(folder)/manifest.json").flatMap {
      try? ManifestHead($0)
    }
      != nil
  }

  /// Fills a file beside it and gives that the name in one step, so that no reader ever sees half a
  /// file.
  func write(_ report: some Report) throws {
    let disk = Disk()
    guard let folder = resolvedFolder else {
      throw CommandFailure.runtime("\(option): the folder '\(folderPath)' is gone")
    }
    let place = "\(folder)/\(name)"
    let partial = partial(in: folder)
    do {
      try? disk.removeFile(partial)
      let file = try disk.open(partial, .new)
      do {
        defer { disk.close(file) }
        try format.write(report) { try disk.write(Array($0.utf8), to: file) }
        try disk.sync(file)
      }
      try disk.rename(partial, to: place)
    } catch {
      try? disk.removeFile(partial)
      guard let error = error as? FileError else { throw error }
      throw CommandFailure.runtime("cannot write '\(path)': \(error)")
    }
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
