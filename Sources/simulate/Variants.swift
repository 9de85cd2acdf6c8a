import Foundation
import Scenarios
import Sessions
import Studies
import Words

extension Variant {
  /// The backoffs that are given with `--backoff`, in their order.
  /// - Throws: where one cannot be read, or two have the same name.
  static func given(_ texts: [String]) throws(CommandFailure) -> [Variant] {
    var variants: [Variant] = []
    for text in texts {
      let variant = try given(text, label: "--backoff '\(shownOption(text))'")
      if variants.contains(where: { $0.name == variant.name }) {
        throw .usage(
          BackoffPolicy.givenName(in: text).map { "--backoff: two formulas are named '\($0)'" }
            ?? "--backoff '\(shownOption(text))' is given twice")
      }
      variants.append(variant)
    }
    return variants
  }

  /// - Parameter label: how a problem with it is located.
  static func given(_ text: String, label: String) throws(CommandFailure) -> Variant {
    do {
      return try Variant(text)
    } catch {
      if let file = formulaFile(text) { throw .usage("\(label): \(file)") }
      throw .usage("\(label): \(error.description)")
    }
  }
}

/// The words on how the formula in a file is given, where the name of the file is; nil where there is no such file,
/// and for what can be read as a formula.
func formulaFile(_ text: String) -> String? {
  let path = BackoffPolicy.givenName(in: text).map { String(text.dropFirst($0.count + 1)) } ?? text
  var isDirectory: ObjCBool = false
  guard (try? Variant(text)) == nil,
    FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue
  else { return nil }
  return "that is a file; the formula in it is \"$(grep -v '^#' \(shellWord(path)))\""
}
