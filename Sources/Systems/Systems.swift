import Primitives
import Sessions
import Simulator

// The systems as scenario files know them. Computed, because key paths cannot be shared.

extension SessionSystem {
  package static let stoat = SessionSystem(
    name: .stoat, profiles: StoatProfile.allCases.map(\.rawValue), defaultProfile: "spec",
    hasBackoff: true, parameters: stoatBuilder.parameters, behaviourKeys: [.app],
    behaviour: Behaviour(), foreignFaults: [:])

  static let chatSocket = SessionSystem(
    name: .chatSocket, profiles: ChatSocketProfile.allCases.map(\.rawValue),
    defaultProfile: "spec", hasBackoff: false, parameters: chatSocketBuilder.parameters,
    behaviourKeys: [.app, .screens, .push], behaviour: chatting, foreignFaults: [:])

  static let primer = SessionSystem(
    name: .primer, profiles: PrimerProfile.allCases.map(\.rawValue), defaultProfile: "spec",
    hasBackoff: false, parameters: primerBuilder.parameters,
    behaviourKeys: [.app, .launches, .firstScreen, .reads, .listeners, .entities, .push],
    behaviour: reading,
    foreignFaults: [:])

  static let appExtension = SessionSystem(
    name: .appExtension, profiles: AppExtensionProfile.allCases.map(\.rawValue),
    defaultProfile: "app", hasBackoff: false, parameters: appExtensionBuilder.parameters,
    behaviourKeys: [.app, .sends, .database, .push], behaviour: sending,
    foreignFaults: [
      "handover": "it has no socket that could die",
      "logout": "its machine knows no user",
    ])

  static let optimistic = SessionSystem(
    name: .optimistic, profiles: OptimisticProfile.allCases.map(\.rawValue),
    defaultProfile: "spec", hasBackoff: true, parameters: optimisticBuilder.parameters,
    behaviourKeys: [.app], behaviour: Behaviour(),
    foreignFaults: ["logout": "its machine knows no user"], canStartConnected: false)

  package static var stoatBuilder: ConfigurationBuilder<StoatConfiguration> {
    ConfigurationBuilder([
      // What repeats many thousand times a second would be a run that never ends.
      .duration("heartbeat", \.heartbeat, least: .milliseconds(1)),
      .duration("pongTimeout", \.pongTimeout),
      .duration("callTimeout", \.callTimeout),
      .duration("closeTimeout", \.closeTimeout),
    ])
  }

  package static var chatSocketBuilder: ConfigurationBuilder<ChatSocketConfiguration> {
    ConfigurationBuilder([
      .duration("linger", \.linger),
      .duration("watchdog", \.watchdog, least: .milliseconds(1)),
      .flag("reconnectOnClose", \.reconnectOnClose),
      .flag("starscreamQuirks", \.starscreamQuirks),
    ])
  }

  package static var primerBuilder: ConfigurationBuilder<PrimerConfiguration> {
    ConfigurationBuilder([
      .duration("waitFor", \.waitFor),
      .duration("requestTimeout", \.requestTimeout.orNever),
      .flag("locking", \.isLocking),
    ])
  }

  package static var appExtensionBuilder: ConfigurationBuilder<AppExtensionConfiguration> {
    ConfigurationBuilder([
      .duration("backgroundTime", \.backgroundTime),
      .duration("activationWait", \.activationWait),
      .duration("extensionTime", \.extensionTime),
      .duration("extensionWait", \.extensionWait),
      .duration("preferenceDelay", \.preferenceDelay),
      .flag("revoke", \.revoke),
    ])
  }

  package static var optimisticBuilder: ConfigurationBuilder<OptimisticConfiguration> {
    ConfigurationBuilder([.duration("requestTimeout", \.requestTimeout)])
  }
}

extension Interval? {
  fileprivate var orNever: Interval {
    get { self ?? .longest }
    set { self = newValue }
  }
}

// MARK: What people do where a scenario does not say

/// Looks into the chats for two minutes at a time, and puts the phone away now and then.
private var chatting: Behaviour {
  var behaviour = Behaviour()
  behaviour.app = Alternation(
    on: .exponential(mean: .minutes(5)), off: .exponential(mean: .minutes(5)))
  behaviour.screens = Alternation(
    on: .exponential(mean: .minutes(2)), off: .exponential(mean: .minutes(1)))
  behaviour.pushes = PushPlan(every: .exponential(mean: .minutes(1)), storms: [])
  return behaviour
}

/// Opens the app every ten minutes, and looks at something every five seconds.
private var reading: Behaviour {
  var behaviour = Behaviour()
  behaviour.launches = .exponential(mean: .minutes(10))
  behaviour.newUser = 0.05
  behaviour.firstScreen = 5
  behaviour.actions = .exponential(mean: .seconds(5))
  behaviour.listeners = Alternation(
    on: .exponential(mean: .minutes(1)), off: .exponential(mean: .minutes(1)))
  behaviour.pushes = PushPlan(every: .exponential(mean: .seconds(20)), storms: [])
  return behaviour
}

/// Writes for a minute, then puts the phone away; answers come while it is away.
private var sending: Behaviour {
  var behaviour = Behaviour()
  behaviour.app = Alternation(
    on: .exponential(mean: .minutes(1)), off: .exponential(mean: .minutes(2)))
  behaviour.actions = .exponential(mean: .seconds(10))
  behaviour.pushes = PushPlan(every: .exponential(mean: .minutes(1)), storms: [])
  return behaviour
}
