import Primitives
import Sessions

/// The passages of a subfleet, as far as they have been rehearsed: by cohort and course.
final class Passages<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let random: RandomSource
  /// For each cohort and course the two that were found last.
  private let known: FixedTable<Passage<Machine>>
  private let found: FixedTable<Bool>
  /// For each cohort and course, how often the machine has been rehearsed.
  private let rehearsals: FixedTable<Int>

  /// - Parameter random: what rehearsals draw from; it changes no passage.
  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>, _ random: RandomSource
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.random = random
    let count = cohorts.configurations.count * Course.count
    let none = Passage(of: clients[0].slot.machine)
    known = FixedTable(count: none == nil ? 0 : 2 * count) { _ in none! }
    found = FixedTable(count: known.count) { _ in false }
    rehearsals = FixedTable(count: count) { _ in 0 }
  }

  /// The place of the passage that is valid for a client as it stands; nil where there is none.
  @inline(__always)
  func place(_ course: Course, of client: UInt32, at now: Instant) -> Int? {
    if known.count == 0 { return nil }
    let first = 2 * (clients.cohort(client) * Course.count + course.number)
    let running = clients[client].slot.armedTimers
    let entry = clients[client].slot.machine.withoutFormula
    if isValid(first, from: entry, running) { return first }
    if isValid(first + 1, from: entry, running) { return first + 1 }
    return rehearse(course, client, at: now) ? first : nil
  }

  /// A passage by its place.
  subscript(place: Int) -> Passage<Machine> {
    @inline(__always) unsafeAddress { known.address(place) }
  }

  @inline(__always)
  private func isValid(
    _ place: Int, from machine: Machine, _ running: TimerSet<Machine.Timer>
  ) -> Bool {
    found[place] && known[place].running == running && haveSameBytes(known[place].entry, machine)
  }

  /// Looks for a passage of a client's machine. It becomes the first of its course.
  @inline(never)
  private func rehearse(_ course: Course, _ client: UInt32, at now: Instant) -> Bool {
    let cohort = clients.cohort(client)
    let number = cohort * Course.count + course.number
    if rehearsals[number] >= Self.mostRehearsals { return false }
    rehearsals[number] += 1
    let configuration = cohorts.configurations[cohort]
    let running = clients[client].slot.armedTimers
    // At another moment it must be the same: a machine may remember when something was.
    guard
      let rehearsal = Rehearsal(
        of: clients[client].slot.machine, under: configuration, random, at: now),
      let passage = Passage(course, running, rehearsal),
      let again = Passage(course, running, rehearsal.postponed), passage.isSame(as: again)
    else { return false }
    // Most clients come back to the first one. A client that tries for the first time has another.
    known[2 * number + 1] = known[2 * number]
    found[2 * number + 1] = found[2 * number]
    known[2 * number] = passage
    found[2 * number] = true
    return true
  }

  /// A machine that needs more has another passage for each client, or none: a rehearsal costs more than
  /// it saves.
  private static var mostRehearsals: Int { 100 }
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
