import Testing

/// What the architecture says about the source text.
@Suite("The rules of the house")
struct HouseRulesTests {
  /// The rows of the house. A target imports only what stands in a lower row.
  private static let rows: [String: Int] = [
    "Primitives": 0, "Backoff": 1, "Sessions": 2, "VirtualTime": 2, "Measurements": 2,
    "NetworkModel": 3, "GatewayModel": 3, "Faults": 4, "Simulator": 5, "Metrics": 6,
    "Systems": 7, "LiveSessions": 7, "Scenarios": 8, "Campaigns": 9,
    "ResultFiles": 9, "SweepStore": 10, "Reporting": 11, "simulate": 12,
  ]
  private static let foundationRow = 7

  /// Targets that see less than their row would allow.
  private static let narrower: [String: Set<String>] = [
    "Sessions": ["Primitives", "Backoff"],
    "LiveSessions": ["Sessions", "Primitives", "Backoff", "Measurements"],
  ]

  /// What comes from outside the package, and who may use it.
  private static let outside: [String: Set<String>] = [
    "Synchronization": ["Primitives", "Campaigns", "SweepStore", "simulate"],
    "CHints": ["VirtualTime", "Simulator"], "HeapModule": ["VirtualTime"],
    "DequeModule": ["GatewayModel"],
    "Histogram": ["Measurements", "Reporting"], "Yams": ["Scenarios"],
    "TextTable": ["Reporting", "simulate"], "ArgumentParser": ["simulate"],
    // The error function.
    "Glibc": ["Metrics"], "Musl": ["Metrics"], "Darwin": ["Metrics"],
  ]

  private let sources: [SwiftSource]

  init() throws {
    sources = try SwiftSource.all(under: "Sources")
    try #require(sources.count >= 20, "the sources were not found")
  }

  private func expectNone(
    _ places: [String], _ rule: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for place in places {
      Issue.record("\(place): \(rule.rawValue)", sourceLocation: sourceLocation)
    }
  }

  @Test("every target has a row")
  func targets() {
    let strangers = Set(sources.map(\.target)).subtracting(Self.rows.keys)
    #expect(strangers.isEmpty)
  }

  @Test("arrows only ever point down")
  func imports() {
    for source in sources {
      for (index, line) in source.code.enumerated() {
        guard let match = line.firstMatch(of: /^\s*(?:@?\w+(?:\(\w+\))?\s+)*?import\s+(.+)$/) else {
          continue
        }
        let words = match.1.split(separator: " ").map(String.init)
        let kinds = ["struct", "enum", "class", "protocol", "func", "var", "let", "typealias"]
        let path = kinds.contains(words[0]) ? words[1] : words[0]
        let module = String(path.prefix { $0 != "." })
        if let wrong = Self.objection(to: module, in: source.target) {
          Issue.record("\(source.path):\(index + 1): \(wrong)")
        }
      }
    }
  }

  /// What speaks against importing a module; nil where nothing does.
  private static func objection(to module: String, in target: String) -> String? {
    guard let row = rows[target] else { return nil }
    if module.hasPrefix("Foundation") {
      return row >= foundationRow ? nil : "no Foundation below Systems"
    }
    if let other = rows[module] {
      if let allowed = narrower[target], !allowed.contains(module) {
        return "\(target) does not see \(module)"
      }
      return other < row ? nil : "\(module) (row \(other)) is not below \(target) (row \(row))"
    }
    if let users = outside[module] {
      return users.contains(target) ? nil : "\(module) is not for \(target)"
    }
    if target == "LiveSessions", module.hasPrefix("NIO") { return nil }
    let system = ["Dispatch"]
    if system.contains(module), row >= foundationRow { return nil }
    return "\(module) is not known to the house"
  }

  @Test("nobody reads a clock")
  func dates() {
    // The command line notes when a run began, outside what is hashed.
    for source in sources where source.target != "simulate" {
      expectNone(source.places(of: /\bDate\(/), "virtual time only, no Date")
    }
  }

  @Test("nobody draws from a global source")
  func random() {
    for source in sources where source.target != "Primitives" {
      expectNone(source.places(of: /\.random\(/), "randomness is an argument")
    }
  }

  @Test("machines are exhaustive: no default")
  func noDefault() {
    for source in sources where source.target == "Sessions" {
      expectNone(source.places(of: /\bdefault\s*:/), "a machine names every case")
    }
  }

  @Test("files have at most 400 lines")
  func fileLength() throws {
    for source in try sources + SwiftSource.all(under: "Tests/SessionsTests") {
      let count = source.lines.count - (source.text.hasSuffix("\n") ? 1 : 0)
      if count > 400 { Issue.record("\(source.path):401: the file has \(count) lines") }
    }
  }

  @Test("functions have at most 70 lines")
  func functionLength() {
    var count = 0
    for source in sources {
      for function in source.functions() {
        count += 1
        if function.length > 70 {
          Issue.record("\(source.path):\(function.line): \(function.length) lines in one function")
        }
      }
    }
    #expect(count >= 100, "the functions were not found")
  }
}

@Suite("The reader behind the rules of the house")
struct SwiftSourceTests {
  private func source(_ text: String) -> SwiftSource {
    SwiftSource(path: "Sources/Sessions/A.swift", text: text)
  }

  @Test("sees code, not comments and literals, and keeps the lines")
  func blanks() {
    let text = #"""
      // default:
      let a = "default: \(b ? "default:" : "x") \" default:" /* default: /* */
      default: */ default:
      let b = """
        default: " default:
        """; default:
      let c = #"\" default:"#
      """#
    #expect(source(text).places(of: /default:/) == [3, 6].map { "Sources/Sessions/A.swift:\($0)" })
  }

  @Test("measures functions from their first line to the closing brace")
  func functions() {
    let text = """
      protocol P {
        func declared(
          a: Int)
        var b: Int { get }
      }
      func short() { print("}") }
      struct S {
        init(a: Int) {
          if a > 0 {
            print("{")
          }
        }
        func wrapped(
          a: Int
        ) -> Int {
          a
        }
      }
      """
    let found = source(text).functions().map { "\($0.line): \($0.length)" }
    #expect(found == ["6: 1", "8: 5", "13: 5"])
  }
}
