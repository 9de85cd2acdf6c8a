import Backoff
import Primitives
import Sessions

/// The set-ups that succeeded before the run: the machine of a cohort goes through the same turns
/// for every client, at other times. The first clients are stepped. If what is known of the first,
/// with the times of another, gives that other, byte for byte, all others are put where their times
/// lead.
final class BornPassage<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let isOn: Bool
  /// The births that are known, by cohort.
  private let known: FixedTable<Birth<Machine>?>
  /// By cohort: true if it has turned out that births are not alike.
  private let isHopeless: FixedTable<Bool>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>, _ plan: SimulationPlan
  ) {
    self.clients = clients
    self.cohorts = cohorts
    isOn = plan.skipsQuietTime && clients.devices == nil && !Machine.hasPushes
    known = FixedTable(count: cohorts.configurations.count) { _ in nil }
    isHopeless = FixedTable(count: cohorts.configurations.count) { _ in false }
  }

  /// Puts a client where its set-up has led.
  /// - Parameters:
  ///   - begun: when its attempt began.
  ///   - opened: when its connection opened.
  /// - Returns: the timer that runs; nil where the client has to be stepped: nothing has happened then.
  func put(_ client: UInt32, begun: Instant, opened: Instant) -> ExpectedTimer<Machine>? {
    let cohort = clients.cohort(client)
    guard let birth = known[cohort], birth.isProven(begun: begun, opened: opened),
      let policy = Machine.policy(of: cohorts.configurations[cohort])
    else { return nil }
    clients[client].slot = birth.slot(begun: begun, opened: opened, under: policy)
    clients[client].connection.establish()
    return ExpectedTimer(timer: birth.timer, armed: opened, due: opened + birth.after)
  }

  /// A client has been stepped through its set-up.
  /// - Parameter timers: its timers that are due in the run.
  func learn(
    _ client: UInt32, begun: Instant, opened: Instant, _ timers: [ExpectedTimer<Machine>]
  ) {
    let cohort = clients.cohort(client)
    guard isOn, !isHopeless[cohort],
      let policy = Machine.policy(of: cohorts.configurations[cohort])
    else { return }
    let birth = Birth(clients[client], timers, begun: begun, opened: opened)
    let first = known[cohort] ?? birth
    guard var first, let birth, first.leads(to: birth, under: policy) else {
      isHopeless[cohort] = true
      known[cohort] = nil
      return
    }
    first.prove(by: birth)
    known[cohort] = first
  }
}

/// The state to which a set-up leads, except for what the formula remembers.
private struct Birth<Machine: SimulatedSession>: BitwiseCopyable {
  private let stood: SessionSlot<Machine>
  /// The only timer that runs, and how long after the opening it is due.
  let timer: Machine.Timer
  let after: Interval
  private let begun: Instant
  private let opened: Instant
  /// True if it has led to a client that began, and to one that opened, at another moment.
  private var isProvenForBegin = false
  private var isProvenForOpening = false

  /// nil where more is to come of a client than one timer, armed when its connection opened.
  init?(
    _ record: ClientRecord<Machine>, _ timers: [ExpectedTimer<Machine>], begun: Instant,
    opened: Instant
  ) {
    let running = timers.filter { record.slot.isArmed($0.timer) }
    guard let only = running.first, running.count == 1, only.armed == opened,
      record.slot.armedTimers.bits.nonzeroBitCount == 1, record.slot.connection == .open,
      !record.slot.isCalling, record.slot.machine.standing == .connected,
      record.slot.machine.serverPing == nil, record.connection.isAtRest
    else { return nil }
    stood = record.slot
    timer = only.timer
    after = only.due - opened
    self.begun = begun
    self.opened = opened
  }

  /// Returns true if a client with these times may be put without being stepped.
  @inline(__always)
  func isProven(begun: Instant, opened: Instant) -> Bool {
    (isProvenForBegin || begun == self.begun) && (isProvenForOpening || opened == self.opened)
  }

  mutating func prove(by other: Birth) {
    if other.begun != begun { isProvenForBegin = true }
    if other.opened != opened { isProvenForOpening = true }
  }

  /// Returns true if it foretells another birth from the times of that one alone.
  func leads(to other: Birth, under policy: ResolvedPolicy) -> Bool {
    let foretold = slot(begun: other.begun, opened: other.opened, under: policy)
    return haveSameBytes(foretold, other.stood) && timer == other.timer && after == other.after
  }

  /// The slot of a client whose times are these.
  @inline(__always)
  func slot(
    begun: Instant, opened: Instant, under policy: ResolvedPolicy
  ) -> SessionSlot<Machine> {
    var formula = BackoffState()
    formula.dropped(at: begun)
    formula.attemptBegan(at: begun)
    formula.opened(at: opened, under: policy)
    formula.becameReady(at: opened, under: policy)
    var slot = stood
    slot.machine.formula = formula
    return slot
  }
}
