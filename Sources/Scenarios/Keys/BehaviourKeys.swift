import Primitives
import Systems
import VirtualTime

/// The keys of `behaviour`: what users and backends do by themselves. A session system has some of
/// them.
enum BehaviourKeys {
  static let app = Key(
    "app", .read(later: .either([.word(["none"]), .group(frontAndBack)])),
    standard: "the session system's",
    example: "{front: {exponential: 5m}, back: {exponential: 5m}}",
    "How long the app is in front and in the background, in turn; `none`: always in front.")
  static let screens = Key(
    "screens", .read(later: .either([.word(["none"]), .group(onAndOff)])),
    standard: "the session system's", example: "{on: {exponential: 2m}, off: {exponential: 1m}}",
    "How long a screen that needs the session is shown, and is not, in turn.")
  static let listeners = Key(
    "listeners", .read(later: .either([.word(["none"]), .group(onAndOff)])),
    standard: "the session system's", example: "{on: {exponential: 1m}, off: {exponential: 1m}}",
    "How long a listener is attached to an entity, and is not, in turn.")
  static let firstScreen = Key(
    "firstScreen", .count(0...100), standard: "the session system's", example: "5",
    "How many entities are read as soon as a session has started.")
  static let reads = pause("reads", "The pause between two reads of a user.")
  static let sends = pause("sends", "The pause between two messages that a user sends.")
  static let launches = Key(
    "launches", .read(later: .either([.word(["none"]), .group(LaunchKeys.group)])),
    standard: "the session system's", example: "{every: {exponential: 10m}, newUser: 5%}",
    LaunchKeys.group.meaning)
  static let entities = Key(
    "entities", .count(1...128), standard: "64", example: "64",
    "How many entities are read, listened to and changed.")
  static let database = Key(
    "database", .distribution, standard: "{exponential: 20ms}", example: "{exponential: 20ms}",
    "How long a database operation takes on the device.")
  static let push = Key(
    "push", .read(later: .either([.word(["none"]), .group(PushKeys.group)])),
    standard: "the session system's", example: "{every: {exponential: 1m}}",
    PushKeys.group.meaning)

  static func words(_ key: BehaviourKey) -> KeyWords {
    switch key {
    case .app: app.words
    case .screens: screens.words
    case .listeners: listeners.words
    case .firstScreen: firstScreen.words
    case .reads: reads.words
    case .sends: sends.words
    case .launches: launches.words
    case .entities: entities.words
    case .database: database.words
    case .push: push.words
    }
  }

  static let frontAndBack = KeyGroup(
    "behaviour.app", "The app in front and in the background, in turn.",
    [
      phase("front").words, phase("back").words,
    ])
  static let onAndOff = KeyGroup(
    "behaviour.screens", "On and off, in turn.",
    [phase("on").words, phase("off").words])

  static func phase(_ name: String) -> Key<Distribution> {
    Key(
      name, .pause, standard: nil, example: "{exponential: 2m}",
      "How long each phase \(name) lasts.")
  }

  private static func pause(_ name: String, _ meaning: String) -> Key<Field> {
    Key(
      name, .read(later: .either([.word(["none"]), .distribution(.pause)])),
      standard: "the session system's", example: "{exponential: 10s}",
      "\(meaning) `none`: there are none.")
  }
}

enum LaunchKeys {
  static let every = Key(
    "every", .pause, standard: nil, example: "{exponential: 10m}", "The pause between two launches."
  )
  static let newUser = Key(
    "newUser", .share, standard: "0%", example: "5%",
    "The probability that a launch brings another user.")
  static let group = KeyGroup(
    "behaviour.launches", "Launches of the app; each begins a new session.",
    [every.words, newUser.words])
}

enum PushKeys {
  static let every = Key(
    "every", .read(later: .either([.word(["none"]), .distribution(.pause)])), standard: "none",
    example: "{exponential: 1m}", "The pause between two pushes outside the storms.")
  static let storms = Key(
    "storms", .read(later: .list(.group(StormKeys.group))), standard: "none",
    example: "[{at: 60s, for: 30s, every: 1s}]",
    "Times in which pushes come at a pace of their own; they do not overlap.")
  static let group = KeyGroup(
    "behaviour.push", "What the backend pushes to each client.", [every.words, storms.words])
}

enum StormKeys {
  static let at = Key(
    "at", .duration(), standard: nil, example: "60s", "When the push storm begins.")
  static let length = Key(
    "for", .positiveDuration, standard: nil, example: "30s", "How long it lasts.")
  static let every = Key(
    "every", .pause, standard: nil, example: "1s", "The pause between two pushes to a client.")
  static let group = KeyGroup(
    "behaviour.push.storms", "A push storm.", [at.words, length.words, every.words])
}
