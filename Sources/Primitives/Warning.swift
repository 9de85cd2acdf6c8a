/// Something that is allowed, and probably not what was meant.
public struct Warning: Hashable, Sendable, CustomStringConvertible {
  /// A short name of its kind, which does not change: `promise-always-kept`.
  public let code: String
  /// The subject of the warning, why it is doubtful, and what may be meant; without a full stop.
  public let sentence: String

  public init(_ code: String, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  public var description: String { "warning: \(sentence)" }
}
