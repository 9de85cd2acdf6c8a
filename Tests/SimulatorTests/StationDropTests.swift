import Faults
import GatewayModel
import Primitives
import Simulator
import Testing

/// A hundred clients come at 0, all at once, to a station whose only server takes a second for each. Who fails
/// tries again after 100 s, which is beyond the end.
@Suite("Requests that stations drop") struct StationDropTests {
  private func world(
    _ station: WritableKeyPath<GatewayDescription, StationDescription>, _ queue: QueueDescription
  ) -> World {
    var world = World(clients: 100)
    world.gateway[keyPath: station] = StationDescription(
      servers: 1, time: .constant(.seconds(1)), queue: queue)
    world.start = .within(.zero)
    world.backoff = "100s"
    world.duration = .seconds(90)
    world.untilSettled = false
    return world
  }

  /// One is in service and four wait: the others are closed at once.
  @Test(arguments: [\GatewayDescription.auth, \.ready], [DropAnswer.reset, .error])
  func aFullQueue(
    _ station: WritableKeyPath<GatewayDescription, StationDescription> & Sendable,
    _ answer: DropAnswer
  ) throws {
    let queue = QueueDescription(limit: 4, answer: answer)
    let run = try world(station, queue).runBothWays().skipped
    #expect(run.failed(.dropped) == 95 && run.recovery.outcomes.recovered == 5)
    #expect(run.recovery.recoveries.map(\.seconds).sorted() == [1, 2, 3, 4, 5])
    let role: StationRole = station == \.auth ? .auth : .ready
    #expect(run.station(role).dropped(.full) == 95 && run.station(role).served == 5)
    #expect(run.gateway.wastedWork == .zero)
    #expect(run.load.perSecond.failedAtGateway.counts.first == 95)
  }

  /// Nobody is told: the clients find out after their own 10 s. The gateway has closed the attempts all the same.
  @Test func silence() throws {
    let queue = QueueDescription(limit: 4, answer: .silence)
    let run = try world(\.auth, queue).runBothWays().skipped
    #expect(run.failed(.dropped) == 0 && run.failed(.timeout) == 95)
    #expect(run.recovery.outcomes.recovered == 5)
    #expect(run.station(.auth).served == 5 && run.station(.auth).dropped == 95)
    #expect(run.load.perSecond.failedAtGateway.counts[10] == 95)
  }

  /// At 3 s the fourth has waited for longer than it may, and all who came with it.
  @Test func aDeadline() throws {
    let queue = QueueDescription(deadline: .milliseconds(2_500))
    let run = try world(\.auth, queue).runBothWays().skipped
    #expect(run.station(.auth).dropped(.late) == 97 && run.station(.auth).served == 3)
    #expect(run.failed(.dropped) == 97)
    #expect(run.load.perSecond.failed.counts[3] == 97)
  }

  /// The answer takes one way.
  @Test func theAnswerTakesOneWay() throws {
    var world = world(\.auth, QueueDescription(limit: 0))
    world.network = steadyNetwork
    world.network.setup = .none
    let run = try world.runBothWays().skipped
    #expect(run.failed(.dropped) == 99)
    world.followed = [5]
    let trace = try world.run().log.trace
    let closed = trace.first {
      if case .fact(_, .attemptFailed(.dropped)) = $0.event { true } else { false }
    }
    #expect(closed?.at == .start + .milliseconds(100))
    let dropped = trace.first { if case .droppedRequest = $0.event { true } else { false } }
    #expect(dropped?.at == .start + .milliseconds(50))
  }

  /// The last step of a set-up is a call: it fails, and the attempt with it.
  @Test(arguments: [DropAnswer.reset, .error]) func calls(_ answer: DropAnswer) throws {
    let run = try world(\.api, QueueDescription(limit: 4, answer: answer)).runBothWays().skipped
    #expect(run.load.callFailures == 95 && run.failed(.dropped) == 95)
    #expect(run.station(.api).dropped(.full) == 95)
    #expect(run.recovery.outcomes.recovered == 5)
  }

  /// A call that nobody answers fails by the session's own limit.
  @Test func callsInSilence() throws {
    let run = try world(\.api, QueueDescription(limit: 4, answer: .silence)).runBothWays().skipped
    #expect(run.load.callFailures == 0 && run.failed(.dropped) == 0)
    #expect(run.recovery.outcomes.recovered == 5)
  }

  /// Linux with `tcp_abort_on_overflow`: a backlog of 4 holds five, and one is in service.
  @Test func aFullBacklogThatResets() throws {
    var world = world(\.handshake, QueueDescription(answer: .reset))
    world.gateway.backlog = 4
    let run = try world.runBothWays().skipped
    #expect(run.gateway.acceptOverflow == 94 && run.failed(.reset) == 94)
    #expect(run.load.synRepeats == 0 && run.station(.handshake).dropped == 0)
    // As it ships, the kernel keeps silent, and the clients' systems send their SYNs again.
    world.gateway.handshake.queue.answer = nil
    let usual = try world.runBothWays().skipped
    #expect(usual.failed(.reset) == 0 && usual.load.synRepeats > 94)
  }

  /// Whatever becomes of requests, the books balance, quiet time or not, with every kind of client that leaves.
  @Test(
    arguments: [
      QueueDiscipline.fifo, .lifo, .adaptiveLifo(interval: .milliseconds(100)),
      .codel(interval: .milliseconds(100), target: .milliseconds(5)),
    ], [Abandonment.work, .notice])
  func theBooksBalance(_ discipline: QueueDiscipline, _ abandonment: Abandonment) throws {
    var world = World(clients: 2_000)
    world.network = steadyNetwork
    world.network.loss = .share(0.01)
    world.gateway = smallGateway
    world.gateway.abandonment = abandonment
    world.gateway.auth = StationDescription(
      servers: 2, time: .exponential(mean: .milliseconds(20)),
      queue: QueueDescription(limit: 900, discipline: discipline, deadline: .seconds(8)))
    world.gateway.api.queue.limit = 0
    world.gateway.api.slowdown = 0.1
    world.backoff = "uniform(0s, 5s)"
    world.faults = [
      outage(at: 20, for: 10), outage(at: 40, for: 5, .reset, .node(1)),
      outage(at: 50, for: 5, .blackhole),
    ]
    world.duration = .minutes(6)
    world.untilSettled = false
    let run = try world.runBothWays().skipped
    for role in [StationRole.handshake, .auth, .ready, .api] {
      let books = run.station(role)
      #expect(books.arrivals == books.served + books.dropped + books.abandoned, "\(role)")
    }
    #expect(run.station(.auth).dropped > 0)
    #expect(run.recovery.outcomes.recovered == 2_000)
  }
}
