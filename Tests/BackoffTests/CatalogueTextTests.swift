import Primitives
import Testing

@testable import Backoff

/// The rules around the formula that each client's source states, written down from what was read
/// there and not from the catalogue. Clients of one line state the same.
private let statedAxes: [(axes: String, clients: [String])] = [
  ("", ["gax", "tailscale", "homeassistant", "revite", "discordjs"]),
  ("", ["aws-expo", "aws-full", "aws-equal", "aws-decorr"]),
  ("reset: ready, clock: attemptStart, connectTimeout: 20s", ["grpc-spec"]),
  ("reset: ready, connectTimeout: 10s", ["kafka", "ably", "stoat-sdk", "stoat-web"]),
  ("reset: every(2m)", ["k8s"]),
  (
    "reset: ready",
    [
      "socketio-swift", "actioncable", "actioncable-old", "meteor", "pusher-swift", "stoat-ios",
      "signal-desktop", "libsignal-route",
    ]
  ),
  ("reset: open", ["phoenix", "supabase"]),
  ("reset: ready, attempts: 4", ["signalr"]),
  ("reset: ready, attempts: 5", ["graphqlws"]),
  ("reset: ready, connectTimeout: 5s", ["centrifuge", "paho-py"]),
  ("clock: attemptStart, connectTimeout: 15s", ["pusher-js"]),
  ("reset: resync", ["convex"]),
  ("connectTimeout: 15s", ["matrix-js", "simplex"]),
  ("reset: idle(2048s), connectTimeout: 60s", ["discordpy"]),
  ("reset: ready, attempts: 60, connectTimeout: 2s", ["natsgo", "natsgo-tls"]),
  ("reset: ready, connectTimeout: 30s", ["paho-c", "paho-java", "paho-js"]),
  ("connectTimeout: 30s", ["mqttjs"]),
  ("reset: uptime(10s)", ["aws-v4"]),
  ("reset: uptime(30s)", ["aws-v5"]),
  ("reset: uptime(20s), connectTimeout: 30s", ["aws-py-v1"]),
]

/// What the language cannot say, and why.
private let unwritten = [
  "socketio": "one draw decides both the size and the sign of the jitter",
  "rws": "the jitter is drawn once in the life of a client",
  "natsjs": "the age of the previous attempt comes off the delay, but not below 0",
  "firebase": "the age of the previous attempt comes off before the draw",
  "polly-v2": "the memory is a point on a curve and not the previous delay",
]

@Suite("The catalogue as text")
struct CatalogueTextTests {
  @Test("43 of 48 entries are expressions; each of the others has its reason")
  func counts() {
    #expect(Catalogue.entries.count == 48)
    let expressions = Catalogue.entries.filter(\.policy.formula.isExpression).map(\.name)
    #expect(expressions.count == 43)
    #expect(expressions.sorted() == statedAxes.flatMap(\.clients).sorted())
    #expect(Set(Catalogue.names).subtracting(expressions) == Set(unwritten.keys))
    // Their description in words is no formula, so it is not mistaken for one.
    for name in unwritten.keys {
      let words = Catalogue.entry(named: name)!.policy.formula.text
      #expect(!complaint(words).isEmpty, "\(name)")
    }
  }

  @Test(
    "an entry and its text with the axes written out agree draw for draw", arguments: statedAxes)
  func written(axes: String, clients: [String]) throws {
    for client in clients {
      let entry = try #require(Catalogue.entry(named: client))
      let text = ([entry.policy.formula.text] + (axes.isEmpty ? [] : [axes]))
        .joined(separator: ", ")
      let named = entry.policy.forStoat
      let typed = try BackoffPolicy.parse(text).forStoat
      expectSameAxes(typed, named)
      try expectSameStories(typed, named)
    }
  }

  @Test("an entry's full text reads back to the same policy, whatever the session's own rules")
  func readsBack() throws {
    for entry in Catalogue.entries where entry.policy.formula.isExpression {
      for (reset, clock) in [(ResetRule.ready, ClockOrigin.failure), (.never, .attemptStart)] {
        let whole = entry.policy.resolved(
          reset: reset, clock: clock, connectTimeout: .milliseconds(12_345))
        let again = try BackoffPolicy.parse(whole.text)
        // Every axis is written out: nothing of another session gets in.
        let typed = again.resolved(
          reset: .every(.hours(7)), clock: .failure, connectTimeout: .seconds(77))
        #expect(typed.formula == whole.formula, "\(entry.name)")
        expectSameAxes(typed, whole)
        #expect(typed.text == whole.text)
        try expectSameStories(typed, whole)
      }
    }
  }

  @Test(
    "so does any other policy",
    arguments: [
      "2^x, first: 0s", "2^x, first: 1ms, attempts: 0", "x, reset: uptime(1500ms)",
      "x, reset: idle(90s), connectTimeout: 1us", "x, reset: every(36h), first: 90m",
      "  if(x>1,\n2s ,stop)  , attempts: unlimited",
      "list(1s; 2s), clock: attemptStart, first: 250us",
      "x, first: 0.0000015s", "x, reset: uptime(1.0000005s), connectTimeout: 2.5us",
      "aws-full, attempts: 7, reset: open", "phoenix, first: 3s",
    ])
  func anyReadsBack(text: String) throws {
    let whole = try BackoffPolicy.parse(text).forStoat
    let typed = try BackoffPolicy.parse(whole.text).resolved(
      reset: .every(.hours(7)), clock: .failure, connectTimeout: .seconds(77))
    #expect(typed.formula.text == whole.formula.text)
    expectSameAxes(typed, whole)
    try expectSameStories(typed, whole)
  }

  @Test("another formula or axis is told apart, so that the agreement means something")
  func tellsApart() throws {
    for (one, other) in [
      ("(2^x - 1) * uniform(0.8, 1.2)", "(2^x - 1) * uniform(0.8, 1.2001)"),
      ("x", "x, reset: open"), ("x", "x, reset: uptime(2s)"), ("x", "x, clock: attemptStart"),
      ("x", "x, attempts: 39"), ("x", "x, first: 1.000001s"), ("1s + elapsed", "1s"),
      ("1s + prev", "1s"),
    ] {
      let pair = (try BackoffPolicy.parse(one).forStoat, try BackoffPolicy.parse(other).forStoat)
      let stories = (0..<50 as Range<UInt32>).contains { client in
        Story(client, pair.0).steps != Story(client, pair.1).steps
      }
      #expect(stories, "\(one) and \(other)")
    }
  }

  private func expectSameAxes(_ one: ResolvedPolicy, _ other: ResolvedPolicy) {
    #expect(one.axesText == other.axesText)
    #expect(one.reset == other.reset, "\(other.name)")
    #expect(one.clock == other.clock, "\(other.name)")
    #expect(one.attempts == other.attempts, "\(other.name)")
    #expect(one.connectTimeout == other.connectTimeout, "\(other.name)")
    #expect(one.first == other.first, "\(other.name)")
  }

  private func expectSameStories(_ one: ResolvedPolicy, _ other: ResolvedPolicy) throws {
    for client in 0..<60 as Range<UInt32> {
      let (a, b) = (Story(client, one).steps, Story(client, other).steps)
      #expect(a.count == 80)
      try #require(a == b, "\(other.name), client \(client)")
    }
  }
}

extension BackoffPolicy {
  fileprivate var forStoat: ResolvedPolicy {
    resolved(reset: .ready, clock: .failure, connectTimeout: .seconds(10))
  }
}

/// What happens to one client under a policy: 40 failures in a row, then 40 among which it gets
/// through now and then, at times and with wishes of the server that depend on the client alone.
private struct Story {
  struct Step: Equatable {
    var decision: RetryDecision
    var state: BackoffState
  }

  var steps: [Step] = []
  private let source = RandomSource(seed: 17)
  private let client: UInt32
  private let policy: ResolvedPolicy
  private var state = BackoffState()
  private var now: Instant

  init(_ client: UInt32, _ policy: ResolvedPolicy) {
    self.client = client
    self.policy = policy
    now = .start - Interval(seconds: Double(client) * 0.731)
    connect()
    now = .start + Interval(seconds: Double(client % 7) * 0.05)
    state.dropped(at: now)
    for attempt in 1...80 as ClosedRange<UInt32> { step(attempt) }
  }

  private mutating func connect() {
    state.attemptBegan(at: now)
    state.opened(at: now, under: policy)
    state.becameReady(at: now, under: policy)
  }

  private mutating func step(_ attempt: UInt32) {
    let luck = source.stream(owner: client, .fault, attempt: attempt)
    state.countFailure(at: now, under: policy)
    let asked = luck.uniform(at: 0) < 0.2 ? Interval(seconds: luck.uniform(at: 1) * 9) : .zero
    var random = source.stream(owner: client, .backoff, attempt: attempt)
    let decision = state.nextDelay(
      at: now, after: .unavailable(retryAfter: asked), random: &random,
      perClient: source.stream(owner: client, .backoff, attempt: 0), under: policy)
    steps.append(Step(decision: decision, state: state))
    // Times must not follow from a delay that is none, nor run away with one of years.
    if case .retry(let after) = decision { now = now + min(after, .hours(1)) }
    now = now + Interval(seconds: luck.uniform(at: 2))
    state.attemptBegan(at: now)
    now = now + Interval(seconds: luck.uniform(at: 3) * 4)
    guard attempt > 40 else { return }
    if luck.uniform(at: 4) < 0.3 { state.opened(at: now, under: policy) }
    if luck.uniform(at: 5) < 0.2 {
      connect()
      now = now + Interval(seconds: luck.uniform(at: 6) * 60)
      state.dropped(at: now)
    }
  }
}
