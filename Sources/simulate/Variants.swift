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
      throw .usage("\(label): \(error.description)")
    }
  }
}
