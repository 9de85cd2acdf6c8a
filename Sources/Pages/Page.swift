import Documents
import Mustache
import Words

/// A kind of results that has a page, made from the files of a results folder alone.
package protocol PagedStudy {
  static var kind: ResultsKind { get }
  /// One self-contained file: no script, and no request to anywhere.
  static func page(of folder: FolderTexts) throws(PageProblem) -> String
}

/// The pages of results folders.
package enum Page {
  /// The page of a folder of any of some kinds.
  /// - Parameter files: the texts of the folder's files, by their names.
  package static func html(
    _ files: [String: String], _ kinds: [any PagedStudy.Type]
  ) throws(PageProblem) -> String {
    let folder = try FolderTexts(files)
    guard let kind = kinds.first(where: { $0.kind == folder.head.kind }) else { throw .noPage }
    // Texts from outside stand in it: what would act on a reader is spelled out.
    return printableLines(try kind.page(of: folder), keepsColours: false)
  }

  /// Files that no page is made from, and that may be larger than the memory.
  package static let unread: Set<String> = [
    "sweep.csv", "cells.csv", "checks.csv", "promises.csv", "runs.csv",
  ]

  /// - Parameter template: the name of one of `Templates`.
  static func markup(_ content: Any, _ template: String) -> String {
    library.render(content, withTemplate: template) ?? ""
  }

  /// Several drawings side by side.
  static func panels(_ drawings: [String]) -> String {
    drawings.count == 1
      ? drawings[0]
      : "<div class=\"panels\">" + drawings.map { "<div>\($0)</div>" }.joined() + "</div>"
  }

  private static let library: MustacheLibrary = {
    do {
      return MustacheLibrary(
        templates: try Templates.all.mapValues { try MustacheTemplate(string: $0) })
    } catch {
      fatalError("the templates are a part of the program: \(error)")
    }
  }()
}

/// The texts of a results folder's files.
package struct FolderTexts {
  private let files: [String: String]
  package let head: ManifestHead

  /// - Parameter files: by their names.
  package init(_ files: [String: String]) throws(PageProblem) {
    self.files = files
    guard let head = files[ManifestHead.file].flatMap({ try? ManifestHead($0.utf8) }) else {
      throw .damaged("\(ManifestHead.file): this is no manifest")
    }
    self.head = head
  }

  /// Empty where there is no such file.
  subscript(_ name: String) -> String { files[name] ?? "" }

  func text(_ name: String) throws(PageProblem) -> String {
    guard let text = files[name] else { throw .damaged("\(name): this file is missing") }
    return text
  }

  func document<Document: Decodable>(
    _ name: String, _: Document.Type = Document.self
  ) throws(PageProblem) -> Document {
    let text = try text(name)
    do throws(DocumentError) {
      return try Document(document: text)
    } catch {
      throw .damaged("\(name): \(error)")
    }
  }

  /// Returns the record of the study in the manifest.
  func record<Record: StudyRecord>(_: Record.Type = Record.self) throws(PageProblem) -> Record {
    try document(ManifestHead.file, Manifest<Record>.self).study
  }
}

/// Why there is no page.
package enum PageProblem: Error, Hashable, CustomStringConvertible {
  /// There is none for such results.
  case noPage
  /// A missing or wrong part, with its file and place: `capacity.json: scale: this is missing`.
  case damaged(String)

  package var description: String {
    switch self {
    case .noPage: "there is no page for results of this kind"
    case .damaged(let problem): problem
    }
  }
}
