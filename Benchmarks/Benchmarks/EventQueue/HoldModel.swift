import Primitives
import VirtualTime

/// A queue in a steady state: take the next event, put one in an increment later, for a random owner.
struct HoldModel<Queue: EventQueue & ~Copyable>: ~Copyable {
  private var queue = Queue()
  private let random = RandomSource(seed: 1)
  private let increments: IncrementDraws
  private var steps: UInt32 = 0

  /// Filled, and every event replaced about once.
  init(pending: Int, _ increments: Increments) {
    self.increments = increments.draws
    for _ in 0..<pending { insert(after: .start) }
    step(times: pending)
  }

  mutating func step(times: Int) {
    for _ in 0..<times { step() }
  }

  private mutating func step() {
    guard let event = queue.popNext() else { return }
    insert(after: event.instant)
  }

  private mutating func insert(after instant: Instant) {
    let bits = random.bits(owner: steps, .backoff, attempt: 1, index: 0)
    steps &+= 1
    queue.insert(PendingEvent(at: instant + increments.draw(bits), key: mixed(bits) >> 2))
  }
}
