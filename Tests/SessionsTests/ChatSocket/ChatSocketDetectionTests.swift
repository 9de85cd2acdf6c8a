import Testing

@testable import Sessions

/// How long a socket stays silent before the watchdog restarts it, against arithmetic.
@Suite("Chat socket: detection of a silent socket")
struct ChatSocketDetectionTests {
  /// What a blackhole led to.
  private struct Detection {
    var lastEvent: Instant
    var restart: Instant
    /// What the machine said the silence was.
    var silence: Interval
  }

  /// An agent that connects at 0, is open after `setUp` and hears a ping every 60 s from then on,
  /// until a blackhole begins.
  private func detection(setUp: Interval, blackhole: Instant) throws -> Detection {
    var bench = ChatSocketBench()
    try bench.deliver(.stimulus(.ownerEnter), at: .start)
    let opened = Instant.start + setUp
    try bench.deliver(.opened, at: opened)
    var ping = opened + .seconds(60)
    while ping < blackhole {
      // Of one moment, what arrives comes before a timer.
      _ = try bench.run(until: ping)
      try bench.deliver(.received(.ping), at: ping)
      ping = ping + .seconds(60)
    }
    for step in try bench.run(until: blackhole + .seconds(300)) {
      if case .reached(.restarted, let silence) = step.action {
        return Detection(lastEvent: ping - .seconds(60), restart: step.at, silence: silence)
      }
    }
    throw ChatSocketBench.Impossible(description: "no restart")
  }

  static let setUps: [Interval] = [
    .milliseconds(1), .milliseconds(300), .seconds(2), .seconds(59), .seconds(60),
  ]

  @Test("180 or 240 s after the last event, less the set-up time", arguments: setUps)
  func fromLastEvent(setUp: Interval) throws {
    var atoms: Set<Interval> = []
    for phase in 0..<480 {
      let found = try detection(
        setUp: setUp, blackhole: .seconds(600) + .milliseconds(Int64(phase) * 250 + 100))
      #expect(found.silence == found.restart - found.lastEvent)
      atoms.insert(found.silence)
    }
    #expect(atoms == [.seconds(180) - setUp, .seconds(240) - setUp])
  }

  @Test(
    "uniform on (120, 240] s after the blackhole begins, less the set-up time", arguments: setUps)
  func fromBlackhole(setUp: Interval) throws {
    // 480 blackholes spread evenly over one period of the watchdog.
    var waits: [Interval] = []
    for phase in 0..<480 {
      let blackhole = Instant.seconds(600) + .milliseconds(Int64(phase) * 250 + 125)
      let found = try detection(setUp: setUp, blackhole: blackhole)
      waits.append(found.restart - blackhole)
    }
    waits.sort()
    #expect(waits.allSatisfy { $0 > .seconds(120) - setUp && $0 <= .seconds(240) - setUp })
    for (index, wait) in waits.enumerated() {
      let quantile = Interval.seconds(120) - setUp + .milliseconds(Int64(index) * 250 + 125)
      #expect(abs((wait - quantile).seconds) <= 0.25, "the \(index)th")
    }
  }

  @Test("a set-up without any duration is one of 60 s: the ping comes just before the tick")
  func noSetUp() throws {
    var atoms: Set<Interval> = []
    for second in 601..<720 where second != 660 {
      atoms.insert(try detection(setUp: .zero, blackhole: .seconds(Int64(second))).silence)
    }
    #expect(atoms == [.seconds(120), .seconds(180)])
  }

  @Test("a socket on which nothing ever came is restarted every 120 s")
  func neverHeard() throws {
    var bench = ChatSocketBench()
    try bench.deliver(.stimulus(.ownerEnter), at: .seconds(3))
    try bench.deliver(.opened, at: .seconds(4))
    let restarts = try bench.run(until: .seconds(1_000)).filter {
      if case .reached(.restarted, .seconds(120)) = $0.action { true } else { false }
    }
    #expect(restarts.map(\.at) == (1...8).map { .seconds(3 + 120 * $0) })
  }

  @Test("a noticed close costs 1 to 4 minutes of silence, as the record says")
  func noticedClose() throws {
    var waits: [Interval] = []
    for second in (1..<480 as Range<Int64>) where second % 60 != 0 {
      var bench = ChatSocketBench()
      try bench.deliver(.stimulus(.ownerEnter), at: .start)
      try bench.deliver(.opened, at: .start + .milliseconds(1))
      for ping in stride(from: Int64(60), to: second, by: 60) {
        let arrival = Instant.seconds(ping) + .milliseconds(1)
        _ = try bench.run(until: arrival)
        try bench.deliver(.received(.ping), at: arrival)
      }
      _ = try bench.run(until: .seconds(second))
      try bench.deliver(.closed(.reset), at: .seconds(second))
      let begun = try bench.run(until: .seconds(1_000)).first { text($0.action) == "open" }
      waits.append(try #require(begun).at - .seconds(second))
    }
    #expect(waits.min() == .seconds(61) && waits.max() == .seconds(239))
  }
}
