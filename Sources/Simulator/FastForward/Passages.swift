import Primitives
import Sessions

/// The passages of a herd, as far as they have been rehearsed: by cohort and course.
final class Passages<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let random: RandomSource
  /// For each cohort and course the two that were found last.
  private let known: FixedTable<Passage<Machine>?>
  /// For each cohort and course, how many rehearsals have led to none.
  private let misses: FixedTable<Int>

  /// - Parameter random: what rehearsals draw from; it changes no passage.
  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>, _ random: RandomSource
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.random = random
    let count = cohorts.configurations.count * Course.count
    known = FixedTable(count: 2 * count) { _ in nil }
    misses = FixedTable(count: count) { _ in 0 }
  }

  /// Whether the clients of a cohort wait by a formula, so that there may be passages.
  func areThere(forCohort cohort: Int) -> Bool {
    Machine.policy(of: cohorts.configurations[cohort]) != nil
  }

  /// The passage that is valid for a client as it stands, if there is one.
  @inline(__always)
  func passage(_ course: Course, of client: UInt32, at now: Instant) -> Passage<Machine>? {
    let place = clients.cohort(client) * Course.count + course.number
    let running = clients[client].slot.armedTimers
    let entry = clients[client].slot.machine.withoutFormula
    if let passage = known[2 * place], passage.isValid(from: entry, running) { return passage }
    return other(course, place, client, at: now)
  }

  @inline(never)
  private func other(
    _ course: Course, _ place: Int, _ client: UInt32, at now: Instant
  ) -> Passage<Machine>? {
    let machine = clients[client].slot.machine
    let running = clients[client].slot.armedTimers
    if let second = known[2 * place + 1], second.isValid(from: machine.withoutFormula, running) {
      return second
    }
    if misses[place] >= Self.mostMisses { return nil }
    let configuration = cohorts.configurations[clients.cohort(client)]
    guard let rehearsal = Rehearsal(of: machine, under: configuration, random, at: now),
      let found = Passage(course, running, rehearsal)
    else {
      misses[place] += 1
      return nil
    }
    // Most clients come back to the first one: whoever tries for the first time has another.
    known[2 * place + 1] = known[2 * place]
    known[2 * place] = found
    return found
  }

  /// After so many a cohort has none, as far as anybody cares: a rehearsal costs as much as it saves.
  private static var mostMisses: Int { 100 }
}

extension Passage {
  @inline(__always)
  fileprivate func isValid(from machine: Machine, _ running: TimerSet<Machine.Timer>) -> Bool {
    self.running == running && haveSameBytes(entry, machine)
  }
}

extension SimulatedSession {
  /// The machine as if its formula had not been asked yet.
  var withoutFormula: Self {
    @inline(__always) get {
      var machine = self
      machine.formula = BackoffState()
      return machine
    }
  }
}

extension Course {
  /// How many there are, with all reasons.
  static var count: Int { 2 + 2 * CloseReason.allCases.count }

  var number: Int {
    @inline(__always) get {
      switch self {
      case .timedOut: 0
      case .timedOutOnceOpen: 1
      case .refused(let reason): 2 + 2 * Int(reason.rawValue)
      case .turnedAway(let reason): 3 + 2 * Int(reason.rawValue)
      }
    }
  }
}
