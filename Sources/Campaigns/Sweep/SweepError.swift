/// Why a sweep cannot be begun as it was asked for: what was found and what is allowed.
package struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
