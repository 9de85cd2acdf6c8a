import Foundation
import Pages

/// Writes results folders.
///
/// Everything is written to a hidden folder beside it (`.<name>.partial-<random>`) and takes the name in one step at
/// the end, so that there is never half a folder under that name. Missing parents are made. An existing folder is
/// replaced only where it is empty or holds nothing but the files that its manifest lists.
package enum ResultsFolder {
  package static func write(
    _ contents: [(name: String, text: String)], to place: ResultsPlace
  ) throws(ResultsFolderError) {
    let folder = try FolderWriter(place)
    do throws(ResultsFolderError) {
      // The manifest last: with it a folder is whole.
      for file in contents.dropFirst() + contents.prefix(1) { try folder.add(file.name, file.text) }
      try folder.finish()
    } catch {
      folder.discard()
      throw error
    }
  }

  /// The files with their manifest before them and the page that shows them behind them.
  /// - Parameters:
  ///   - study: whose results they are.
  ///   - manifest: that of some files. The page is made from the others, and is then listed itself.
  package static func withPage(
    _ files: [(name: String, text: String)], of study: any PagedStudy.Type,
    manifest: ([(name: String, text: String)]) -> String
  ) -> [(name: String, text: String)] {
    let texts = files + [("manifest.json", manifest(files))]
    let named = Dictionary(texts.map { ($0.0, $0.1) }) { first, _ in first }
    let page = try? Page.html(named, [study])
    let all = files + (page.map { [("report.html", $0)] } ?? [])
    return [("manifest.json", manifest(all))] + all
  }
}
