import Documents
import Foundation
import TestRuns
import Testing

@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

/// Lets every operation of a writer fail in turn, or be the first that a killed process does not come
/// to: what stands under the name is the older results, whole, or the new ones, or nothing that could
/// be taken for results.
@Suite("Whatever fails, no results are half") struct FailingDiskTests {
  static let files: [(name: String, text: String)] = [
    ("manifest.json", ""), ("summary.json", "{}\n"), ("summary.csv", "a,b\n1,2\n"),
  ]

  /// - Parameter mark: tells one set of results from another.
  static func contents(_ mark: String) -> [(name: String, text: String)] {
    let files = Self.files.dropFirst().map { ($0.name, $0.text + mark) } + [("\(mark).csv", mark)]
    return [("manifest.json", madeUpManifest(of: files))] + files
  }

  enum Before: CaseIterable, Sendable { case nothing, empty, results }

  struct Case: Sendable, CustomTestStringConvertible {
    var before: Before
    var fate: FailingDisk.Fate
    var isMounted: Bool

    var testDescription: String {
      "\(before), \(fate)\(isMounted ? ", in place" : "")"
    }

    static var all: [Case] {
      Before.allCases.flatMap { before in
        FailingDisk.Fate.allCases.flatMap { fate in
          [false, true].map { Case(before: before, fate: fate, isMounted: $0) }
        }
      }
    }
  }

  @Test(arguments: Case.all) func everyOperationInTurn(_ one: Case) throws {
    var number = 0
    while true {
      let scratch = try Scratch()
      defer { scratch.remove() }
      let path = scratch.path + "/out"
      try prepare(path, one.before)
      let disk = FailingDisk(one.fate, at: number, isMounted: one.isMounted)
      let problem = Self.problem(of: path, disk)
      let isWritten = problem == nil
      #expect(problem?.contains("out") != false)
      try judge(scratch, one, number, isWritten: isWritten)
      try writeAgain(path, one)
      // Where files are put in place, nobody looks into the folder above.
      let hidden = scratch.names().filter {
        $0.hasPrefix(".") && !(one.isMounted && $0.hasPrefix(".squall.probe"))
      }
      #expect(hidden == [], "operation \(number)")
      #expect(try wholeResults(path)?.contains("third.csv") == true, "operation \(number)")
      if disk.count <= number { break }
      number += 1
    }
    #expect(number > 8)
  }

  /// Why the results could not be written; nil where they were.
  private static func problem(of path: String, _ disk: FailingDisk) -> String? {
    do throws(ResultsFolderError) {
      try ResultsFolder.write(contents("new"), to: ResultsPlace(path, .run, disk))
      return nil
    } catch {
      return error.description
    }
  }

  private func prepare(_ path: String, _ before: Before) throws {
    switch before {
    case .nothing: break
    case .empty:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .results: try ResultsFolder.write(Self.contents("old"), to: ResultsPlace(path, .run))
    }
  }

  /// Whoever comes next writes and cleans up, as if nothing had been.
  private func writeAgain(_ path: String, _ one: Case) throws {
    let disk = FailingDisk(.fails, at: .max, isMounted: one.isMounted)
    try ResultsFolder.write(Self.contents("third"), to: ResultsPlace(path, .run, disk))
  }

  private func judge(
    _ scratch: Scratch, _ one: Case, _ number: Int, isWritten: Bool
  ) throws {
    let path = scratch.path + "/out"
    let found = try wholeResults(path)
    if isWritten {
      #expect(found?.contains("new.csv") == true, "operation \(number)")
      return
    }
    let hasManifest = FileManager.default.fileExists(atPath: path + "/manifest.json")
    #expect(found != nil || !hasManifest, "operation \(number): neither whole nor marked")
    // Where folders change places nothing is lost at all.
    if !one.isMounted, one.before == .results {
      let aside = scratch.names().contains { $0.hasSuffix("-old") }
      #expect(found != nil || aside, "operation \(number)")
    }
    if one.fate == .fails, !one.isMounted, found?.contains("new.csv") != true {
      #expect(scratch.names().filter { $0.contains(".partial-") }.count <= 1)
    }
  }
}

/// A manifest of files that were made up.
func madeUpManifest(of files: [(name: String, text: String)]) -> String {
  let members: [JSONValue.Member] = [
    .init("schema", .integer(2)), .init("scenario", .string("x")), .init("digest", .string("0")),
    .init("kind", .string("run")),
  ]
  guard case .object(let content) = JSONValue.document(FolderContent(files.map(WrittenFile.init)))
  else { preconditionFailure("the content of a folder is an object") }
  return JSONValue.object(members + content).text
}

/// The names of the files in a folder that is whole: each is there with the size and the hash that the
/// manifest says, and no other. nil where it is not.
func wholeResults(_ path: String) throws -> Set<String>? {
  struct Manifest: Decodable {
    var files: [String]
    var sizes: [String: Int]
    var hashes: [String: String]
  }
  guard let data = try? Data(contentsOf: URL(fileURLWithPath: path + "/manifest.json")) else {
    return nil
  }
  let manifest = try JSONDecoder().decode(Manifest.self, from: data)
  let names = Set(try FileManager.default.contentsOfDirectory(atPath: path))
    .filter { !$0.hasPrefix(".squall.") }
  guard names == Set(manifest.files + ["manifest.json"]) else { return nil }
  for name in manifest.files {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
    guard bytes.count == manifest.sizes[name],
      hashText(String(decoding: bytes, as: UTF8.self)) == manifest.hashes[name]
    else { return nil }
  }
  return names
}
