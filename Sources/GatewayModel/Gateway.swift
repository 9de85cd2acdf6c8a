import Primitives
import VirtualTime

/// The server side: nodes behind a balancer, each with a listener, handshake cores and a ready
/// stage; shared authentication and API stations; admission behind the handshake or at the listener.
///
/// It is stepped like a machine and never touches the event queue. It is informed of what arrives
/// and of what is finished. It answers with a verdict or with services whose end the one loop must
/// schedule.
///
/// A class, because it is asked on every packet and too large to be passed about.
public final class Gateway {
  public let description: GatewayDescription
  /// All stations in one array, which is changed in place: handshake of each node, ready of each
  /// node, auth, api.
  @exclusivity(unchecked) private var all: [Station]
  /// The books, by the numbers of the roles.
  private let books: [StationBook]
  /// The token buckets: one for each node, or one for all; none where every attempt is let in.
  @exclusivity(unchecked) var buckets: [TokenBucket] = []
  /// The same of admission in batches.
  @exclusivity(unchecked) var batches: [BatchLimit] = []
  /// Admission by slots; nil where it is another.
  @exclusivity(unchecked) var slots: Slots?
  /// True if attempts hold slots.
  public let hasSlots: Bool
  /// Nodes that take new connections, ascending.
  @exclusivity(unchecked) public private(set) var upNodes: [UInt16]
  @exclusivity(unchecked) public internal(set) var shed = 0
  @exclusivity(unchecked) public private(set) var acceptOverflow = 0
  /// The row that optimistic clients contend for.
  @exclusivity(unchecked) public var row: VersionedRow
  /// True if admission decides when the handshake is done; otherwise the first packet is admitted
  /// or turned away at once.
  public let admitsAfterHandshake: Bool
  let random: RandomSource
  /// The Retry-After of error answers; nil where they have none.
  let hint: Sampler?
  /// True if admission answers those whom it turns away with an error.
  public let shedsWithError: Bool
  /// nil where payloads take no time.
  @exclusivity(unchecked) private var links: Links?
  /// True if payloads take time.
  public let hasLinks: Bool
  /// True if a station may drop requests.
  public let mayDrop: Bool
  private let drops = DropList()

  /// - Parameters:
  ///   - readers: clients that may read the row; 0 where none contends for it.
  ///   - isForeseen: whether `latestService` will be asked for.
  public init(
    _ description: GatewayDescription, random: RandomSource, readers: Int = 0,
    isForeseen: Bool = false
  ) {
    self.description = description
    row = VersionedRow(clients: readers)
    self.random = random
    let tracks = description.abandonment == .notice
    let nodes = (0..<description.nodes).map(UInt16.init)
    mayDrop = StationRole.allCases.contains { !description[$0].queue.isPlain }
    let drops = drops
    books = StationRole.allCases.map { role in
      let station = description[role]
      let count = description.count(of: role)
      return StationBook(
        servers: station.servers.map { $0 * count },
        slowing: station.servers == nil && station.slowdown > 0 ? count : 0, drops: drops)
    }
    let books = books
    // A client's leaving matters to the slots at its own moment.
    let isForeseen = isForeseen && !description.admission.hasSlots
    // A core that turns an attempt away is busy for longer than it had foreseen.
    let prolongs = description.admission != .none && description.rejection.cost > .zero
    let samplers = StationRole.allCases.map { Sampler(description[$0].time) }
    func stations(_ role: StationRole) -> [Station] {
      let place = role.index
      return (0..<description.count(of: role)).map { node in
        Station(
          StationID(role, node: UInt16(node)), description[role], samplers[place],
          books[place], tracksMembers: tracks && role != .api && role != .egress,
          isForeseen: isForeseen && !(role == .handshake && prolongs))
      }
    }
    all =
      stations(.handshake) + stations(.ready) + stations(.auth) + stations(.api)
      + stations(.egress)
    links = Links(description)
    hasLinks = description.egress != nil
    hasSlots = description.admission.hasSlots
    hint = description.rejection.retryAfter.map(Sampler.init)
    shedsWithError = description.rejection.answer == .error
    admitsAfterHandshake =
      description.admission != .none && description.rejection.place == .afterHandshake
    upNodes = nodes
    let pools = description.admission.scope == .node ? description.nodes : 1
    switch description.admission {
    case .none: break
    case .tokenBucket(let perSecond, let burst, _):
      buckets = Array(repeating: TokenBucket(perSecond: perSecond, burst: burst), count: pools)
    case .batch(let count, let every, _):
      batches = Array(repeating: BatchLimit(count: count, every: every), count: pools)
    case .slots(let limit, _): slots = Slots(limit, pools: pools, random)
    }
  }

  @inline(__always)
  private func index(_ id: StationID) -> Int {
    switch id.role {
    case .handshake: Int(id.node)
    case .ready: description.nodes + Int(id.node)
    case .auth: 2 * description.nodes
    case .api: 2 * description.nodes + 1
    case .egress: 2 * description.nodes + 2 + Int(id.node)
    }
  }

  /// The link by which a node's payloads leave; nil where they take no time.
  public func link(of node: UInt16) -> StationID? {
    guard hasLinks, let egress = description.egress else { return nil }
    return StationID(.egress, node: egress.scope == .node ? node : 0)
  }

  /// How long a packet waits behind payloads that a node sends now; that of no node where it is nil.
  @inline(__always)
  public func linkWait(node: UInt16?, at now: Instant) -> Interval {
    hasLinks ? waitForLink(node: node, at: now) : .zero
  }

  @inline(never) @usableFromInline
  func waitForLink(node: UInt16?, at now: Instant) -> Interval {
    links?.wait(node: node, at: now) ?? .zero
  }

  /// The longest that a link was ever behind what it was given.
  public var backlogPeak: Interval { links?.backlogPeak ?? .zero }

  /// The listener's answer to a first packet.
  public enum Verdict: Sendable {
    /// No node is up: a reset.
    case refused
    /// Admission turned it away: a reset.
    case shed
    /// The listener's backlog is full: silence.
    case overflow
    /// Taken in by this node, whose admission may still turn it away after the handshake.
    case admitted(node: UInt16)
  }

  /// A first packet arrives at the listener. As on Linux, a backlog of n holds n + 1.
  public func arrival(of client: UInt32, attempt: UInt32, at now: Instant) -> Verdict {
    let draw = random.bits(owner: client, .balance, attempt: attempt, index: 0)
    guard let node = upNode(draw) else { return .refused }
    // The kernel drops a SYN before anything that could admit it has seen it.
    if let backlog = description.backlog, all[Int(node)].waiting > backlog {
      acceptOverflow += 1
      return .overflow
    }
    if !admitsAfterHandshake && !admits(client, attempt, node: node, at: now) { return .shed }
    return .admitted(node: node)
  }

  /// How long turning an attempt away keeps a handshake core of `node` from `now` on.
  public func rejectionCost(node: UInt16) -> Interval {
    let cost = description.rejection.cost
    let slowness = all[Int(node)].slowness
    return slowness == 1 ? cost : Interval(saturatingSeconds: cost.seconds * slowness)
  }

  /// A server of a station goes on with what it has just finished, for `duration` more.
  public func prolong(at id: StationID, by duration: Interval) {
    all[index(id)].prolong(by: duration)
  }

  /// Returns true if a station neither delays nor limits anything, so that a request may pass
  /// through it without an event.
  public func isTransparent(_ id: StationID) -> Bool {
    if id.role == .handshake && admitsAfterHandshake && description.rejection.cost > .zero {
      return false
    }
    return all[index(id)].isTransparent
  }

  /// A request comes to a station.
  public func offered(
    _ request: Request, to id: StationID, at now: Instant
  ) -> Reception {
    if hasLinks, id.role == .egress { links?.offer(Int(id.node), at: now) }
    return all[index(id)].offer(request, at: now, random)
  }

  /// Returns the client whose request a station will begin next, as far as is known: a hint of what
  /// to fetch.
  public func nextClient(at id: StationID) -> UInt32? { all[index(id)].nextClient }

  /// Returns true if no node is up.
  // Asked through a function: in other modules every access to `upNodes` would be checked.
  @inline(never) public func isClosed() -> Bool { upNodes.isEmpty }

  /// The node among those that are up to which a draw falls; nil where none is up.
  @inline(never) public func upNode(_ draw: UInt64) -> UInt16? {
    if upNodes.isEmpty { return nil }
    return upNodes[Int(draw.multipliedFullWidth(by: UInt64(upNodes.count)).high)]
  }

  /// When the request that came to a station last begins and ends, as long as nothing about the station
  /// changes; nil where that is not known.
  public func latestService(at id: StationID) -> (start: Instant, finish: Instant)? {
    all[index(id)].latestService
  }

  /// Requests that will begin before the one that came to a station last, as far as is known.
  public func ahead(at id: StationID, now: Instant) -> Int { all[index(id)].ahead(at: now) }

  /// Requests that wait at a station.
  public func waiting(at id: StationID) -> Int { all[index(id)].waiting }

  /// A service is finished. Returns the next one, if one begins.
  public func finished(at id: StationID, now: Instant) -> Service? {
    let next = all[index(id)].finished(at: now, random)
    if hasLinks, id.role == .egress, let next { links?.begin(Int(id.node), until: next.finish) }
    return next
  }

  /// A request that a station has dropped, and of which nobody has been told yet; nil where there is none.
  public func nextDrop() -> Drop? { drops.takeNext() }

  /// A client's notice that it has given up arrives: what still waits is taken away.
  /// - Returns: whether anything waited.
  public func noticed(client: UInt32, attempt: UInt32, node: UInt16, at now: Instant) -> Bool {
    let request = Request(client: client, tag: attempt, arrived: now)
    let places = [
      StationID(.handshake, node: node), StationID(.auth), StationID(.ready, node: node),
    ]
    let isWithdrawn = places.contains { all[index($0)].withdraw(request, at: now) }
    clientLeft(client, attempt, isWithdrawn: isWithdrawn, at: now)
    return isWithdrawn
  }

  /// Throws away the requests that wait for connections that the gateway has dropped.
  public func purge(at now: Instant, where isDropped: (StationID, Request) -> Bool) {
    for station in all.indices where all[station].id.role != .api {
      all[station].purge(at: now) { id, request in
        guard isDropped(id, request) else { return false }
        freeSlot(request.client, request.tag, .left, at: now)
        return true
      }
      let id = all[station].id
      if id.role == .egress { links?.purge(Int(id.node), waiting: all[station].waiting) }
    }
  }

  /// These nodes are up, and no others.
  public func keepUp(only nodes: [UInt16], at now: Instant) {
    for node in nodes where batches.count > Int(node) && !upNodes.contains(node) {
      batches[Int(node)].restart(at: now)
    }
    upNodes = nodes
  }

  /// Sets what share of its servers a station has and how slow it is. Returns the services that
  /// begin because of it.
  public func tune(
    _ id: StationID, capacity: Double, slowness: Double, at now: Instant
  ) -> [Service] {
    all[index(id)].capacity = capacity
    all[index(id)].slowness = slowness
    var begun: [Service] = []
    while let service = all[index(id)].beginNext(at: now, random) { begun.append(service) }
    return begun
  }

  public var stations: [StationID] { all.map(\.id) }

  /// Requests that wait anywhere.
  public var waiting: Int { books.reduce(0) { $0 + $1.waiting } }

  /// Requests that wait or are in service at the stations that an attempt passes.
  var atSetUpStations: Int {
    StationRole.allCases.reduce(0) { sum, role in
      role == .api ? sum : sum + books[role.index].waiting + books[role.index].busy
    }
  }

  /// Busy time of all servers until `now`, in server-nanoseconds.
  public func busyIntegral(at now: Instant) -> Int128 {
    settle(at: now)
    return books.reduce(0) { $0 + $1.statistics.busyIntegral }
  }

  /// Brings the time averages up to `now`.
  public func settle(at now: Instant) {
    for book in books { book.settle(at: now) }
  }

  /// The statistics of all stations of one role together.
  public func statistics(of role: StationRole) -> StationStatistics {
    books[role.index].report
  }
}

extension GatewayDescription {
  public subscript(_ role: StationRole) -> StationDescription {
    switch role {
    case .handshake: handshake
    case .auth: auth
    case .ready: ready
    case .egress: link
    case .api: api
    }
  }
}
