import Primitives
import Words

/// The backoff of one real client, as read in its source.
public struct CatalogueEntry: Sendable {
  /// The name on the command line and in scenario files.
  public let name: String
  /// The client, and the commit that was read where one is known.
  public let title: String
  /// The formula and every rule the client states; rules it leaves open are nil.
  public var policy: BackoffPolicy { read() }
  /// Repository and path.
  public let source: String
  /// The point where the behaviour may surprise; nil where it does not.
  public let note: String?
  /// Reads the formula, which few runs need of more than one entry.
  private let read: @Sendable () -> BackoffPolicy

  init(
    _ name: String, _ title: String, _ formula: @autoclosure @escaping @Sendable () -> Formula,
    reset: ResetRule? = nil, clock: ClockOrigin? = nil, attempts: Int? = nil,
    connectTimeout: Interval? = nil, source: String, note: String? = nil
  ) {
    self.name = name
    self.title = title
    read = {
      BackoffPolicy(
        name: name, formula: formula(), reset: reset, clock: clock, attempts: attempts,
        connectTimeout: connectTimeout)
    }
    self.source = source
    self.note = note
  }
}

/// The backoffs of real clients and of the literature.
///
/// They were read in their own sources in November 2026; those may have moved on.
public enum Catalogue {
  /// All entries, by family.
  public static let entries: [CatalogueEntry] =
    remoteCalls + webSockets + hostedRealtime + chat + brokers + literature

  /// The names, in the order of `entries`.
  public static let names: [String] = entries.map(\.name)

  /// The entry of that name; an underscore is read as a hyphen.
  public static func entry(named name: String) -> CatalogueEntry? {
    let name = String(name.map { $0 == "_" ? "-" : $0 })
    return entries.first { $0.name == name }
  }

  /// The name most like `name`, nil where none is near.
  public static func nearestName(to name: String) -> String? {
    nearest(to: name, in: names, atMost: 3)
  }
}

extension Formula {
  /// A formula of the catalogue; one that cannot be read is a mistake in the catalogue.
  init(catalogued text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
