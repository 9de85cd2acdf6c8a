import GatewayModel
import Primitives
import Testing
import VirtualTime

/// Queues in another order, with an end, or with services that slow one another down, against closed forms. Times are
/// in mean service times.
@Suite("Stations that shed against queueing theory: H1 to H3", .enabled(if: isOptimised))
struct ShedQueueStatisticalTests {
  struct Order: Sendable, CustomTestStringConvertible {
    let discipline: QueueDiscipline
    let load: Double
    let squaredWait: Double
    let tolerance: Double
    var testDescription: String { "\(discipline.name) at \(load)" }
  }

  static let orders = [
    Order(discipline: .fifo, load: 0.5, squaredWait: 4, tolerance: 0.05),
    Order(discipline: .fifo, load: 0.8, squaredWait: 40, tolerance: 0.05),
    Order(discipline: .lifo, load: 0.5, squaredWait: 8, tolerance: 0.05),
    Order(discipline: .lifo, load: 0.8, squaredWait: 200, tolerance: 0.10),
  ]

  /// H1. The order changes no mean, but the second moment: 2 rho / (1 - rho)^2, and 1 / (1 - rho) times that where the
  /// newest go first.
  @Test(arguments: orders) func order(_ order: Order) {
    let run = QueueRun(
      servers: 1, offered: order.load, customers: 2_000_000,
      queue: QueueDescription(discipline: order.discipline))
    let wait = order.load / (1 - order.load)
    #expect(abs(run.meanWait - wait) < 0.03 * wait, "\(run.meanWait)")
    let error = abs(run.meanSquaredWait - order.squaredWait) / order.squaredWait
    #expect(error < order.tolerance, "\(run.meanSquaredWait)")
  }

  /// H2, Erlang's loss formula: nobody waits.
  @Test(arguments: QueueingStatisticalTests.pools)
  func nobodyWaits(_ pool: QueueingStatisticalTests.Pool) {
    let offered = Double(pool.servers) * pool.load
    let theory = MarkovQueue(servers: pool.servers, offered: offered, room: pool.servers)
    let run = QueueRun(
      servers: pool.servers, offered: offered, customers: 2_000_000,
      queue: QueueDescription(limit: 0))
    #expect(abs(run.dropShare - theory.lossShare) < 0.02 * theory.lossShare, "\(run.dropShare)")
    #expect(run.station.statistics.dropped(.full) == run.station.statistics.dropped)
  }

  /// H2, M/M/1/10: nine wait beside the one in service.
  @Test(arguments: [(0.8, 0.023493), (1, 0.090909), (1.2, 0.192586), (2, 0.500244)])
  func nineWait(_ offered: Double, _ loss: Double) {
    let run = QueueRun(
      servers: 1, offered: offered, customers: 3_000_000, queue: QueueDescription(limit: 9))
    #expect(abs(run.dropShare - loss) < 0.02 * loss, "\(run.dropShare)")
  }

  /// H3. An arrival finds L services under way and makes it L + 1: L = a (1 + s (L + 1)), a = arrivals in one service.
  @Test(arguments: [(20, 25.25), (40, 67.33), (60, 151.5)])
  func slowdown(_ offered: Int, _ busy: Double) {
    let run = QueueRun(
      servers: nil, offered: Double(offered), customers: offered * 12_000, slowdown: 0.01)
    #expect(abs(run.busyByTime - busy) < 0.03 * busy, "\(run.busyByTime)")
  }
}
