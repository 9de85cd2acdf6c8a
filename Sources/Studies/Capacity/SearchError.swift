/// Why a search cannot begin: what was asked for, and what would be right.
package struct SearchError: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String
  package init(_ message: String) { self.message = message }
  package var description: String { message }
}
