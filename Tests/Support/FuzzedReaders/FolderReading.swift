import Documents
import Pages

/// A results folder has a page without control characters, or there is a reason why not.
///
/// - Parameter bytes: the texts of files, each behind a line of U+0001 and its name.
func readFolder(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self) else { return }
  do throws(PageProblem) {
    let page = try Page.html(folderFiles(text), pagedStudies)
    requirePrintable(page)
  } catch {
    precondition(!error.description.isEmpty, "a refusal without a reason")
  }
}

private func folderFiles(_ text: String) -> [String: String] {
  var files: [String: String] = [:]
  for piece in text.split(separator: "\u{1}") {
    let name = piece.prefix { $0 != "\n" }
    files[String(name)] = String(piece.dropFirst(name.count + 1))
  }
  return files
}

private let pagedStudies: [any PagedStudy.Type] = [
  SummaryDocument.self, ComparisonDocument.self, TuningDocument.self, SweepManifest.self,
  CapacityDocument.self, MapManifest.self,
]
