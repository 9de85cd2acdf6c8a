import Documents
import Foundation
import Pages
import Testing

private let isNightly = ProcessInfo.processInfo.environment["SQUALL_NIGHTLY"] != nil

/// Every figure of a results folder is on its page, or in `Fixtures/unshown.txt`: each number of its documents and
/// tables is changed in turn, and the page must change with it. A page that reads a key which no writer writes any
/// more, or leaves a figure out, shows here. To take over what is not shown now, run the suite with
/// SQUALL_UPDATE_WORDING=1. It takes minutes, and is run every night.
@Suite("The figures of pages", .enabled(if: isOptimised && isNightly)) struct PageFigureTests {
  private static let commands = [
    "gateway-restart --clients 500",
    "gateway-restart --clients 500 --replications 3",
    "compare gateway-restart --clients 500 --backoff aws-full --backoff phoenix --replications 3",
    "compare gateway-restart --clients 200 --backoff aws-full --backoff phoenix --replications 2 --worlds limits=20/s",
    "capacity gateway-restart --clients 2000 --least gateway.nodes=1..8 --backoff aws-full --replications 2",
    "tune gateway-restart --clients 200 --budget 60 --replications 2 --no-catalogue",
    "map gateway-restart --clients 300 --x gateway.nodes=1..2 --y gateway.auth.time=50ms..3s --cells 2x4 --replications 2",
    "sweep gateway-restart --clients 200 --vary gateway.nodes=1,2 --backoff 5s --backoff phoenix --replications 2",
  ]
  private static let kinds: [any PagedStudy.Type] = [
    SummaryDocument.self, ComparisonDocument.self, CapacityDocument.self, TuningDocument.self,
    MapManifest.self, SweepManifest.self,
  ]

  private var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/unshown.txt")
  }

  @Test func areThoseOfTheDocuments() throws {
    var lines = [
      "Numbers of results folders that are not on their pages: see PageFigureTests.swift."
    ]
    for command in Self.commands {
      let place = try Workplace()
      let process = try place.start(
        command.split(separator: " ").map(String.init) + ["--out", "results", "--quiet"])
      process.waitUntilExit()
      try #require(place.ending(of: process).status == 0, "\(command)")
      lines += ["", "# \(command)"] + (try unshown(try texts(of: place)))
    }
    if ProcessInfo.processInfo.environment["SQUALL_UPDATE_WORDING"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    for difference in (lines + [""]).difference(from: golden) {
      switch difference {
      case .insert(_, let line, _): Issue.record("no longer on the page: \(line)")
      case .remove(_, let line, _): Issue.record("on the page now: \(line)")
      }
    }
  }

  private func texts(of place: Workplace) throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path("results"))
    where name.hasSuffix(".json") || name.hasSuffix(".csv") {
      let text = try place.read("results/\(name)")
      // Written as those are that are changed.
      texts[name] =
        name.hasSuffix(".csv")
        ? text : try JSONDecoder().decode(JSONPart.self, from: Data(text.utf8)).text
    }
    return texts
  }

  /// The places of numbers whose change leaves the page as it is.
  private func unshown(_ files: [String: String]) throws -> [String] {
    let page = try Page.html(files, Self.kinds)
    var places: [String] = []
    for (name, text) in files where !Page.unread.contains(name) {
      let part: any ChangeableNumbers =
        name.hasSuffix(".csv")
        ? Table(text) : try JSONDecoder().decode(JSONPart.self, from: Data(text.utf8))
      let unseen = try unshown(Array(part.places.indices), instead: page) { changed in
        // A page that refuses a number has read it.
        try? Page.html(files.merging([name: part.changed(at: changed)]) { $1 }, Self.kinds)
      }
      places += joined(unseen.map { part.places[$0] }, of: part.places).map { "\(name) \($0)" }
    }
    return places.sorted()
  }

  /// Places under one key are one where all of that key are among them.
  private func joined(_ places: [String], of all: [String]) -> Set<String> {
    let unseen = Set(places)
    let seen = all.filter { !unseen.contains($0) }
    return Set(
      places.map { place in
        let keys = place.split(separator: ".", omittingEmptySubsequences: false)
        let prefixes = keys.indices.dropFirst().map { keys[...$0].joined(separator: ".") }
        return prefixes.first { prefix in
          !seen.contains { $0 == prefix || $0.hasPrefix(prefix + ".") }
        } ?? place
      })
  }

  /// Those of some numbers that can be changed together without a change of the page.
  private func unshown(
    _ numbers: [Int], instead page: String, rendered: (Set<Int>) throws -> String?
  ) throws -> [Int] {
    if numbers.isEmpty { return [] }
    if try rendered(Set(numbers)) == page { return numbers }
    if numbers.count == 1 { return [] }
    let middle = numbers.count / 2
    return try unshown(Array(numbers[..<middle]), instead: page, rendered: rendered)
      + unshown(Array(numbers[middle...]), instead: page, rendered: rendered)
  }
}

/// A text with numbers that can be changed.
private protocol ChangeableNumbers {
  /// The places of the numbers; of lists and columns only the first.
  var places: [String] { get }
  /// The text with some of them changed.
  func changed(at numbers: Set<Int>) throws -> String
}

/// A table, of which the first number of each column can be changed.
private struct Table: ChangeableNumbers {
  private let rows: [[String]]
  private let cells: [(row: Int, column: Int)]

  init(_ text: String) {
    let rows = text.components(separatedBy: "\n").map { $0.components(separatedBy: ",") }
    self.rows = rows
    cells = (rows.first ?? []).indices.compactMap { column in
      rows.indices.dropFirst().first { row in
        column < rows[row].count && Double(rows[row][column])?.isFinite ?? false
      }.map { ($0, column) }
    }
  }

  var places: [String] { cells.map { rows[0][$0.column] } }

  func changed(at numbers: Set<Int>) -> String {
    var rows = rows
    for (row, column) in numbers.map({ cells[$0] }) {
      let other = otherNumber(than: Double(rows[row][column]) ?? 0)
      rows[row][column] = other == other.rounded() ? "\(Int(other))" : "\(other)"
    }
    return rows.map { $0.joined(separator: ",") }.joined(separator: "\n")
  }
}

/// A part of a JSON document.
private indirect enum JSONPart: Codable, ChangeableNumbers {
  case none
  case truth(Bool)
  case number(Double)
  case word(String)
  case list([JSONPart])
  case object([String: JSONPart])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .none
    } else if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let word = try? value.decode(String.self) {
      self = .word(word)
    } else if let list = try? value.decode([JSONPart].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONPart].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .none: try value.encodeNil()
    case .truth(let truth): try value.encode(truth)
    case .number(let number): try value.encode(number)
    case .word(let word): try value.encode(word)
    case .list(let list): try value.encode(list)
    case .object(let object): try value.encode(object)
    }
  }

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  var places: [String] {
    switch self {
    case .none, .truth, .word: []
    case .number: [""]
    case .list(let list): (list.first?.places ?? []).map { "[]\($0)" }
    case .object(let object):
      parts(of: object).flatMap { key, part in part.places.map { ".\(key)\($0)" } }
    }
  }

  func changed(at numbers: Set<Int>) throws -> String {
    var next = 0
    return try changed(at: numbers, &next).text
  }

  /// - Parameter next: the number that comes next.
  private func changed(at numbers: Set<Int>, _ next: inout Int) -> JSONPart {
    switch self {
    case .none, .truth, .word: return self
    case .number(let number):
      next += 1
      return numbers.contains(next - 1) ? .number(otherNumber(than: number)) : self
    case .list(let list):
      guard let first = list.first else { return self }
      return .list([first.changed(at: numbers, &next)] + list.dropFirst())
    case .object(let object):
      var changed = object
      for (key, part) in parts(of: object) { changed[key] = part.changed(at: numbers, &next) }
      return .object(changed)
    }
  }

  private func parts(of object: [String: JSONPart]) -> [(key: String, value: JSONPart)] {
    object.sorted { $0.key < $1.key }
  }
}

/// Whole numbers stay whole.
private func otherNumber(than number: Double) -> Double {
  number == number.rounded() ? number + 7 : number * 1.37 + 0.5
}
