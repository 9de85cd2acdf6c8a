import ArgumentParser
import Foundation
import Pages

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes the page of a results folder again.",
    usage: "simulate report FOLDER [options]",
    discussion: """
      Reads the folder alone: nothing is run. The page is one file, without a script and without a \
      request to anywhere.
      """)

  @Argument(help: "The results folder of a run.")
  var folder: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file (default: report.html in the folder).", valueName: "file"))
  var out: String?

  func run() throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw CommandFailure.usage("there is no folder '\(folder)'")
    }
    guard names.contains("manifest.json") else {
      throw CommandFailure.usage("\(folder) holds no results: it has no manifest.json")
    }
    var files: [String: String] = [:]
    for name in names where ["json", "csv", "hgrm"].contains((name as NSString).pathExtension) {
      files[name] = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    guard let page = Page.html(files) else {
      throw CommandFailure.usage("\(folder): there is no page for results of this kind")
    }
    let path = out ?? "\(folder)/report.html"
    do {
      try Data(page.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure.runtime("cannot write '\(path)': \(error.localizedDescription)")
    }
    try Output.results("\(path) is written\n")
  }
}
