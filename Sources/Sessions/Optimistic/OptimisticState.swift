/// The states of an optimistic client. Each names the exits it may take.
public enum OptimisticState: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// No request has been made yet. Exit: READING.
  case idle
  /// The row has been asked for. Exits: WRITING, WAITING, GAVE_UP.
  case reading
  /// The conditional write is out. Exits: DONE, WAITING, GAVE_UP.
  case writing
  /// Waits before it reads again. Exit: READING.
  case waiting
  /// The write succeeded. No exit.
  case done
  /// The formula stopped. No exit.
  case gaveUp

  public var name: String {
    switch self {
    case .idle: "IDLE"
    case .reading: "READING"
    case .writing: "WRITING"
    case .waiting: "WAITING"
    case .done: "DONE"
    case .gaveUp: "GAVE_UP"
    }
  }
}

/// The events that can happen to an optimistic client, by the names `diagram` uses.
public enum OptimisticEvent: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case start, opened, accepted, version, written, conflict, callFailed, closed, limitFire, retryFire

  public var name: String {
    switch self {
    case .start: "START"
    case .opened: "OPENED"
    case .accepted: "ACCEPTED"
    case .version: "VERSION"
    case .written: "WRITTEN"
    case .conflict: "CONFLICT"
    case .callFailed: "CALL_FAILED"
    case .closed: "CLOSED"
    case .limitFire: "LIMIT_FIRE"
    case .retryFire: "RETRY_FIRE"
    }
  }

  /// The machine's event. The reason for which a connection was closed makes no difference.
  public var event: Event<OptimisticClient> {
    switch self {
    case .start: .stimulus(.start)
    case .opened: .opened
    case .accepted: .received(.accepted)
    case .version: .received(.version)
    case .written: .answered(.write, .ok)
    case .conflict: .answered(.write, .conflict)
    case .callFailed: .answered(.write, .failed)
    case .closed: .closed(.reset)
    case .limitFire: .fired(.limit)
    case .retryFire: .fired(.retry)
    }
  }
}
