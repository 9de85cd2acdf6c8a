import Testing

/// What the architecture says about the source text.
@Suite("The rules of the house")
struct HouseRulesTests {
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
