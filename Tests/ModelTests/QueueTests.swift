import Primitives
import Testing
import VirtualTime

@testable import GatewayModel

/// One station with a queue of its own kind, told what happens, with the clients named by their numbers.
private struct Counter {
  private var station: Station
  private let random = RandomSource(seed: 1)
  private let drops: DropList
  private(set) var begun: [UInt32] = []
  private(set) var dropped: [UInt32] = []
  private(set) var finishes: [UInt32: Instant] = [:]

  init(
    servers: Int? = 1, _ queue: QueueDescription, slowdown: Double = 0, tracksMembers: Bool = false
  ) {
    let description = StationDescription(
      servers: servers, time: .constant(.seconds(1)), queue: queue, slowdown: slowdown)
    let drops = DropList()
    self.drops = drops
    station = Station(
      StationID(.auth), description, Sampler(description.time),
      StationBook(
        servers: servers, slowing: servers == nil && slowdown > 0 ? 1 : 0, drops: drops),
      tracksMembers: tracksMembers, isForeseen: false)
  }

  mutating func offer(_ client: UInt32, at seconds: Double) {
    let now = Instant.start + Interval(seconds: seconds)
    let request = Request(client: client, tag: 1, arrived: now)
    if let service = station.offer(request, at: now, random).service { begin(service) }
    takeDrops()
  }

  private mutating func takeDrops() {
    while let drop = drops.takeNext() { dropped.append(drop.request.client) }
  }

  mutating func finish(at seconds: Double) {
    let next = station.finished(at: .start + Interval(seconds: seconds), random)
    takeDrops()
    if let next { begin(next) }
  }

  mutating func withdraw(_ client: UInt32, at seconds: Double) -> Bool {
    let now = Instant.start + Interval(seconds: seconds)
    return station.withdraw(Request(client: client, tag: 1, arrived: now), at: now)
  }

  private mutating func begin(_ service: Service) {
    begun.append(service.request.client)
    finishes[service.request.client] = service.finish
  }

  mutating func settle(at seconds: Double) {
    station.settle(at: .start + Interval(seconds: seconds))
  }

  var waiting: Int { station.waiting }
  var statistics: StationStatistics { station.statistics }
}

@Suite("The queue of a station") struct QueueTests {
  @Test func theOldestFirst() {
    var counter = Counter(QueueDescription())
    for client in 0..<4 as Range<UInt32> { counter.offer(client, at: 0) }
    for second in 1...3 { counter.finish(at: Double(second)) }
    #expect(counter.begun == [0, 1, 2, 3])
  }

  /// Of two that come at one instant the one offered later is newer.
  @Test func theNewestFirst() {
    var counter = Counter(QueueDescription(discipline: .lifo))
    for client in 0..<4 as Range<UInt32> { counter.offer(client, at: 0) }
    counter.finish(at: 1)
    counter.offer(4, at: 1.5)
    for second in 2...4 { counter.finish(at: Double(second)) }
    #expect(counter.begun == [0, 3, 4, 2, 1])
  }

  @Test func aFullQueueDropsTheNext() {
    var counter = Counter(QueueDescription(limit: 2))
    for client in 0..<5 as Range<UInt32> { counter.offer(client, at: 0) }
    #expect(counter.dropped == [3, 4])
    counter.finish(at: 1)
    counter.offer(5, at: 1)
    #expect(counter.waiting == 2)
    #expect(counter.statistics.dropped(.full) == 2)
  }

  @Test func withoutAQueueOnlyFreeServersTake() {
    var counter = Counter(servers: 2, QueueDescription(limit: 0))
    for client in 0..<3 as Range<UInt32> { counter.offer(client, at: 0) }
    #expect(counter.begun == [0, 1])
    #expect(counter.dropped == [2])
  }

  /// What has waited longer is dropped when its turn comes, and takes no time; exactly as long is still in time.
  @Test func aDeadlineDropsInTurn() {
    var counter = Counter(QueueDescription(deadline: .seconds(2)))
    counter.offer(0, at: 0)
    counter.offer(1, at: 0.5)
    counter.offer(2, at: 0.9)
    counter.offer(3, at: 1)
    #expect(counter.waiting == 3)
    counter.finish(at: 3)
    #expect(counter.dropped == [1, 2])
    #expect(counter.begun == [0, 3])
    #expect(counter.statistics.dropped(.late) == 2)
  }

  /// The newest first only while somebody has waited at every instant of the last 100 ms.
  @Test func adaptiveLifoTurnsWithTheCrowd() {
    var counter = Counter(QueueDescription(discipline: .adaptiveLifo(interval: .milliseconds(100))))
    counter.offer(0, at: 0)
    counter.offer(1, at: 1)
    counter.offer(2, at: 1.05)
    // The queue has been there for exactly 100 ms.
    counter.finish(at: 1.1)
    #expect(counter.begun == [0, 1])
    counter.offer(3, at: 1.11)
    counter.offer(4, at: 1.12)
    counter.finish(at: 1.13)
    #expect(counter.begun == [0, 1, 4])
    counter.finish(at: 1.2)
    counter.finish(at: 1.21)
    #expect(counter.begun == [0, 1, 4, 3, 2])
    // It was empty: the next crowd begins anew.
    counter.offer(5, at: 1.22)
    counter.offer(6, at: 1.3)
    counter.finish(at: 1.31)
    #expect(counter.begun.last == 5)
  }

  /// A request that begins at once is judged, too, as one that has not waited.
  @Test func codelDropsWhatWaitedTooLong() {
    let queue = QueueDescription(
      discipline: .codel(interval: .milliseconds(100), target: .milliseconds(5)))
    var counter = Counter(queue)
    counter.offer(0, at: 0)
    counter.offer(1, at: 0.001)
    counter.offer(2, at: 0.002)
    counter.offer(3, at: 0.99)
    counter.finish(at: 1)
    #expect(counter.begun == [0, 1])
    counter.offer(4, at: 1.98)
    // All that began in the interval before had waited long, but the first of an interval is kept.
    counter.finish(at: 2)
    #expect(counter.begun == [0, 1, 2])
    counter.offer(5, at: 2.9)
    counter.finish(at: 3)
    #expect(counter.begun == [0, 1, 2, 3])
    counter.offer(6, at: 3.045)
    counter.finish(at: 3.05)
    #expect(counter.dropped == [4, 5])
    #expect(counter.begun == [0, 1, 2, 3, 6])
    #expect(counter.statistics.dropped(.codel) == 2)
  }

  /// Two services in progress, the new one included, at 50 %: twice as long.
  @Test func eachServiceSlowsTheNextDown() {
    var counter = Counter(servers: nil, QueueDescription(), slowdown: 0.5)
    counter.offer(0, at: 0)
    counter.offer(1, at: 0)
    counter.offer(2, at: 0.5)
    #expect(counter.finishes[0] == .start + .milliseconds(1_500))
    #expect(counter.finishes[1] == .start + .seconds(2))
    #expect(counter.finishes[2] == .start + .seconds(3))
    // s n / (1 + s n) of two services for half a second, and of three for another half.
    counter.settle(at: 1)
    let use = counter.statistics.utilisation(until: .seconds(1))
    #expect(use.map { abs($0 - (0.5 * 0.5 + 0.5 * 0.6)) < 1e-8 } == true)
  }

  /// The books balance whatever becomes of requests, and Little's law holds of all that waited.
  @Test(arguments: [QueueDiscipline.fifo, .lifo, .adaptiveLifo(interval: .milliseconds(100))])
  func theBooksBalance(discipline: QueueDiscipline) {
    var counter = Counter(
      servers: 2, QueueDescription(limit: 40, discipline: discipline, deadline: .seconds(20)),
      tracksMembers: true)
    let random = RandomSource(seed: 7)
    var busy = 0
    var seconds = 0.0
    for step in 0..<4_000 as Range<UInt32> {
      let before = counter.begun.count
      seconds += random.uniform(owner: step, .start, attempt: 0, index: 0)
      switch random.bits(owner: step, .start, attempt: 0, index: 1) % 5 {
      case 0, 1: counter.offer(step, at: seconds)
      case 2: _ = counter.withdraw(step &- 3, at: seconds)
      default:
        guard busy > 0 else { continue }
        counter.finish(at: seconds)
        busy -= 1
      }
      busy += counter.begun.count - before
      let books = counter.statistics
      #expect(
        books.arrivals == books.served + books.dropped + books.abandoned + counter.waiting + busy)
    }
    #expect(counter.statistics.dropped > 0 && counter.statistics.abandoned > 0)
  }
}
