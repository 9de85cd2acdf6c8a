import Mustache

/// Pages that show results, made from the files of a results folder alone.
package enum Page {
  /// One self-contained file: no script, and no request to anywhere.
  /// - Parameter files: the texts of the folder's files, by their names.
  /// - Returns: nil where the folder is of a kind that has no page yet.
  package static func html(_ files: [String: String]) -> String? {
    guard let data = RunData(files) else { return nil }
    return library.render(RunPage(data), withTemplate: "run")
  }

  private static let library: MustacheLibrary = {
    do {
      return MustacheLibrary(templates: [
        "run": try MustacheTemplate(string: RunTemplate.text),
        "bar": try MustacheTemplate(string: RunTemplate.bar),
      ])
    } catch {
      fatalError("the templates are a part of the program: \(error)")
    }
  }()
}
