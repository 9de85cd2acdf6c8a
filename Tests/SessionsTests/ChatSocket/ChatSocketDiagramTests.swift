import Testing

@testable import Sessions

private func edge(_ from: String, _ event: String, _ to: String) -> LifecycleEdge {
  LifecycleEdge(from: from, event: event, to: to)
}

@Suite("Chat socket: the diagram")
struct ChatSocketDiagramTests {
  /// The table's rows that enter a state of the socket.
  private let published: Set<LifecycleEdge> = [
    edge("OFF", "OWNER_ENTER [foreground]", "CONNECTING"),
    edge("OFF", "APP_FOREGROUND [with owners]", "CONNECTING"),
    edge("CONNECTING", "SOCKET_CONNECTED", "OPEN"),
    edge("CONNECTING", "SOCKET_CLOSED", "CLOSED"),
    edge("CONNECTING", "WATCHDOG_FIRE", "CONNECTING"),
    edge("CONNECTING", "LINGER_FIRE", "OFF"),
    edge("CONNECTING", "APP_BACKGROUND", "OFF"),
    edge("OPEN", "SOCKET_CLOSED", "CLOSED"),
    edge("OPEN", "WATCHDOG_FIRE [silent]", "CONNECTING"),
    edge("OPEN", "LINGER_FIRE", "OFF"),
    edge("OPEN", "APP_BACKGROUND", "OFF"),
    edge("CLOSED", "WATCHDOG_FIRE [silent]", "CONNECTING"),
    edge("CLOSED", "LINGER_FIRE", "OFF"),
    edge("CLOSED", "APP_BACKGROUND", "OFF"),
  ]

  @Test("has the 14 edges of the table")
  func spec() {
    #expect(ChatSocketAgent.edges(under: ChatSocketConfiguration()) == published)
  }

  @Test("starscream may not notice a close while open")
  func starscream() {
    var expected = published
    expected.remove(edge("OPEN", "SOCKET_CLOSED", "CLOSED"))
    expected.insert(edge("OPEN", "SOCKET_CLOSED [noticed]", "CLOSED"))
    #expect(ChatSocketAgent.edges(under: ChatSocketConfiguration(profile: .starscream)) == expected)
  }

  @Test("reconnectOnClose has no CLOSED")
  func reconnectOnClose() {
    var expected = published.filter { $0.from != "CLOSED" && $0.to != "CLOSED" }
    expected.insert(edge("CONNECTING", "SOCKET_CLOSED", "CONNECTING"))
    expected.insert(edge("OPEN", "SOCKET_CLOSED", "CONNECTING"))
    var configuration = ChatSocketConfiguration()
    configuration.reconnectOnClose = true
    #expect(ChatSocketAgent.edges(under: configuration) == expected)
  }

  @Test("the Mermaid text holds exactly the edges, in order", arguments: ChatSocketCase.all)
  func mermaid(testCase: ChatSocketCase) {
    let text = ChatSocketAgent.mermaid(under: testCase.configuration)
    let edges = ChatSocketAgent.edges(under: testCase.configuration).sorted()
    let lines = edges.map { "  \($0.from) --> \($0.to): \($0.event)\n" }
    #expect(text == "stateDiagram-v2\n  [*] --> OFF\n" + lines.joined())
  }
}
