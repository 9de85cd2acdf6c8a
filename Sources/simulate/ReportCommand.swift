import ArgumentParser
import Documents
import Foundation
import Pages
import Store
import Words

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
    let manifest = try read([ManifestHead.file])
    let listed = manifest[ManifestHead.file].flatMap { try? ManifestHead($0.utf8) }?.files ?? []
    let wanted = Set(listed).intersection(names).filter { name in
      ["json", "csv", "hgrm", "hlog", "md"].contains { name.hasSuffix(".\($0)") }
        && !Page.unread.contains(name)
    }
    let files = try read(wanted).merging(manifest) { $1 }
    try checkWholeness(of: files)
    let place = try place()
    let page = try page(of: files)
    try place.fill { take in try take(page) }
    try Output.results("\(place.path) is written\n")
  }

  /// Reads files of the folder, where there is memory for them and for what a page makes of them.
  private func read(_ names: Set<String>) throws(CommandFailure) -> [String: String] {
    let sizes = names.map { name in
      (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)"))?[.size] as? Int ?? 0
    }
    try MemoryBudget.check(
      "the page of \(folder)", needs: sizes.reduce(0, +) * Self.memoryPerByte,
      remedy: "make it on a machine with more")
    var files: [String: String] = [:]
    for name in names {
      files[name] = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    return files
  }

  /// Measured with 170 MB of time series, and rounded up.
  private static let memoryPerByte = 6

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

  /// A page made from damaged files would look like results.
  private func checkWholeness(of files: [String: String]) throws(CommandFailure) {
    guard let manifest = files[ManifestHead.file] else {
      throw .usage("\(folder)/manifest.json is damaged: it is no text file that can be read")
    }
    if let problem = ResultsSchema.problem(in: manifest, of: "\(folder)/manifest.json") {
      throw .usage(problem)
    }
    let head: ManifestHead
    do {
      head = try ManifestHead(manifest.utf8)
    } catch {
      throw .usage("\(folder)/manifest.json is damaged: \(error)")
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

  /// Only a page is ever replaced, and only that of the folder itself lies in a results folder.
  private func place() throws(CommandFailure) -> FilePlace {
    guard let out else {
      return try .checked("\(folder)/\(ResultsPlace.page)", as: nil, .anywhere)
    }
    let option = "--out \(shownOption(out))"
    let isPage = out.hasSuffix(".html") || out.hasSuffix(".htm")
    if !isPage, FileManager.default.fileExists(atPath: out) {
      throw .usage("\(option): only a file that ends in .html is replaced")
    }
    let isOwn = out.hasSuffix("/\(ResultsPlace.page)")
    return try .checked(out, as: option, isOwn ? .anywhere : .file)
  }
}
