import Testing

@testable import Sessions

private typealias Edges = Set<LifecycleEdge>

/// Edges as a failure names them.
private func names(_ edges: Edges) -> [String] {
  edges.sorted().map { "\($0.from) --\($0.event)--> \($0.to)" }
}

private func edge(_ from: String, _ event: String, _ to: String) -> LifecycleEdge {
  LifecycleEdge(from: from, event: event, to: to)
}

private func expectSame(
  _ actual: Edges, _ expected: Edges, sourceLocation: SourceLocation = #_sourceLocation
) {
  let missing = names(expected.subtracting(actual))
  let extra = names(actual.subtracting(expected))
  #expect(missing.isEmpty, "missing", sourceLocation: sourceLocation)
  #expect(extra.isEmpty, "extra", sourceLocation: sourceLocation)
}

@Suite("The published diagram of the Stoat lifecycle")
struct PublishedEdgesTests {
  private let published: Edges

  init() throws {
    published = Edges(
      try fixture("stoat-edges").map { line in
        let words = line.split(separator: " ").map(String.init)
        try #require(words.count == 3, "\(line)")
        return edge(words[0], words[1], words[2])
      })
  }

  private func edges(_ profile: StoatProfile) throws -> Edges {
    StoatLifecycle.edges(under: try configuration(profile))
  }

  @Test("has 25 edges")
  func count() {
    #expect(published.count == 25)
  }

  @Test("is what `spec` takes, edge by edge, but for what upstream added")
  func spec() throws {
    expectSame(try edges(.spec).subtracting(StoatLifecycle.undrawn), published)
  }

  @Test("lacks OFFLINE + RETRY and SOCKET_DROPPED, and nothing else that `spec` takes")
  func undrawn() throws {
    let extras: Edges = [
      edge("OFFLINE", "RETRY", "RECONNECTING"),
      edge("CONNECTED", "SOCKET_DROPPED", "DISCONNECTED"),
    ]
    expectSame(StoatLifecycle.undrawn, extras)
    expectSame(try edges(.spec).subtracting(published), extras)
  }

  @Test("forWeb connects at once after onboarding, and has no SOCKET_DROPPED")
  func forWeb() throws {
    var expected = published
    expected.remove(edge("ONBOARDING", "USER_CREATED", "LOGGING_IN"))
    expected.insert(edge("ONBOARDING", "USER_CREATED", "CONNECTING"))
    expected.insert(edge("OFFLINE", "RETRY", "RECONNECTING"))
    expectSame(try edges(.forWeb), expected)
  }

  @Test("hardened adds CONNECTED + PERMANENT_FAILURE to ERROR, and nothing else")
  func hardened() throws {
    let added = edge("CONNECTED", "PERMANENT_FAILURE", "ERROR")
    expectSame(try edges(.hardened), try edges(.spec).union([added]))
  }

  @Test("sdkAutoReconnect takes the edges of `spec`")
  func sdk() throws {
    expectSame(try edges(.sdkAutoReconnect), try edges(.spec))
  }

  @Test("does not depend on the formula, not even on one that never retries")
  func formula() throws {
    let stops = try configuration(.spec, policy: "stop")
    expectSame(StoatLifecycle.edges(under: stops), try edges(.spec))
  }
}

@Suite("The Mermaid diagram")
struct MermaidTests {
  /// The transitions of a diagram's text: drawn ones, and those in its comments.
  private func parse(_ text: String) throws -> (drawn: Edges, comments: Edges) {
    var drawn: Edges = []
    var comments: Edges = []
    for line in text.split(separator: "\n") {
      var words = line.split(separator: " ").map(String.init)
      let isComment = words.first == "%%"
      if isComment { words.removeFirst() }
      guard words.count >= 3, words[1] == "-->" else { continue }
      if words[0] == "[*]" {
        #expect(words == ["[*]", "-->", "READY"])
        continue
      }
      try #require(words.count == 4 && words[2].hasSuffix(":"), "\(line)")
      let found = edge(words[0], words[3], String(words[2].dropLast()))
      #expect(!drawn.contains(found) && !comments.contains(found), "twice: \(line)")
      if isComment { comments.insert(found) } else { drawn.insert(found) }
    }
    return (drawn, comments)
  }

  @Test("holds exactly the machine's edges", arguments: StoatProfile.allCases)
  func sameEdges(profile: StoatProfile) throws {
    let configuration = try configuration(profile)
    let mermaid = StoatLifecycle.mermaid(under: configuration)
    #expect(mermaid.hasPrefix("stateDiagram-v2\n"))
    let (drawn, comments) = try parse(mermaid)
    let edges = StoatLifecycle.edges(under: configuration)
    expectSame(drawn, edges.subtracting(StoatLifecycle.undrawn))
    expectSame(comments, edges.intersection(StoatLifecycle.undrawn))
  }

  @Test("is the same text every time")
  func stable() throws {
    let configuration = try configuration(.spec)
    let texts = Set((0..<5).map { _ in StoatLifecycle.mermaid(under: configuration) })
    #expect(texts.count == 1)
  }
}
