import Measurements
import Primitives

/// The observable facts of a run: its digest, second by second, and the facts that are wanted in
/// full.
struct FactLog: ~Copyable {
  /// The digests by the second of their facts, which may come in any order.
  private var digests = SecondTable(filledWith: Digest())
  /// True if anything is written down of clients. It is asked before `tracer`, which is an object
  /// that is counted.
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
