import Faults
import NetworkModel
import Primitives
import Sessions

/// The clients' knowledge of the service's name, and their questions for it.
final class Names<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let records: Column<NameRecord>
  /// By cohort; nil where addresses are known.
  private let services: FixedTable<NameService?>

  /// nil where all addresses are known in the whole run.
  init?(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ plan: SimulationPlan
  ) {
    guard let records = clients.names else { return nil }
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.records = records
    services = FixedTable(count: plan.cohorts.count) { cohort in
      plan.cohorts[cohort].network.name.map {
        NameService($0, firstResolver: plan.firstResolver(of: $0))
      }
    }
  }

  /// When the first packets of the present attempt go out from.
  func origin(of client: UInt32) -> Instant {
    services[clients.cohort(client)] == nil
      ? clients.statistics[client].beganAt : records[client].knownAt
  }

  // MARK: Asking

  /// An attempt begins.
  /// - Returns: whether its client knows the address; otherwise it asks, or fails.
  func knows(_ client: UInt32, _ attempt: UInt32, _ buffer: inout EventBuffer) -> Bool {
    let now = buffer.now
    let cohort = clients.cohort(client)
    guard let service = services[cohort] else { return true }
    if records[client].isKnown(at: now) {
      records[client].knownAt = now
      return true
    }
    // No first packet goes out before the answer.
    records[client].knownAt = .never
    if records[client].isDenied(at: now) {
      buffer.close(client, attempt, Closing(.dns), at: now)
      return false
    }
    switch ask(client, attempt, service, at: now) {
    case .answer(let at, let answer):
      if at == now {
        take(answer, client, at: now)
        return true
      }
      records[client].pendingAt = at
      records[client].pendingUntil = answer.validUntil
      records[client].pendingAddress = answer.address
      records[client].pendingAttempt = attempt
      buffer.post(EventCode.client(.nameAnswer, client, stamp: attempt), at: at)
    case .denial(let at, let negative):
      records[client].deniedFrom = at
      records[client].deniedUntil = at + negative
      buffer.close(client, attempt, Closing(.dns), at: at)
    case .nothing(let at): buffer.close(client, attempt, Closing(.dns), at: at)
    }
    return false
  }

  fileprivate struct Answer {
    let validUntil: Instant
    let address: UInt16
  }

  /// The end of all tries of an attempt.
  private enum Outcome {
    case answer(at: Instant, Answer)
    case denial(at: Instant, negative: Interval)
    case nothing(at: Instant)
  }

  private func ask(
    _ client: UInt32, _ attempt: UInt32, _ service: NameService, at begin: Instant
  ) -> Outcome {
    let timeline = network.timeline(unconnected: client, minds: .silence)
    var first: (at: Instant, outcome: Outcome)?
    var sent = begin
    for number in 0..<service.description.tries {
      if let first, first.at <= sent { break }
      if let answered = answer(ofTry: number, client, attempt, service, sentAt: sent, timeline),
        answered.at < first?.at ?? .never
      {
        first = answered
      }
      trace(client, number, sentAt: sent, answeredAt: first?.at)
      sent = sent + service.description.timeout
    }
    guard let first, first.at <= sent else { return .nothing(at: sent) }
    return first.outcome
  }

  /// The answer to one try; nil where none comes.
  private func answer(
    ofTry number: Int, _ client: UInt32, _ attempt: UInt32, _ service: NameService,
    sentAt sent: Instant, _ timeline: ClientTimeline
  ) -> (at: Instant, outcome: Outcome)? {
    let random = network.random
    let back = sent + service.time(ofTry: number, client, attempt: attempt, random)
    if timeline.swallows(at: sent) { return nil }
    for (direction, moment) in [(Direction.out, sent), (.back, back)] {
      let loss = network[pathOf: client].loss(
        direction, of: client, at: moment, on: timeline, random)
      if loss > 0,
        service.lossDraw(ofTry: number, direction, client, attempt: attempt, random) < loss
      {
        return nil
      }
    }
    let cache = service.cache(of: client, random)
    let cycle = cache.cycle(at: sent)
    let turn = cache.turn(cycle)
    let (world, subject) = (timeline.world, timeline.subject)
    // A resolver that got no answer at the turn of its cache asks now.
    var asOf = turn
    if world.nameTrouble(subject, at: turn) != nil {
      asOf = sent
      switch world.nameTrouble(subject, at: sent) {
      case nil: break
      case let trouble? where trouble.failure == .silent: return nil
      case let trouble?: return (back, .denial(at: back, negative: trouble.negative))
      }
    }
    let address = UInt16(truncatingIfNeeded: world.address(subject, at: asOf))
    let answer = Answer(validUntil: cache.turn(cycle &+ 1), address: address)
    return (back, .answer(at: back, answer))
  }

  private func trace(_ client: UInt32, _ number: Int, sentAt: Instant, answeredAt: Instant?) {
    guard statistics.isTracing else { return }
    statistics.trace(
      .nameAsked(number: number + 1, answer: answeredAt), of: client, at: sentAt)
  }

  // MARK: Answers

  /// The answer to an attempt's question arrives.
  /// - Returns: whether the attempt may go on.
  func answered(_ event: ClientEvent, at now: Instant) -> Bool {
    let client = event.client
    guard EventCode.stampMask & records[client].pendingAttempt == event.stamp else { return false }
    let record = records[client]
    let answer = Answer(validUntil: record.pendingUntil, address: record.pendingAddress)
    take(answer, client, at: now)
    return clients[client].slot.concerns(event.stamp)
      && clients[client].slot.connection == .connecting
  }

  private func take(_ answer: Answer, _ client: UInt32, at now: Instant) {
    records[client].knownAt = now
    records[client].validUntil = answer.validUntil
    records[client].address = answer.address
  }

  /// True if an answer is on its way to a client that has given the attempt up which asked for it: it will be of use
  /// to another one.
  func answersLate(_ client: UInt32, at now: Instant) -> Bool {
    records[client].pendingAt > now
      && !(clients[client].slot.connection == .connecting
        && records[client].pendingAttempt == clients[client].slot.attempt)
  }

  /// The earliest moment at which a client that asks can know the address that the service has since its latest move by
  /// `moment`: when its resolver's cache turns over. The begin of the run where there is no such move.
  func findsService(_ client: UInt32, movedBy moment: Instant) -> Instant {
    let world = network.world
    let subject = network.timeline(unconnected: client).subject
    guard let service = services[clients.cohort(client)],
      let move = world.moves.last(where: {
        world.timeline.faults[$0].at <= moment && world.concerns($0, subject)
      })
    else { return .start }
    let at = world.timeline.faults[move].at
    let cache = service.cache(of: client, network.random)
    let cycle = cache.cycle(at: at)
    let turn = cache.turn(cycle)
    // A resolver that got no answer at the turn asks anew with each question.
    if turn >= at || world.nameTrouble(subject, at: turn) != nil { return .start }
    return cache.turn(cycle &+ 1)
  }

  // MARK: Playing ahead

  /// The knowledge that a client will have in an attempt that is played ahead.
  struct Foreknowledge {
    /// When it knows the address.
    let knownAt: Instant
    /// The answer that it gets, where it has to ask.
    fileprivate let answer: Answer?
    let address: UInt16

    /// True if its question is an event of its own.
    func isEvent(from begin: Instant) -> Bool { answer != nil && knownAt > begin }
  }

  /// Returns what a client knows in an attempt that begins at a moment; nil where more may come of it than an answer
  /// to its first question.
  func foresee(_ client: UInt32, _ attempt: UInt32, at begin: Instant) -> Foreknowledge? {
    let record = records[client]
    guard let service = services[clients.cohort(client)] else {
      return Foreknowledge(knownAt: begin, answer: nil, address: record.address)
    }
    if record.isKnown(at: begin) {
      return Foreknowledge(knownAt: begin, answer: nil, address: record.address)
    }
    if record.isDenied(at: begin) { return nil }
    let timeline = network.timeline(unconnected: client, minds: .silence)
    guard
      case .answer(let at, let answer)? = self.answer(
        ofTry: 0, client, attempt, service, sentAt: begin, timeline)?.outcome,
      at <= begin + service.description.timeout
    else { return nil }
    return Foreknowledge(knownAt: at, answer: answer, address: answer.address)
  }

  /// An attempt that is played ahead begins.
  func begin(_ client: UInt32, _ known: Foreknowledge) {
    if services[clients.cohort(client)] == nil { return }
    records[client].knownAt = known.knownAt
    if let answer = known.answer { take(answer, client, at: known.knownAt) }
  }

  // MARK: The door

  /// The dead address that a first packet finds which arrives at a moment where its client looks; nil for the service.
  func deadAddress(of client: UInt32, at arrival: Instant) -> DeadAddress? {
    fate(ofAddress: records[client].address, of: client, at: arrival)
  }

  /// The same of an address that the client will know; nil for the service.
  func fate(ofAddress address: UInt16, of client: UInt32, at arrival: Instant) -> DeadAddress? {
    if network.world.moves.isEmpty || services[clients.cohort(client)] == nil { return nil }
    let subject = network.timeline(unconnected: client, minds: .nothing).subject
    return network.world.fate(ofAddress: Int(address), subject, at: arrival)
  }
}

extension SimulationPlan {
  /// True if clients must find out the address of the service.
  public var hasNames: Bool { cohorts.contains { $0.network.name != nil } }

  /// The number of the first of a name's resolvers: those of the names before it count on. Cohorts that take the
  /// same name share its resolvers.
  fileprivate func firstResolver(of name: NameDescription) -> Int {
    var before: [NameDescription] = []
    for other in cohorts.compactMap(\.network.name) {
      if other == name { break }
      if !before.contains(other) { before.append(other) }
    }
    return before.reduce(0) { $0 + ($1.resolvers ?? 0) }
  }
}
