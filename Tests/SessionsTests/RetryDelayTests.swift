import Testing

@testable import Sessions

@Suite("The delay before a retry")
struct RetryDelayTests {
  /// The delays after 1, 2, ... failures in a row, as text.
  private func delays(
    _ count: Int, _ profile: StoatProfile, policy: String? = nil, draw: Double
  ) throws -> [Interval] {
    var lifecycle = try Lifecycle(profile, policy: policy, draw: draw)
    lifecycle.take(.loginCached)
    return try (1...count).map { failure in
      let step = lifecycle.take(.temporaryFailure)
      #expect(lifecycle.machine.failures == UInt32(failure))
      guard case .retry(let delay)? = step.retry else { throw Bench.Impossible(description: "-") }
      lifecycle.take(.retry)
      return delay
    }
  }

  @Test("is (2^x - 1) s times 0.8 to 1.2, to the microsecond")
  func exact() throws {
    func texts(_ draw: Double) throws -> [String] {
      try delays(8, .spec, draw: draw).map { text($0) }
    }
    #expect(try texts(0) == ["0.8", "2.4", "5.6", "12", "24.8", "50.4", "101.6", "204"])
    #expect(try texts(0.25) == ["0.9", "2.7", "6.3", "13.5", "27.9", "56.7", "114.3", "229.5"])
    #expect(try texts(0.5) == ["1", "3", "7", "15", "31", "63", "127", "255"])
    #expect(
      try texts(0.123_457) == [
        "0.849383", "2.548148", "5.94568", "12.740742", "26.330867", "53.511116", "107.871616",
        "216.592614",
      ])
    #expect(
      try texts(0.875) == [
        "1.15", "3.45", "8.05", "17.25", "35.65", "72.45", "146.05", "293.25",
      ])
  }

  @Test("lies in the published range: one second, seventeen minutes, nine hours, three days")
  func ranges() throws {
    let least = try delays(18, .spec, draw: 0)
    let most = try delays(18, .spec, draw: 1 - 0x1p-53)
    for (x, low, high) in [
      (1, 0.8, 1.2), (2, 2.4, 3.6), (3, 5.6, 8.4), (4, 12, 18), (5, 24.8, 37.2), (6, 50.4, 75.6),
      (7, 101.6, 152.4), (8, 204, 306), (10, 818.4, 1227.6), (15, 26_213.6, 39_320.4),
      (18, 209_714.4, 314_571.6),
    ] {
      #expect(least[x - 1] == Interval(seconds: low), "x = \(x)")
      #expect(most[x - 1] == Interval(seconds: high), "x = \(x)")
    }
  }

  @Test("stays in its range for the draws of real clients, and fills it")
  func realDraws() throws {
    let configuration = try configuration(.spec)
    let source = RandomSource(seed: 7)
    var all: [Double] = []
    for owner in 0..<2_000 as Range<UInt32> {
      var lifecycle = try Lifecycle.standing(in: .connecting, .spec).machine
      let random = source.stream(owner: owner, .backoff, attempt: 1)
      var draws = BackoffDraws(random: random, perClient: random)
      let step = lifecycle.handle(
        .temporaryFailure, under: configuration, in: .init(now: .start, isDeviceOnline: true),
        drawing: &draws)
      guard case .retry(let delay)? = step.retry else { throw Bench.Impossible(description: "-") }
      all.append(delay.seconds)
    }
    #expect(all.allSatisfy { $0 >= 0.8 && $0 <= 1.2 })
    // Extremes of n uniform draws lie within a share 15 / n of the edge but for e^-15.
    let margin = 0.4 * 15 / 2_000
    #expect(all.min()! < 0.8 + margin)
    #expect(all.max()! > 1.2 - margin)
    // The mean of n uniform draws on a range of 0.4 has a standard error of 0.4 / sqrt(12 n).
    let mean = all.reduce(0, +) / 2_000
    #expect(abs(mean - 1) < 4 * 0.4 / (12.0 * 2_000).squareRoot())
  }

  @Test("is 0, 1, 3, 7 s in the SDK's own reconnect")
  func sdk() throws {
    let plain = try delays(6, .sdkAutoReconnect, draw: 0.5).map { text($0) }
    #expect(plain == ["0", "1", "3", "7", "15", "31"])
  }

  @Test("is the same in spec, forWeb and hardened")
  func sameInAll() throws {
    let spec = try delays(12, .spec, draw: 0.75)
    #expect(try delays(12, .forWeb, draw: 0.75) == spec)
    #expect(try delays(12, .hardened, draw: 0.75) == spec)
  }

  @Test("follows another policy when one is given")
  func otherPolicy() throws {
    let capped = "min(20s, 2^x), first: 0s"
    let texts = try delays(6, .spec, policy: capped, draw: 0.5).map { text($0) }
    #expect(texts == ["0", "4", "8", "16", "20", "20"])
  }

  @Test("counts from x = 1 again once connected, or once open where the policy says so")
  func reset() throws {
    let failing = """
      closed reset   | DISCONNECTED, arm retry 1
      fired retry    | RECONNECTING, cacheInvalidated, open, arm connect 10
      closed refused | DISCONNECTED, arm retry 3
      fired retry    | RECONNECTING, cacheInvalidated, open, arm connect 10
      opened         | arm heartbeat 30
      """
    var ready = try Bench.connected(.spec)
    ready.play(failing + "\nclosed reset | DISCONNECTED, arm retry 7")
    var open = try Bench.connected(.spec, policy: "stoat-web, reset: open")
    open.play(failing + "\nclosed reset | DISCONNECTED, arm retry 1")
    var never = try Bench.connected(.spec, policy: "stoat-web, reset: never")
    never.play(
      failing + """

        server ready      | disarm connect, call unreads, arm call 10
        answer unreads ok | disarm call, CONNECTED
        closed reset      | DISCONNECTED, arm retry 7
        """)
  }

  @Test("knows how long the client has been down, from the drop on")
  func elapsed() throws {
    var bench = try Bench.connected(.spec, policy: "1s + elapsed")
    bench.play(
      """
      at 100
      closed reset   | DISCONNECTED, arm retry 1
      at 101
      fired retry    | RECONNECTING, cacheInvalidated, open, arm connect 10
      at 103.5
      closed refused | DISCONNECTED, arm retry 4.5
      """)
  }

  @Test("knows how long a fresh client has been trying, from its first attempt on")
  func elapsedAtFirst() throws {
    var bench = try Bench(.spec, policy: "1s + elapsed")
    bench.play(
      """
      at 10
      app storedSession | CONNECTING, open, arm connect 10
      at 12
      closed refused    | DISCONNECTED, arm retry 3
      """)
  }

  @Test("counts from the attempt's start where the policy says so")
  func attemptStart() throws {
    var bench = try Bench(.spec, policy: "5s, clock: attemptStart")
    bench.play(
      """
      at 10
      app storedSession | CONNECTING, open, arm connect 10
      at 12
      closed refused    | DISCONNECTED, arm retry 3
      at 15
      fired retry       | RECONNECTING, cacheInvalidated, open, arm connect 10
      at 16
      closed refused    | DISCONNECTED, arm retry 4
      at 20
      fired retry       | RECONNECTING, cacheInvalidated, open, arm connect 10
      at 30
      fired connect     | close, DISCONNECTED, arm retry 0
      """)
  }
}
