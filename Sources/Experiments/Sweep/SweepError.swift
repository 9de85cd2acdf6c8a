/// Why a sweep cannot be begun as it was asked for: what was found and what is allowed.
public struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
