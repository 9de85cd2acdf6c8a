#if !DEBUG
  import Faults
  import Measurements
  import NetworkModel
  import Primitives
  import RealModule
  import Sessions
  import Simulator
  import Testing
  import VirtualTime

  /// Who notices what, when: with many clients and next to no latency, so that only the phases count.
  @Suite("Detection by chat sockets and after handovers")
  struct SystemsDetectionStatisticalTests {
    static let clients = 100_000

    /// The distance that one sample in a hundred exceeds.
    private static let critical = 1.628 / Double(clients).squareRoot()
    /// A cell of a histogram of three digits, at 240 s.
    private static let cell = 0.132

    private func blackhole(at: Int64) -> Fault {
      Fault(
        at: .seconds(at), duration: .seconds(1_000),
        kind: .outage(mode: .blackhole, drop: false, batch: 1, every: .seconds(1)),
        scope: .everyone)
    }

    /// - Parameter latency: one way; a set-up takes two.
    private func chats(at: Int64, latency: Interval) throws -> RunResult {
      try runFleet(
        .chatSocket([ChatSocketConfiguration()]), clients: Self.clients,
        latency: .constant(latency), faults: [blackhole(at: at)], duration: .seconds(at + 300))
    }

    private func distance(_ sample: [Double], _ low: Double, _ high: Double) -> Double {
      kolmogorov(sample, below: uniform(low, high)).distance
    }

    @Test(arguments: [600, 777] as [Int64]) func chatSocketsAreUniform(at: Int64) throws {
      let run = try chats(at: at, latency: .milliseconds(1))
      let found = run.load.detect.values
      #expect(found.count == Self.clients)
      #expect(distance(found, 120, 240) <= Self.critical + Self.cell / 120)
      // The atoms are at 180 and 240 s; each has half of the clients.
      let silent = run.milestone("restarted").after!.values.filter { $0 > 121 }
      let short = silent.filter { abs($0 - 180) <= Self.cell }.count
      let long = silent.filter { abs($0 - 240) <= Self.cell }.count
      #expect(short + long == Self.clients)
      let share = Double(short) / Double(Self.clients)
      #expect(abs(share - 0.5) <= threeSigma(share: 0.5, count: Self.clients))
    }

    /// Without any latency the second ping of a period comes at the very instant of the tick, and an
    /// arrival goes before a timer: it counts for the period that ends. So the tick finds out about a
    /// blackhole of the period's first half at once, and everything is 60 s earlier.
    @Test func withoutLatencyThePingBeatsTheTick() throws {
      let found = try chats(at: 630, latency: .zero).load.detect.values
      #expect(found.count == Self.clients)
      #expect(distance(found, 60, 180) <= Self.critical + Self.cell / 120)
    }

    @Test func handoversAreFoundByTheHeartbeat() throws {
      let stoat = StoatConfiguration(profile: .spec, policy: try BackoffPolicy.parse("stoat-web"))
      let run = try runFleet(
        .stoat([stoat]), clients: Self.clients,
        faults: [Fault(at: .seconds(100), duration: nil, kind: .handover, scope: .everyone)],
        duration: .seconds(200))
      let found = run.load.detect.values
      #expect(found.count == Self.clients)
      #expect(distance(found, 10, 40) <= Self.critical + 0.033 / 30)
    }
  }
#endif
