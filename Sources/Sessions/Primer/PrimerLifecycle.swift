import Primitives

/// The priming session: five states, two caches, the listeners and the socket they want.
///
/// ```
/// any --START--> INITIALIZING --RESPONSE--> PRIMED
///                INITIALIZING --WAIT_FIRE--> ELAPSED --RESPONSE--> PRIMED
///                INITIALIZING, ELAPSED --REQUEST_FAILED--> ERRORED
/// socket, wanted by a listener in PRIMED, ELAPSED, ERRORED:
///   none --wanted--> connecting --SOCKET_CONNECTED--> open --SOCKET_CLOSED--> lost
/// ```
/// start() resolves on leaving INITIALIZING, but for another START. A read asks Lock, then Latest,
/// then Fallback, and locks what it returns, so that nothing changes under the user's eyes; a
/// listener says that its entity may.
@frozen
public struct PrimerLifecycle: BitwiseCopyable, Hashable, Sendable {
  /// Entities with a value from the service.
  public private(set) var latest = EntitySet()
  /// Entities that keep what a read returned.
  public private(set) var locked = EntitySet()
  /// Those of them that keep a fallback.
  public private(set) var lockedFallback = EntitySet()
  public private(set) var listeners = EntitySet()
  /// The user of the session; has no meaning in CREATED.
  public private(set) var user: UInt16 = 0
  public private(set) var state = PrimerState.created
  public private(set) var socket = PrimerSocket.none
  /// A socket that was open is gone: changes may be missed until the next response.
  public private(set) var hasLostChanges = false
  /// A refresh is out.
  public private(set) var isRefreshing = false

  public init() {}

  /// The result of one event.
  public struct Step: Hashable, Sendable {
    /// False where the event means nothing here: nothing changed.
    public var isAccepted = false
    public var entered: PrimerState?
    /// start() resolved.
    public var isResolved = false
    /// READ: which layer served it.
    public var layer: PrimerLayer?
    /// READ: the layer whose value the entity's lock holds afterwards, `latest` or `fallback`; nil
    /// without a lock.
    public var lockedFrom: PrimerLayer?
    public var effects: PrimerEffects = []

    static var accepted: Step { Step(isAccepted: true) }
  }

  /// The socket is wanted while there is a listener, once start() has resolved.
  public var wantsSocket: Bool {
    guard !listeners.isEmpty else { return false }
    return switch state {
    case .primed, .elapsed, .errored: true
    case .created, .initializing: false
    }
  }

  /// The request of start() is out.
  public var isPriming: Bool { state == .initializing || state == .elapsed }

  public var isWaitArmed: Bool { state == .initializing }

  /// Takes one published event.
  /// - Parameter operand: the user of START, the entity of READ, of the listener events and CHANGE.
  public mutating func handle(
    _ event: PrimerEvent, operand: UInt16 = 0, under configuration: borrowing PrimerConfiguration
  ) -> Step {
    switch event {
    case .start: start(user: operand)
    case .response: response()
    case .staleResponse: Step()
    case .requestFailed: requestFailed()
    case .waitFire: waitFire()
    case .read: read(operand, isLocking: configuration.isLocking)
    case .addListener: addListener(operand)
    case .removeListener: removeListener(operand)
    case .change: change(operand)
    case .socketConnected: socketConnected()
    case .socketClosed: socketClosed()
    }
  }

  // MARK: The request

  private mutating func start(user next: UInt16) -> Step {
    var step = Step.accepted
    if isPriming { step.effects.insert(.cancelRequest) }
    if isRefreshing { step.effects.insert(.cancelRefresh) }
    if state == .created || user != next {
      latest.removeAll()
      step.effects.insert(.clearLatest)
    }
    locked.removeAll()
    lockedFallback.removeAll()
    user = next
    isRefreshing = false
    step.effects.formUnion([.clearLock, .armWait, .request])
    enter(.initializing, &step)
    return step
  }

  private mutating func response() -> Step {
    switch state {
    case .initializing, .elapsed:
      var step = endOfRequest(entering: .primed)
      fillLatest(&step)
      return step
    case .primed, .errored: return refreshed(isOK: true)
    case .created: return Step()
    }
  }

  private mutating func requestFailed() -> Step {
    switch state {
    case .initializing, .elapsed: endOfRequest(entering: .errored)
    case .primed, .errored: refreshed(isOK: false)
    case .created: Step()
    }
  }

  private mutating func waitFire() -> Step {
    guard isWaitArmed else { return Step() }
    var step = Step.accepted
    step.isResolved = true
    enter(.elapsed, &step)
    return step
  }

  /// A refresh is over. In ELAPSED, where the request of start() is out as well, this is the only
  /// way to say that the answer was the refresh's.
  mutating func refreshed(isOK: Bool) -> Step {
    guard isRefreshing else { return Step() }
    var step = Step.accepted
    isRefreshing = false
    if isOK { fillLatest(&step) }
    return step
  }

  private mutating func endOfRequest(entering next: PrimerState) -> Step {
    var step = Step.accepted
    if isWaitArmed {
      step.isResolved = true
      step.effects.insert(.disarmWait)
    }
    enter(next, &step)
    return step
  }

  private mutating func enter(_ next: PrimerState, _ step: inout Step) {
    state = next
    step.entered = next
    settleSocket(&step)
  }

  /// A response brings a value for every entity.
  private mutating func fillLatest(_ step: inout Step) {
    latest = .all
    if !listeners.isEmpty { step.effects.insert(.notify) }
  }

  // MARK: The entities

  private mutating func read(_ operand: UInt16, isLocking: Bool) -> Step {
    guard let entity = Self.entity(operand) else { return Step() }
    var step = Step.accepted
    let wasLocked = locked.contains(entity)
    step.layer = serve(entity, isLocking: isLocking)
    if !wasLocked, locked.contains(entity) { step.effects.insert(.lock) }
    step.lockedFrom = lockedLayer(of: entity)
    return step
  }

  /// Serves a read, and locks what it returns.
  mutating func serve(_ entity: Int, isLocking: Bool) -> PrimerLayer {
    if locked.contains(entity) { return .lock }
    let isLatest = latest.contains(entity)
    if isLocking, !listeners.contains(entity) {
      locked.insert(entity)
      if !isLatest { lockedFallback.insert(entity) }
    }
    return isLatest ? .latest : .fallback
  }

  /// The layer whose value the entity's lock holds; nil without a lock.
  public func lockedLayer(of entity: Int) -> PrimerLayer? {
    guard locked.contains(entity) else { return nil }
    return lockedFallback.contains(entity) ? .fallback : .latest
  }

  private mutating func addListener(_ operand: UInt16) -> Step {
    guard let entity = Self.entity(operand) else { return Step() }
    var step = Step.accepted
    listeners.insert(entity)
    if locked.contains(entity) {
      locked.remove(entity)
      lockedFallback.remove(entity)
      step.effects.insert(.unlock)
    }
    settleSocket(&step)
    return step
  }

  private mutating func removeListener(_ operand: UInt16) -> Step {
    guard let entity = Self.entity(operand), listeners.contains(entity) else { return Step() }
    var step = Step.accepted
    listeners.remove(entity)
    settleSocket(&step)
    return step
  }

  private mutating func change(_ operand: UInt16) -> Step {
    guard socket == .open, let entity = Self.entity(operand), listeners.contains(entity) else {
      return Step()
    }
    var step = Step.accepted
    latest.insert(entity)
    step.effects.insert(.notify)
    return step
  }

  private static func entity(_ operand: UInt16) -> Int? {
    operand < EntitySet.capacity ? Int(operand) : nil
  }

  // MARK: The socket

  private mutating func socketConnected() -> Step {
    guard wantsSocket, socket != .open else { return Step() }
    var step = Step.accepted
    socket = .open
    if hasLostChanges {
      hasLostChanges = false
      isRefreshing = true
      step.effects.insert(.refresh)
    }
    return step
  }

  private mutating func socketClosed() -> Step {
    switch socket {
    case .none, .lost: return Step()
    case .connecting: break
    case .open: hasLostChanges = true
    }
    socket = .lost
    return .accepted
  }

  /// The attempt that follows a loss is out.
  mutating func socketRetried() { socket = .connecting }

  /// Opens or closes the socket where it has become wanted or unwanted.
  private mutating func settleSocket(_ step: inout Step) {
    if wantsSocket {
      guard socket == .none else { return }
      socket = .connecting
      step.effects.insert(.openSocket)
    } else {
      if socket == .connecting || socket == .open { step.effects.insert(.closeSocket) }
      socket = .none
      hasLostChanges = false
    }
  }
}
