import Measurements
import Primitives

/// What was observable in a run: its digest, second by second, and what somebody wants to know in full.
struct FactBook: ~Copyable {
  /// By the second in which facts were: they may come in any order.
  private var digests = SecondTable(filledWith: Digest())
  /// Whether anything is written down of clients: asked before `tracer`, which is an object that is
  /// counted.
  let isTracing: Bool
  let tracer: Tracer?

  init(_ tracer: Tracer?) {
    isTracing = tracer != nil
    self.tracer = tracer
  }

  @inline(__always)
  mutating func add(_ fact: Fact, _ client: UInt32, at now: Instant) {
    let second = now.second
    digests.reach(second)
    digests[second].add(fact.rawValue, client: client, at: now)
  }

  /// Adds facts of one second.
  @inline(__always)
  mutating func add(_ facts: Digest, second: Int) {
    digests.reach(second)
    digests[second].add(facts)
  }

  /// The digest of all facts up to the end of each second, up to the last with a fact.
  var runningDigests: [Digest] {
    var sum = Digest()
    return (0..<digests.count).map { second in
      sum.add(digests[second])
      return sum
    }
  }
}
