import Primitives
import Sessions

// Each question is passed on to the machine that the client is.
extension MixedSession: SimulatedSession {
  public static func fresh(under configuration: MixedConfiguration) -> MixedSession {
    switch configuration {
    case .stoat: .stoat(StoatClient())
    case .chatSocket: .chatSocket(ChatSocketAgent())
    case .primer: .primer(SessionPrimer())
    case .appExtension: .appExtension(AppExtensionPair())
    case .optimistic: .optimistic(OptimisticClient())
    }
  }

  public var system: SystemName {
    switch self {
    case .stoat(let machine): machine.system
    case .chatSocket(let machine): machine.system
    case .primer(let machine): machine.system
    case .appExtension(let machine): machine.system
    case .optimistic(let machine): machine.system
    }
  }

  // MARK: The gateway

  public var authenticated: MixedCode? {
    switch self {
    case .stoat(let machine): machine.authenticated.map { MixedCode($0) }
    case .chatSocket(let machine): machine.authenticated.map { MixedCode($0) }
    case .primer(let machine): machine.authenticated.map { MixedCode($0) }
    case .appExtension(let machine): machine.authenticated.map { MixedCode($0) }
    case .optimistic(let machine): machine.authenticated.map { MixedCode($0) }
    }
  }

  public var ready: MixedCode? {
    switch self {
    case .stoat(let machine): machine.ready.map { MixedCode($0) }
    case .chatSocket(let machine): machine.ready.map { MixedCode($0) }
    case .primer(let machine): machine.ready.map { MixedCode($0) }
    case .appExtension(let machine): machine.ready.map { MixedCode($0) }
    case .optimistic(let machine): machine.ready.map { MixedCode($0) }
    }
  }

  public var serverError: MixedCode? {
    switch self {
    case .stoat(let machine): machine.serverError.map { MixedCode($0) }
    case .chatSocket(let machine): machine.serverError.map { MixedCode($0) }
    case .primer(let machine): machine.serverError.map { MixedCode($0) }
    case .appExtension(let machine): machine.serverError.map { MixedCode($0) }
    case .optimistic(let machine): machine.serverError.map { MixedCode($0) }
    }
  }

  public var loggedOut: MixedCode? {
    switch self {
    case .stoat(let machine): machine.loggedOut.map { MixedCode($0) }
    case .chatSocket(let machine): machine.loggedOut.map { MixedCode($0) }
    case .primer(let machine): machine.loggedOut.map { MixedCode($0) }
    case .appExtension(let machine): machine.loggedOut.map { MixedCode($0) }
    case .optimistic(let machine): machine.loggedOut.map { MixedCode($0) }
    }
  }

  public func answer(to message: MixedCode) -> PeerAnswer<MixedCode> {
    switch self {
    case .stoat(let machine): machine.answer(to: message.read()).translated
    case .chatSocket(let machine): machine.answer(to: message.read()).translated
    case .primer(let machine): machine.answer(to: message.read()).translated
    case .appExtension(let machine): machine.answer(to: message.read()).translated
    case .optimistic(let machine): machine.answer(to: message.read()).translated
    }
  }

  public var serverPing: (message: MixedCode, every: Interval)? {
    switch self {
    case .stoat(let machine): machine.serverPing.map { (MixedCode($0.message), $0.every) }
    case .chatSocket(let machine): machine.serverPing.map { (MixedCode($0.message), $0.every) }
    case .primer(let machine): machine.serverPing.map { (MixedCode($0.message), $0.every) }
    case .appExtension(let machine): machine.serverPing.map { (MixedCode($0.message), $0.every) }
    case .optimistic(let machine): machine.serverPing.map { (MixedCode($0.message), $0.every) }
    }
  }

  public func outcome(of call: MixedCode) -> Outcome {
    switch self {
    case .stoat(let machine): machine.outcome(of: call.read())
    case .chatSocket(let machine): machine.outcome(of: call.read())
    case .primer(let machine): machine.outcome(of: call.read())
    case .appExtension(let machine): machine.outcome(of: call.read())
    case .optimistic(let machine): machine.outcome(of: call.read())
    }
  }

  public func venue(of call: MixedCode) -> CallVenue {
    switch self {
    case .stoat(let machine): machine.venue(of: call.read())
    case .chatSocket(let machine): machine.venue(of: call.read())
    case .primer(let machine): machine.venue(of: call.read())
    case .appExtension(let machine): machine.venue(of: call.read())
    case .optimistic(let machine): machine.venue(of: call.read())
    }
  }

  public var repeatsCalls: Bool {
    switch self {
    case .stoat(let machine): machine.repeatsCalls
    case .chatSocket(let machine): machine.repeatsCalls
    case .primer(let machine): machine.repeatsCalls
    case .appExtension(let machine): machine.repeatsCalls
    case .optimistic(let machine): machine.repeatsCalls
    }
  }

  public var contends: Bool {
    if case .optimistic = self { true } else { false }
  }

  // MARK: The device, the user, the backend

  public func stimulus(for happening: Happening) -> DirectedStimulus<MixedSession>? {
    switch self {
    case .stoat(let machine):
      machine.stimulus(for: happening).map { DirectedStimulus(MixedCode($0.stimulus), $0.operand) }
    case .chatSocket(let machine):
      machine.stimulus(for: happening).map { DirectedStimulus(MixedCode($0.stimulus), $0.operand) }
    case .primer(let machine):
      machine.stimulus(for: happening).map { DirectedStimulus(MixedCode($0.stimulus), $0.operand) }
    case .appExtension(let machine):
      machine.stimulus(for: happening).map { DirectedStimulus(MixedCode($0.stimulus), $0.operand) }
    case .optimistic(let machine):
      machine.stimulus(for: happening).map { DirectedStimulus(MixedCode($0.stimulus), $0.operand) }
    }
  }

  public var pushRoute: PushRoute<MixedCode> {
    switch self {
    case .stoat(let machine): machine.pushRoute.translated
    case .chatSocket(let machine): machine.pushRoute.translated
    case .primer(let machine): machine.pushRoute.translated
    case .appExtension(let machine): machine.pushRoute.translated
    case .optimistic(let machine): machine.pushRoute.translated
    }
  }

  public func listens(to entity: UInt16) -> Bool {
    switch self {
    case .stoat(let machine): machine.listens(to: entity)
    case .chatSocket(let machine): machine.listens(to: entity)
    case .primer(let machine): machine.listens(to: entity)
    case .appExtension(let machine): machine.listens(to: entity)
    case .optimistic(let machine): machine.listens(to: entity)
    }
  }

  public var backgroundAllowance: ClosedRange<Interval>? {
    switch self {
    case .stoat(let machine): machine.backgroundAllowance
    case .chatSocket(let machine): machine.backgroundAllowance
    case .primer(let machine): machine.backgroundAllowance
    case .appExtension(let machine): machine.backgroundAllowance
    case .optimistic(let machine): machine.backgroundAllowance
    }
  }

  public func isFrozen(timer: MixedCode) -> Bool {
    switch self {
    case .stoat(let machine): machine.isFrozen(timer: timer.read())
    case .chatSocket(let machine): machine.isFrozen(timer: timer.read())
    case .primer(let machine): machine.isFrozen(timer: timer.read())
    case .appExtension(let machine): machine.isFrozen(timer: timer.read())
    case .optimistic(let machine): machine.isFrozen(timer: timer.read())
    }
  }

  public func isFrozen(call: MixedCode) -> Bool {
    switch self {
    case .stoat(let machine): machine.isFrozen(call: call.read())
    case .chatSocket(let machine): machine.isFrozen(call: call.read())
    case .primer(let machine): machine.isFrozen(call: call.read())
    case .appExtension(let machine): machine.isFrozen(call: call.read())
    case .optimistic(let machine): machine.isFrozen(call: call.read())
    }
  }

  public static var hasEntities: Bool { true }

  public static func effect(of milestone: MixedMilestone) -> CopyEffect? {
    guard milestone.system == .primer, let own = PrimerMilestone(rawValue: milestone.own) else {
      return nil
    }
    return SessionPrimer.effect(of: own)
  }

  // MARK: Measuring

  public static func longestPeriod(_ configuration: MixedConfiguration) -> Interval {
    switch configuration {
    case .stoat(let own): StoatClient.longestPeriod(own)
    case .chatSocket(let own): ChatSocketAgent.longestPeriod(own)
    case .primer(let own): SessionPrimer.longestPeriod(own)
    case .appExtension(let own): AppExtensionPair.longestPeriod(own)
    case .optimistic(let own): OptimisticClient.longestPeriod(own)
    }
  }

  /// The displays of the systems follow each other.
  public var display: Int {
    switch self {
    case .stoat(let machine): machine.display
    case .chatSocket(let machine): Self.chatSocketDisplay + machine.display
    case .primer(let machine): Self.primerDisplay + machine.display
    case .appExtension(let machine): Self.appExtensionDisplay + machine.display
    case .optimistic(let machine): Self.optimisticDisplay + machine.display
    }
  }

  private static let chatSocketDisplay = StoatClient.displayNames.count
  private static let primerDisplay = chatSocketDisplay + ChatSocketAgent.displayNames.count
  private static let appExtensionDisplay = primerDisplay + SessionPrimer.displayNames.count
  private static let optimisticDisplay = appExtensionDisplay + AppExtensionPair.displayNames.count

  public static var displayNames: [SystemWord] {
    StoatClient.displayNames + ChatSocketAgent.displayNames + SessionPrimer.displayNames
      + AppExtensionPair.displayNames + OptimisticClient.displayNames
  }

  public static var milestoneNames: [SystemWord] {
    let names = [
      StoatClient.milestoneNames, ChatSocketAgent.milestoneNames, SessionPrimer.milestoneNames,
      AppExtensionPair.milestoneNames, OptimisticClient.milestoneNames,
    ]
    return MixedMilestone.allCases.map { milestone in
      let own = names[Int(milestone.system.number)]
      return milestone.own < own.count
        ? own[Int(milestone.own)] : SystemWord(milestone.system, "unused")
    }
  }

  public static func isTimed(_ milestone: MixedMilestone) -> Bool {
    func isTimed<Machine: SimulatedSession>(_: Machine.Type) -> Bool {
      Machine.Milestone(rawValue: milestone.own).map(Machine.isTimed) ?? false
    }
    return switch milestone.system {
    case .stoat: isTimed(StoatClient.self)
    case .chatSocket: isTimed(ChatSocketAgent.self)
    case .primer: isTimed(SessionPrimer.self)
    case .appExtension: isTimed(AppExtensionPair.self)
    case .optimistic: isTimed(OptimisticClient.self)
    }
  }
}

extension PeerAnswer where Message: Code {
  fileprivate var translated: PeerAnswer<MixedCode> {
    switch self {
    case .nothing: .nothing
    case .reply(let message): .reply(MixedCode(message))
    case .close: .close
    }
  }
}

extension PushRoute where Message: Code {
  fileprivate var translated: PushRoute<MixedCode> {
    switch self {
    case .none: .none
    case .socket(let message, let isNamed): .socket(MixedCode(message), named: isNamed)
    case .notification: .notification
    }
  }
}
