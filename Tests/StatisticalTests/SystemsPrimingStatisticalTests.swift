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

  /// Priming against closed forms, with many clients.
  @Suite("Priming: elapsed sessions, missed updates, stale reads")
  struct SystemsPrimingStatisticalTests {
    static let clients = 200_000

    struct Row: Sendable {
      let latency: Latency
      let waitFor: Int64
      let share: Double
    }

    static let rows: [Row] =
      [600, 900, 1_000, 1_200, 1_500].map { uniformRow($0) }
      + [600, 1_200, 2_000].map { exponentialRow($0) }

    /// P(out + back > w) of two ways uniform on [a, b): a square without its corner, or a corner.
    private static func uniformRow(_ waitFor: Int64) -> Row {
      let below = Double(waitFor) - 200
      let above = 1_800 - Double(waitFor)
      let square = 2.0 * 800 * 800
      let share = waitFor < 1_000 ? 1 - below * below / square : above * above / square
      return Row(
        latency: .uniform(low: .milliseconds(100), high: .milliseconds(900)), waitFor: waitFor,
        share: share)
    }

    /// Of two exponential ways of mean m, with x = w / m: exp(-x) (1 + x).
    private static func exponentialRow(_ waitFor: Int64) -> Row {
      let x = Double(waitFor) / 250
      return Row(
        latency: .exponential(mean: .milliseconds(250)), waitFor: waitFor,
        share: .exp(-x) * (1 + x))
    }

    /// Quantiles are cut off at 1/16384, which moves a share by less than a tenth of a percent of it.
    @Test(arguments: rows) func elapsedSessions(row: Row) throws {
      var configuration = PrimerConfiguration()
      configuration.waitFor = .milliseconds(row.waitFor)
      let run = try runFleet(
        .primer([configuration]), clients: Self.clients, latency: row.latency, setup: .usual,
        start: .within(.seconds(10)), duration: .seconds(40))
      let share = Double(run.milestone("elapsed").count) / Double(Self.clients)
      #expect(
        abs(share - row.share)
          <= threeSigma(share: row.share, count: Self.clients) + 1e-3 * row.share)
      #expect(run.milestone("primed").count == Self.clients)
    }

    private func reading(seed: UInt64) throws -> (stale: Double, reads: Double) {
      var behaviour = Behaviour()
      behaviour.entities = 1
      behaviour.actions = .exponential(mean: .seconds(4))
      behaviour.launches = .exponential(mean: .seconds(60))
      behaviour.pushes = PushPlan(every: .exponential(mean: .seconds(90)), storms: [])
      let run = try runFleet(
        .primer([PrimerConfiguration()]), clients: 500, seed: seed, behaviour,
        start: .within(.seconds(1)), duration: .seconds(3_600))
      let reads = ["readLock", "readLatest", "readFallback"].map { run.milestone($0).count }
      #expect(reads[2] == 0)
      return (
        Double(run.sessions.reads.staleLock + run.sessions.reads.staleLatest),
        Double(reads.reduce(0, +))
      )
    }

    /// One entity, no listener, no latency: a session holds what was the latest when it began, so a
    /// read is stale if there was a change since. With sessions of rate m and changes of rate c the
    /// age of a session at a read is exponential: P(stale) = c / (c + m). The reads of one session go
    /// together, so the error is that of 40 runs.
    @Test func staleReadsOfOneEntity() throws {
      let runs = try (1...40 as ClosedRange<UInt64>).map { try reading(seed: $0) }
      let share = (1 / 90.0) / (1 / 90.0 + 1 / 60.0)
      let sample = Sample(runs.map { $0.stale / $0.reads })
      // The last session of each client is cut off by the end: of 60 sessions one.
      let cut = share / 60
      #expect(abs(sample.mean - share) <= 4 * sample.standardError + cut)
    }

    /// Sessions of one length L: P(stale) = 1 - (1 - exp(-c L)) / (c L).
    @Test func staleReadsOfSessionsOfOneLength() throws {
      let length = 60.0
      let c = 1 / 90.0
      let share = 1 - (1 - .exp(-c * length)) / (c * length)
      let values = try (1...40 as ClosedRange<UInt64>).map { seed -> Double in
        var behaviour = Behaviour()
        behaviour.entities = 1
        behaviour.actions = .exponential(mean: .seconds(4))
        behaviour.launches = .constant(.seconds(60))
        behaviour.pushes = PushPlan(every: .exponential(mean: .seconds(90)), storms: [])
        let run = try runFleet(
          .primer([PrimerConfiguration()]), clients: 500, seed: seed, behaviour,
          start: .within(.microseconds(1)), duration: .seconds(3_600))
        let reads = ["readLock", "readLatest"].map { run.milestone($0).count }.reduce(0, +)
        return Double(run.sessions.reads.staleLock + run.sessions.reads.staleLatest) / Double(reads)
      }
      let sample = Sample(values)
      #expect(abs(sample.mean - share) <= 4 * sample.standardError)
    }
  }
#endif
