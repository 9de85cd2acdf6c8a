import Documents
import Mustache

/// Pages that show results, made from the files of a results folder alone.
package enum Page {
  /// One self-contained file: no script, and no request to anywhere.
  /// - Parameter files: the texts of the folder's files, by their names.
  /// - Returns: nil where the folder is of a kind that has no page yet.
  package static func html(_ files: [String: String]) -> String? {
    guard let text = files[ManifestHead.file], let head = try? ManifestHead(text.utf8) else {
      return nil
    }
    switch head.kind {
    case .run: return RunData(files, head).flatMap { render(RunPage($0), "run") }
    case .sweep: return SweepData(files, head).flatMap { render(SweepPage($0), "sweep") }
    case .capacity:
      guard let record = try? Manifest<CapacityRecord>(document: text).study,
        let study = try? CapacityDocument(document: files["capacity.json"] ?? "")
      else { return nil }
      return html(study, record)
    case .map: return MapData(files, head).flatMap { render(MapPage($0), "map") }
    case .comparison:
      return ComparisonData(files, head).flatMap { render(ComparisonPage($0), "comparison") }
    case .tuning: return TuningData(files, head).flatMap { render(TuningPage($0), "tuning") }
    }
  }

  /// The page of a study of capacity.
  package static func html(_ study: CapacityDocument, _ record: CapacityRecord) -> String? {
    render(CapacityPage(study, record), "capacity")
  }

  /// Files that no page is made from, and that may be larger than the memory.
  package static let unread: Set<String> = [
    "sweep.csv", "cells.csv", "checks.csv", "promises.csv", "runs.csv",
  ]

  private static func render(_ content: Any, _ template: String) -> String? {
    library.render(content, withTemplate: template)
  }

  private static let library: MustacheLibrary = {
    let texts = [
      "frame": Partials.frame, "figure": Partials.figure, "fold": Partials.fold,
      "bar": Partials.bar, "run": RunTemplate.text, "again": SweepTemplate.again,
      "sweep": SweepTemplate.text, "map": MapTemplate.text,
      "capacity": CapacityTemplate.text,
      "comparison": ComparisonTemplate.text, "tuning": TuningTemplate.text,
      "heat": ComparisonTemplate.heat,
      "part": ComparisonTemplate.part, "command": ComparisonTemplate.command,
    ]
    do {
      return MustacheLibrary(templates: try texts.mapValues { try MustacheTemplate(string: $0) })
    } catch {
      fatalError("the templates are a part of the program: \(error)")
    }
  }()
}
