/// The stages of the gateway in the order in which an attempt meets them.
enum Stage: UInt8, CaseIterable {
  case handshake
  case auth
  case ready
  case api
}

/// The work that one attempt brings to a station.
struct Job {
  var client: Int32
  var attempt: Int32
  var node: Int16
}

/// A first-come, first-served queue. It only counts; who owns it decides what follows.
struct Station {
  /// Without it: unlimited.
  let servers: Int?
  let time: SecondWorld.ServiceTime
  /// The node whose it is; none for what all nodes share.
  let node: Int?
  var busy = 0
  private var waiting: [Job] = []
  private var head = 0

  init(_ stage: SecondWorld.Stage, node: Int?) {
    servers = stage.servers
    time = stage.time
    self.node = node
  }

  var queued: Int { waiting.count - head }

  mutating func enqueue(_ job: Job) { waiting.append(job) }

  /// Takes back what waits for an attempt.
  mutating func remove(_ attempt: Int32) {
    if let index = waiting[head...].firstIndex(where: { $0.attempt == attempt }) {
      waiting.remove(at: index)
    }
  }

  /// Takes back all that waits and is gone.
  mutating func remove(where isGone: (Job) -> Bool) {
    waiting.removeFirst(head)
    head = 0
    waiting.removeAll(where: isGone)
  }

  mutating func dequeue() -> Job? {
    guard head < waiting.count else { return nil }
    defer {
      head += 1
      if head > 4096, head * 2 > waiting.count {
        waiting.removeFirst(head)
        head = 0
      }
    }
    return waiting[head]
  }
}

/// Tokens that come at a steady rate and are kept up to a burst.
struct TokenBucket {
  let rate: Double
  let burst: Double
  private var tokens: Double
  private var asOf: Int64 = 0

  init(_ admission: SecondWorld.Admission) {
    rate = admission.rate
    burst = admission.burst
    tokens = admission.burst
  }

  func held(at time: Int64) -> Double { min(burst, tokens + rate * seconds(time - asOf)) }

  mutating func take(at time: Int64) -> Bool {
    tokens = held(at: time)
    asOf = time
    guard tokens >= 1 - 1e-9 else { return false }
    tokens -= 1
    return true
  }
}
