import Foundation

/// The members of the objects of some name whose values are texts, in the order of the document: a
/// dictionary has none.
/// - Parameter text: JSON with one member a line.
func orderedMembers(of name: String, in text: String) -> [[(path: String, value: String)]] {
  var objects: [[(path: String, value: String)]] = []
  var rest = text[...]
  while let begin = rest.range(of: "\"\(name)\": {\n") {
    var members: [(path: String, value: String)] = []
    rest = rest[begin.upperBound...]
    while let end = rest.firstIndex(of: "\n") {
      var row = rest[..<end].drop { $0 == " " }
      rest = rest[rest.index(after: end)...]
      if row.hasPrefix("}") { break }
      if row.hasSuffix(",") { row = row.dropLast() }
      let object =
        try? JSONSerialization.jsonObject(with: Data("{\(row)}".utf8)) as? [String: String]
      if let member = object?.first { members.append((member.key, member.value)) }
    }
    objects.append(members)
  }
  return objects
}
