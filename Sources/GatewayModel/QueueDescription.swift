import Primitives

/// How a station keeps the requests that wait for it: how many, in which order, for how long.
public struct QueueDescription: Hashable, Sendable {
  /// Requests that may wait beside those in service, 0...1,000,000,000; nil = any number.
  public var limit: Int?
  public var discipline: QueueDiscipline
  /// A request that has waited longer than this when its turn comes is dropped; nil = none is.
  public var deadline: Interval?
  /// The answer to a dropped request; nil = the usual of the role.
  public var answer: DropAnswer?

  public init(
    limit: Int? = nil, discipline: QueueDiscipline = .fifo, deadline: Interval? = nil,
    answer: DropAnswer? = nil
  ) {
    self.limit = limit
    self.discipline = discipline
    self.deadline = deadline
    self.answer = answer
  }

  /// True if everybody waits in order of arrival for as long as it takes.
  public var isPlain: Bool { limit == nil && discipline == .fifo && deadline == nil }

  /// Returns the answer to a request that a station of this role drops. A kernel keeps silent about a first packet
  /// for which its backlog has no room.
  public func answer(at role: StationRole) -> DropAnswer {
    answer ?? (role == .handshake ? .silence : .reset)
  }
}

/// The order in which waiting requests are taken, and which of them are dropped in their turn.
public enum QueueDiscipline: Hashable, Sendable {
  /// The oldest first.
  case fifo
  /// The newest first.
  case lifo
  /// The newest first while the queue has not been empty for longer than `interval`; otherwise the oldest.
  /// Source: Maurer, "Fail at Scale", ACM Queue 13(8), 2015.
  case adaptiveLifo(interval: Interval)
  /// The oldest first, without those that `Codel` drops.
  case codel(interval: Interval, target: Interval)

  /// Its name in scenario files.
  public var name: String {
    switch self {
    case .fifo: "fifo"
    case .lifo: "lifo"
    case .adaptiveLifo: "adaptiveLifo"
    case .codel: "codel"
    }
  }

  /// True if it takes the newest, always or in a crowd.
  public var takesNewest: Bool {
    switch self {
    case .lifo, .adaptiveLifo: true
    case .fifo, .codel: false
    }
  }

  /// True if it drops requests by itself.
  public var mayDrop: Bool {
    switch self {
    case .fifo, .lifo, .adaptiveLifo: false
    case .codel: true
    }
  }

  /// The interval where none is given.
  public static let usualInterval = Interval.milliseconds(100)
  /// The target of codel where none is given.
  public static let usualTarget = Interval.milliseconds(5)
}

/// An answer of the gateway to a request that it drops.
public enum DropAnswer: String, Hashable, Sendable, CaseIterable {
  /// The connection is reset.
  case reset
  /// An error answer, which carries a code and may carry a Retry-After.
  case error
  /// Nothing: the client's own time limit finds out.
  case silence
}

/// The reason why a station has dropped a request.
public enum DropCause: String, Hashable, Sendable, CaseIterable {
  /// As many waited as may.
  case full
  /// It had waited longer than the deadline.
  case late
  /// Controlled delay said so.
  case codel
}

/// A request that a station has dropped.
public struct Drop: Sendable {
  public var request: Request
  public var station: StationID
  public var cause: DropCause

  public init(_ request: Request, at station: StationID, _ cause: DropCause) {
    self.request = request
    self.station = station
    self.cause = cause
  }
}
