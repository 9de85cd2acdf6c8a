import Documents
import Pages
import Store
import Words

/// The report of a command that has made runs: it is shown, and kept as a results folder.
package protocol StudyReport: Report {
  associatedtype Document: Encodable
  associatedtype Record: StudyRecord

  /// The study whose page shows the results.
  static var study: any PagedStudy.Type { get }
  var facts: RunFacts { get }
  /// The path of the results; nil if they were not written.
  var folder: String? { get set }
  /// The style of the text for people.
  var style: TerminalStyle { get set }
  /// Everything that was found.
  var document: Document { get }
  var isTruncated: Bool { get }
  /// The hash of the scenario's values, if these tell the results from earlier ones.
  var scenarioHash: String? { get }
  /// Why the results are no answer, though no promise is broken; nil where they are one.
  var shortfall: StudyShortfall? { get }
  /// The files of the results folder, but for the manifest and the page.
  var files: [(name: String, text: String)] { get }
  /// The study's part of the manifest.
  /// - Parameter files: those of the folder.
  func record(of files: [(name: String, text: String)]) -> Record
}

/// Why results are no answer.
package enum StudyShortfall: Hashable, Sendable {
  /// Nothing keeps every promise. Only the text for people says so where there are no words.
  case noneKept(String?)
  case unusable(String)
}

extension StudyReport {
  package var scenarioHash: String? { nil }
  package var shortfall: StudyShortfall? { nil }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(documentText(document))
  }

  /// Every file of the folder, the manifest first.
  ///
  /// Values that depend on the clock on the wall stand at the end of the manifest, or in `timing.json`
  /// alone where there is such a file: the rest is the same bytes every time.
  package var contents: [(name: String, text: String)] {
    let files = files
    let record = record(of: files)
    let isTimed = !files.contains { $0.name == "timing.json" }
    return ResultsFolder.withPage(files, of: Self.study) { files in
      let clock = isTimed ? WallClock(facts, events: record.events) : nil
      return documentText(Manifest(record, facts, files: files.map(WrittenFile.init), clock: clock))
    }
  }

  /// Writes the results into a new folder, or in the place of an older one.
  package func write(to place: ResultsPlace) throws(ResultsFolderError) {
    try ResultsFolder.write(contents, to: place)
  }

  /// The same report, to be shown in a style.
  /// - Parameter folder: the path of the results; nil if they were not written.
  package func shown(from folder: String?, _ style: TerminalStyle) -> Self {
    var copy = self
    copy.folder = folder
    copy.style = style
    return copy
  }

  /// The last lines of the text: where the results are, and facts about the runs.
  func footer(_ items: [String]) -> [String] {
    wrapped(
      [folder.map(harmless)].compactMap(\.self) + items, gap: "   ", first: "  ", width: style.width
    ).map { style.coloured($0, .dim) }
  }

  /// `1,234 events in 2.1 s`
  func eventsText(_ events: Int) -> String {
    "\(HumanText.count(events)) events in \(HumanText.duration(facts.wallSeconds))"
  }

  /// `2 threads`
  var threadsText: String { "\(facts.threads) thread\(facts.threads == 1 ? "" : "s")" }
}
