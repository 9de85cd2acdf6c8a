import Primitives
import VirtualTime

/// The use that each cohort's users make of the app, and its draws.
final class Habits<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let random: RandomSource
  /// The behaviours, by cohort.
  private let behaviours: FixedTable<CompiledBehaviour>

  init(_ cohorts: [CohortPlan], _ clients: ClientTable<Machine>, _ random: RandomSource) {
    self.clients = clients
    self.random = random
    behaviours = FixedTable(count: cohorts.count) { CompiledBehaviour(cohorts[$0].behaviour) }
  }

  subscript(client: UInt32) -> CompiledBehaviour {
    @inline(__always) unsafeAddress { behaviours.address(clients.cohort(client)) }
  }

  func bits(_ key: DrawKey) -> UInt64 { random.bits(key) }

  func draw(
    _ client: UInt32, _ stream: BehaviourStream, _ ordinal: UInt32, _ draw: BehaviourDraw = .pause
  ) -> UInt64 {
    random.bits(.behaviour(stream, of: client, ordinal, draw))
  }

  /// Returns the draws of a client's streams at their first move: `of(attempt:)` leads to the
  /// others.
  func draws(of client: UInt32) -> RandomStream {
    random.stream(owner: client, .behaviour, attempt: 0)
  }

  func pause(
    _ sampler: SamplerTable, _ client: UInt32, _ stream: BehaviourStream, _ ordinal: UInt32
  ) -> Interval {
    max(sampler.sample(draw(client, stream, ordinal)), .microseconds(1))
  }

  /// How long a phase lasts. Phases are numbered from 0; the even ones are on.
  func length(
    _ phases: CompiledAlternation, _ client: UInt32, _ stream: BehaviourStream, _ phase: UInt32
  ) -> Interval {
    pause(phase & 1 == 0 ? phases.on : phases.off, client, stream, phase)
  }

  func entity(_ client: UInt32, bits: UInt64) -> UInt16 {
    let count = UInt64(self[client].plan.entities)
    return UInt16(bits.multipliedFullWidth(by: count).high)
  }

  /// Returns the entity of a listener. The listener that goes is the one that came.
  func listenedEntity(_ client: UInt32, _ phase: UInt32) -> UInt16 {
    entity(client, bits: draw(client, .listeners, phase & ~1, .listened))
  }

  /// How long an operation of the device's database takes.
  func databaseTime(of client: UInt32, call: UInt8, at now: Instant) -> Interval {
    let bits = random.bits(.database(of: client, call: call, at: now))
    return max(self[client].database.sample(bits), .microseconds(1))
  }

  /// When the push after the one of this number comes, which was made at `instant`; `.never` where
  /// none does.
  func nextPush(to client: UInt32, after instant: Instant, _ ordinal: UInt32) -> Instant {
    let draws = random.stream(owner: client, .push, attempt: ordinal)
    return behaviours.withEntry(clients.cohort(client)) { behaviour in
      behaviour.pushes?.next(after: instant, draws) ?? .never
    }
  }
}
