import DequeModule
import Primitives

/// The memory of a station that keeps its queue by another rule than that of arrival.
struct QueueRules: Sendable {
  private let discipline: QueueDiscipline
  private let deadline: Interval
  private var codel: Codel?
  /// The last moment at which the queue was empty.
  private var lastEmpty = Instant.start

  init(_ queue: QueueDescription) {
    discipline = queue.discipline
    deadline = queue.deadline ?? .longest
    if case .codel(let interval, let target) = queue.discipline {
      codel = Codel(interval: interval, target: target)
    }
  }

  /// The first request begins to wait.
  mutating func fills(at now: Instant) { lastEmpty = now }

  /// A request begins the moment it comes.
  mutating func passes(at now: Instant) { _ = codel?.drops(afterWaiting: .zero, at: now) }

  /// Takes the request out that is next.
  func takeNext(_ queue: inout Deque<Request>, at now: Instant) -> Request? {
    takesNewest(at: now) ? queue.popLast() : queue.popFirst()
  }

  func takesNewest(at now: Instant) -> Bool {
    switch discipline {
    case .fifo, .codel: false
    case .lifo: true
    case .adaptiveLifo(let interval): now - lastEmpty > interval
    }
  }

  /// Judges a request whose turn has come; nil where it begins.
  mutating func judge(_ request: Request, at now: Instant) -> DropCause? {
    let waited = now - request.arrived
    if waited > deadline { return .late }
    return codel?.drops(afterWaiting: waited, at: now) == true ? .codel : nil
  }
}

/// The requests that stations have dropped and of which nobody has been told yet.
final class DropList {
  @exclusivity(unchecked) private var drops = Deque<Drop>()

  func add(_ drop: Drop) { drops.append(drop) }

  func takeNext() -> Drop? { drops.popFirst() }
}
