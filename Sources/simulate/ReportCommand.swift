import ArgumentParser
import Documents
import Foundation
import Pages

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Makes the page of a results folder again.",
    usage: "simulate report FOLDER [options]",
    discussion: """
      Reads the folder alone: nothing is run. The page is one file, without a script and without a \
      request to anywhere.
      """)

  @Argument(help: "The results folder.")
  var folder: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file (default: report.html in the folder).", valueName: "file"))
  var out: String?

  func run() throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      let isFile = FileManager.default.fileExists(atPath: folder)
      throw CommandFailure.usage(
        isFile
          ? "'\(folder)' is no folder: name the results folder" : "there is no folder '\(folder)'")
    }
    guard names.contains("manifest.json") else {
      throw CommandFailure.usage("\(folder) holds no results: it has no manifest.json")
    }
    var files: [String: String] = [:]
    for name in names
    where ["json", "csv", "hgrm", "hlog", "md"].contains((name as NSString).pathExtension)
      && !Page.unread.contains(name)
    {
      files[name] = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    try checkWholeness(of: files)
    let path = try outputPath()
    try replace(path, with: page(of: files))
    try Output.results("\(path) is written\n")
  }

  private func page(of files: [String: String]) throws(CommandFailure) -> String {
    do throws(PageProblem) {
      return try Page.html(files, Studies.pages)
    } catch {
      switch error {
      case .noPage: throw .usage("\(folder): \(error)")
      case .damaged:
        throw .usage("\(folder)/\(error); another version made it, or it is damaged: run it again")
      }
    }
  }

  /// Writes a file under another name and gives it its own in one step. A file that a kill leaves
  /// behind lies beside the folder: inside the folder, it would keep a run from replacing the
  /// results.
  private func replace(_ path: String, with page: String) throws(CommandFailure) {
    let target = URL(fileURLWithPath: path)
    let place = out == nil ? target.deletingLastPathComponent() : target
    let partial = place.deletingLastPathComponent()
      .appendingPathComponent(".\(place.lastPathComponent).page")
    do {
      try Data(page.utf8).write(to: partial)
      guard rename(partial.path, target.path) == 0 else {
        throw CommandFailure.runtime("cannot write '\(path)': \(String(cString: strerror(errno)))")
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw .runtime("cannot write '\(path)': \(error.localizedDescription)")
    }
  }

  /// A page made from damaged files would look like results.
  private func checkWholeness(of files: [String: String]) throws(CommandFailure) {
    guard let manifest = files[ManifestHead.file] else {
      throw .usage("\(folder)/manifest.json is damaged")
    }
    if let problem = ResultsSchema.problem(in: manifest, of: "\(folder)/manifest.json") {
      throw .usage(problem)
    }
    guard let head = try? ManifestHead(manifest.utf8) else {
      throw .usage("\(folder)/manifest.json is damaged")
    }
    for (name, hash) in head.hashes.sorted(by: { $0.file < $1.file })
    where name != "report.html" && !Page.unread.contains(name) {
      guard let text = files[name], hashText(text) == hash else {
        throw .usage(
          "\(folder)/\(name) is not as its run wrote it: it was changed, or damaged; no page is made"
        )
      }
    }
  }

  /// Only a page is ever replaced.
  private func outputPath() throws(CommandFailure) -> String {
    let path = out ?? "\(folder)/report.html"
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return path
    }
    if isDirectory.boolValue { throw .usage("--out \(path): that is a folder; name a file in it") }
    guard path.hasSuffix(".html") || path.hasSuffix(".htm") else {
      throw .usage("--out \(path): only a file that ends in .html is replaced")
    }
    return path
  }
}
