import Foundation

/// The version of what the files of a results folder mean.
///
/// 2: recovery is counted from incidents, to the first moment at which a client is back; metrics were
/// renamed, `value` columns hold numbers only. Figures of version 1 cannot be put beside them.
package enum ResultsSchema {
  package static let current = 2

  /// Returns the problem with a manifest, as far as its version goes; nil if it is of this version.
  package static func problem(in manifest: String, of path: String) -> String? {
    struct Head: Decodable { var schema: Int }
    let found = try? JSONDecoder().decode(Head.self, from: Data(manifest.utf8)).schema
    guard let found, found != current else { return nil }
    let whose = found < current ? "an earlier" : "a later"
    return
      "\(path) was made by \(whose) version (schema \(found), this is \(current)), whose metrics "
      + "mean other things: run it again with this one"
  }
}
