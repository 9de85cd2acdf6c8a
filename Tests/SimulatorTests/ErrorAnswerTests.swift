import Faults
import GatewayModel
import Primitives
import Simulator
import Testing
import VirtualTime

@Suite("Answers that ask clients to stay away") struct ErrorAnswerTests {
  /// All come at 0 to a bucket that lets 100 in at once and 100 a second, and wait for as long as they are asked to.
  private func herd(_ clients: Int, _ retryAfter: Distribution?) -> World {
    var world = World(clients: clients)
    world.gateway.admission = .tokenBucket(perSecond: 100, burst: 100, scope: .node)
    world.gateway.rejection = RejectionDescription(
      place: .beforeHandshake, answer: .error, retryAfter: retryAfter)
    world.start = .within(.zero)
    world.backoff = "retryAfter"
    world.duration = .seconds(300)
    return world
  }

  /// The whole herd comes back at one moment, and a burst of it is let in each time: the last of N clients is in after
  /// (ceil(N / b) - 1) R, and the attempts are the sum of those who are left.
  @Test(arguments: [(2_000, 10), (520, 7), (100, 10), (101, 3)])
  func aFixedHintKeepsTheHerdTogether(_ clients: Int, _ seconds: Int) throws {
    let run = try herd(clients, .constant(.seconds(Int64(seconds)))).runBothWays().skipped
    let bursts = (clients + 99) / 100
    let last = run.recovery.recoveries.map(\.seconds).max()
    #expect(last == Double((bursts - 1) * seconds))
    let attempts = (0..<bursts).reduce(0) { $0 + clients - 100 * $1 }
    #expect(run.load.attempts == attempts && run.failed(.shed) == attempts - clients)
  }

  /// A hint of another length each time spreads it.
  @Test func aDrawnHintSpreadsTheHerd() throws {
    let world = herd(2_000, .uniform(low: .zero, high: .seconds(20)))
    let run = try world.runBothWays().skipped
    let times = run.recovery.recoveries.map(\.seconds).sorted()
    #expect(abs(times[1_980] - 19.8) < 19.8 * 0.04)
    #expect(abs(Double(run.load.attempts) / 2_000 - 1.95) < 1.95 * 0.04)
  }

  /// Each answer has a draw of its own, which another formula does not move.
  @Test func hintsAreDrawnByAnswer() throws {
    var world = herd(300, .uniform(low: .seconds(1), high: .seconds(2)))
    world.followed = [299]
    func hints() throws -> [Interval] {
      try world.run().log.trace.compactMap {
        if case .turn(let turn) = $0.event, turn.answer.code == 503 {
          turn.answer.retryAfter
        } else {
          nil
        }
      }
    }
    world.gateway.admission = .tokenBucket(perSecond: 0.001, burst: 1, scope: .node)
    world.duration = .seconds(20)
    let first = try hints()
    #expect(first.count >= 10 && Set(first).count == first.count)
    #expect(first.allSatisfy { (Interval.seconds(1) ... .seconds(2)).contains($0) })
    world.backoff = "retryAfter + 1s"
    #expect(try hints().prefix(5) == first.prefix(5))
  }

  /// A reset carries nothing, and an error without a hint only its code.
  @Test(arguments: [(RejectionAnswer.reset, 9.0), (.error, 3.0)])
  func theCode(_ answer: RejectionAnswer, _ delay: Double) throws {
    var world = herd(101, nil)
    world.gateway.rejection.answer = answer
    world.backoff = "if(code == 503, 3s, 9s)"
    let run = try world.runBothWays().skipped
    #expect(run.recovery.recoveries.map(\.seconds).max() == delay)
  }

  /// A refusal after an error answer is no answer any more.
  @Test func onlyTheLastFailureCounts() throws {
    var world = herd(101, .constant(.seconds(2)))
    world.backoff = "if(code == 503, retryAfter, 100s * (1 + retryAfter))"
    world.faults = [outage(at: 1, for: 10, drop: false)]
    let run = try world.runBothWays().skipped
    // Shed at 0 s, refused at 2 s, let in at 102 s.
    #expect(run.load.attempts == 103 && run.recovery.outcomes.recovered == 101)
  }

  /// Authentication that fails says 401.
  @Test func authentication() throws {
    var world = World(clients: 100)
    world.faults = [fault(at: 0, for: 5, .authFailure(answer: .temporary, probability: 1))]
    world.start = .within(.zero)
    world.backoff = "if(code == 401, 7s, 1s)"
    world.duration = .seconds(60)
    let run = try world.runBothWays().skipped
    #expect(run.load.attempts == 200 && run.failed(.auth) == 100)
  }

  /// A station that drops with an error asks for the same; one that resets asks for nothing.
  @Test(
    arguments: [\GatewayDescription.auth, \.ready, \.api],
    [(DropAnswer.error, 31.0), (.reset, 50.0)])
  func drops(
    _ station: WritableKeyPath<GatewayDescription, StationDescription> & Sendable,
    _ answer: (DropAnswer, Double)
  ) throws {
    var world = World(clients: 10)
    world.gateway.rejection = RejectionDescription(
      answer: .error, retryAfter: .constant(.seconds(30)))
    world.gateway[keyPath: station] = StationDescription(
      servers: 1, time: .constant(.seconds(1)), queue: QueueDescription(limit: 8, answer: answer.0))
    world.start = .within(.zero)
    world.backoff = "if(code == 503, retryAfter, 49s)"
    world.duration = .seconds(90)
    let run = try world.runBothWays().skipped
    #expect(run.recovery.recoveries.map(\.seconds).max() == answer.1)
  }
}
