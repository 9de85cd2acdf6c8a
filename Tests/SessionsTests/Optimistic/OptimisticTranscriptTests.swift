import Testing

@testable import Sessions

@Suite("Optimistic client: what it waits")
struct OptimisticTranscriptTests {
  /// The delay of each of the first failures in a row, every draw 0.25.
  private func delays(_ policy: String, _ count: Int) throws -> [String] {
    var bench = try OptimisticBench(policy)
    bench.world.draw = 0.25
    bench.take(.start)
    return (0..<count).map { _ in
      bench.take(.opened)
      bench.take(.version)
      let actions = bench.take(.conflict)
      bench.take(.retryFire)
      return actions.split(separator: " ").last.map(String.init) ?? "-"
    }
  }

  @Test(
    "five formulas, x = 1 at the first failure, base 5 ms, at most 2 s",
    arguments: [
      ("0s", ["0", "0", "0"]),
      (
        "min(2s, 5ms * 2^x)", ["0.01", "0.02", "0.04", "0.08", "0.16", "0.32", "0.64", "1.28", "2"]
      ),
      ("uniform(0s, min(2s, 5ms * 2^x))", ["0.0025", "0.005", "0.01", "0.02"]),
      ("min(2s, 5ms * 2^x) * uniform(0.5, 1)", ["0.00625", "0.0125", "0.025"]),
      // 5 + (15 - 5) / 4 = 7.5, then 5 + (22.5 - 5) / 4 = 9.375, then 5 + (28.125 - 5) / 4.
      ("min(2s, uniform(5ms, 3 * max(prev, 5ms)))", ["0.0075", "0.009375", "0.010781"]),
    ])
  func formulas(policy: String, expected: [String]) throws {
    #expect(try delays(policy, expected.count) == expected)
  }

  @Test("without a word it is full jitter")
  func standard() throws {
    #expect(try delays(OptimisticProfile.spec.defaultBackoff, 2) == ["0.0025", "0.005"])
  }

  @Test("a request may take as long as the policy's connect timeout, or as is said")
  func limit() throws {
    #expect(try optimistic("1s").requestTimeout == .seconds(10))
    #expect(try optimistic("1s, connectTimeout: 3s").requestTimeout == .seconds(3))
    var bench = try OptimisticBench("1s, connectTimeout: 3s")
    let actions = bench.take(.start)
    #expect(actions == "READING, open, arm limit 3")
  }

  @Test("with `reset: open` a read that comes through restarts the count")
  func resetOnOpen() throws {
    #expect(try delays("100ms * x, reset: open", 3) == ["0.1", "0.1", "0.1"])
    #expect(try delays("100ms * x", 3) == ["0.1", "0.2", "0.3"])
  }

  @Test("a delay that cannot be waited for is reported with x")
  func invalid() throws {
    let configuration = try optimistic("1s - 2s * x")
    var client = OptimisticClient()
    let random = RandomStream(scripted: 0.5)
    var turn = Turn<OptimisticClient>(random: random, perClient: random)
    client.handle(.stimulus(.start), under: configuration, in: &turn)
    client.handle(.closed(.refused), under: configuration, in: &turn)
    #expect(turn.rejectedDelay == RejectedDelay(seconds: -1, failures: 1))
    #expect(client.state == .gaveUp)
  }

  @Test("a client and its slot are small")
  func size() {
    #expect(MemoryLayout<OptimisticClient>.size <= 29)
    #expect(MemoryLayout<SessionSlot<OptimisticClient>>.size <= 56)
  }
}
