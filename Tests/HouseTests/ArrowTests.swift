import Foundation
import Testing

/// Which target may see which: the map in docs/extending.md, held against what the sources import.
@Suite("The arrows of the house")
struct ArrowTests {
  /// Lowest first. A target imports only what stands in a lower row.
  private static let rows = [
    ["Primitives"],
    ["Words"],
    ["Backoff"],
    ["Sessions", "VirtualTime", "Measurements"],
    ["NetworkModel", "GatewayModel"],
    ["Faults"],
    ["Simulator", "LiveSessions"],
    ["Metrics"],
    ["Systems"],
    ["Scenarios", "Documents", "Charts"],
    ["Findings", "Pages"],
    ["Studies"],
    ["Verdicts"],
    ["Store", "Jobs"],
    ["Text"],
    ["simulate"],
  ]

  /// Targets that see less than their row would allow.
  private static let narrower = [
    "Sessions": ["Primitives", "Backoff"],
    "LiveSessions": ["Primitives", "Backoff", "Sessions", "Measurements"],
    // Knows nothing of storms.
    "Charts": ["Words"],
    // Made from the files of a folder alone.
    "Pages": ["Charts", "Metrics", "Systems", "Documents", "Words"],
    // Knows what is to be run as words of a command line alone.
    "Jobs": ["Words", "Documents"],
  ]

  /// What comes from elsewhere, or is not Swift, and who may use it. Foundation has a rule of its own.
  private static let outside = [
    "Synchronization": [
      "Primitives", "Backoff", "Scenarios", "Studies", "Store", "Pages", "simulate",
    ],
    "Dispatch": ["Studies"],
    "CHints": ["VirtualTime", "Simulator"], "CArguments": ["simulate"],
    "HeapModule": ["VirtualTime"], "DequeModule": ["GatewayModel"],
    "Histogram": ["Measurements"], "Yams": ["Scenarios"],
    "SwiftCSV": ["Scenarios"],
    "TextTable": ["Text"], "Mustache": ["Pages", "Jobs"], "ArgumentParser": ["simulate"],
    // The error function.
    "Darwin": ["Metrics"], "Glibc": ["Metrics"], "Musl": ["Metrics"],
  ]

  private let tree: SourceTree

  init() throws { tree = try SourceTree.shared.get() }

  @Test func everyTargetHasARow() {
    #expect(Set(tree.files.map(\.target)).subtracting(Self.rows.joined()) == [])
  }

  @Test func arrowsOnlyPointDown() {
    let imports = Pattern(
      #"^ *(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|internal|private|fileprivate) )?import "#
        + #"(?:(?:struct|enum|class|protocol|func|var|let|typealias) )?(\w+)"#)
    var count = 0
    for file in tree.files {
      for module in imports.groups(in: file.code) {
        count += 1
        if let wrong = Self.objection(to: module, in: file.target) {
          Issue.record("\(file.path): \(wrong)")
        }
      }
    }
    #expect(count > 500, "the imports were not found")
  }

  /// A mistake in the rules themselves would let everything pass.
  @Test(arguments: [
    ("Simulator", "Metrics"), ("Metrics", "Systems"), ("Metrics", "Yams"),
    ("Metrics", "Foundation"), ("Studies", "Store"), ("Documents", "Scenarios"),
    ("Sessions", "VirtualTime"),
    ("Store", "Text"), ("Simulator", "Simulator"), ("simulate", "Nowhere"),
  ])
  func isForbidden(target: String, module: String) {
    #expect(Self.objection(to: module, in: target) != nil)
  }

  @Test(arguments: [
    ("Metrics", "Simulator"), ("Systems", "Foundation"), ("simulate", "Primitives"),
    ("Text", "Store"), ("LiveSessions", "Foundation"),
  ])
  func isAllowed(target: String, module: String) {
    #expect(Self.objection(to: module, in: target) == nil)
  }

  /// What speaks against importing a module; nil where nothing does.
  private static func objection(to module: String, in target: String) -> String? {
    guard let row = row(of: target) else { return "\(target) has no row" }
    if module.hasPrefix("Foundation") {
      let isAllowed = row >= Self.row(of: "Systems")! || target == "LiveSessions"
      return isAllowed ? nil : "no Foundation below Systems"
    }
    if let other = Self.row(of: module) {
      if let seen = narrower[target], !seen.contains(module) {
        return "\(target) does not see \(module)"
      }
      return other < row ? nil : "\(module) is not below \(target)"
    }
    if target == "LiveSessions", module.hasPrefix("NIO") { return nil }
    guard let users = outside[module] else { return "\(module) is not known to the house" }
    return users.contains(target) ? nil : "\(module) is not for \(target)"
  }

  private static func row(of target: String) -> Int? {
    rows.firstIndex { $0.contains(target) }
  }

  /// The benchmarks are a package of their own, which no build of this one compiles.
  @Test func benchmarksUseProductsThatThereAre() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func manifest(_ path: String) throws -> String {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
    let products = Pattern(#"\.library\(\s*name: "(\w+)""#).groups(
      in: try manifest("Package.swift"))
    let lists = Pattern(#"uses: \[([^\]]*)\]"#).groups(in: try manifest("Benchmarks/Package.swift"))
    let used = lists.flatMap { Pattern(#""(\w+)""#).groups(in: $0) }
    #expect(products.count >= 2 && used.count >= 6, "they were not found")
    #expect(Set(used).subtracting(products) == [])
  }
}
