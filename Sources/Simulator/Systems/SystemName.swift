/// A session system's name, as in scenario files.
public struct SystemName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A word of one system's vocabulary.
public struct SystemWord: Hashable, Sendable {
  public var system: SystemName
  public var word: String

  public init(_ system: SystemName, _ word: String) {
    self.system = system
    self.word = word
  }
}
