import Documents
import Scenarios
import Systems

/// The JSON Schema (2020-12) of scenario files, for editors and for checks without this program.
///
/// It knows keys, words, units, ranges of bare numbers, and which keys a kind of fault has. It does
/// not know sums of shares, whether a formula or a promise can be read, and ranges of numbers with
/// a unit.
package func scenarioSchema() -> JSONValue {
  var document = SchemaWriter().object(ScenarioReference.root).members
  document.insert(
    contentsOf: [
      JSONValue.Member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .string("Squall scenario")),
    ], at: 0)
  document.append(.init("$defs", .object(SchemaWriter().definitions)))
  return .object(document)
}

extension JSONValue {
  fileprivate var members: [Member] {
    if case .object(let members) = self { return members }
    return []
  }

  /// The same object with more members.
  fileprivate func adding(_ more: [Member]) -> JSONValue { .object(members + more) }
}

private struct SchemaWriter {
  /// The definitions that several places share.
  var definitions: [JSONValue.Member] {
    [
      .init(
        "distribution", either([shape(.duration(.zero ... .hours(1))), group(ofLatency: false)])),
      .init("latency", either([shape(.duration(.zero ... .hours(1))), group(ofLatency: true)])),
    ] + ScenarioReference.shared.map { .init($0.name, object($0)) } + [.init("fault", fault)]
  }

  /// A mapping of keys, and no others.
  func object(_ group: KeyGroup) -> JSONValue {
    let object = object(group.keys, about: group.meaning, choices: group.choices)
    if group.excluding.isEmpty { return object }
    let both: JSONValue = ["required": .array(group.excluding.map(JSONValue.string))]
    return object.adding([.init("not", both)])
  }

  private func object(_ keys: [KeyWords], about: String?, choices: [[String]] = []) -> JSONValue {
    var members = [JSONValue.Member("type", .string("object"))]
    if let about { members.append(.init("description", .string(about))) }
    members.append(.init("properties", .object(keys.map { .init($0.name, property($0)) })))
    let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    members.append(.init("additionalProperties", .boolean(false)))
    if !choices.isEmpty {
      members.append(
        .init("oneOf", .array(choices.map { ["required": .array($0.map(JSONValue.string))] })))
    }
    return .object(members)
  }

  private func property(_ key: KeyWords) -> JSONValue {
    var text = key.meaning
    if let standard = key.standard { text += " Default: \(standard)." }
    text += " Example: \(key.name): \(key.example)"
    return shape(key.shape).adding([.init("description", .string(text))])
  }

  private func either(_ schemas: [JSONValue]) -> JSONValue { ["anyOf": .array(schemas)] }

  private func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  private func shape(_ shape: ValueShape) -> JSONValue {
    switch shape {
    case .text, .formula, .promise: return ["type": .array([.string("string"), .string("number")])]
    case .word(let words): return ["enum": .array(words.map(JSONValue.string))]
    case .flag: return words(true: ["true"], false: ["false"])
    case .onOff: return words(true: ["on", "true"], false: ["off", "false"])
    case .count(let range):
      return number(
        "integer", least: Double(range.lowerBound), most: Double(range.upperBound),
        Pattern.count)
    case .seed: return number("integer", least: 0, most: nil, Pattern.digits)
    case .number(let range):
      return number("number", least: range.lowerBound, most: range.upperBound, Pattern.number)
    case .factor: return number("number", least: nil, most: 1_000, Pattern.number)
    case .duration: return either([["const": .integer(0)], text(Pattern.duration)])
    case .rate: return text(Pattern.rate)
    case .bitRate: return text(Pattern.bitRate)
    case .bytes: return text(Pattern.bytes)
    case .share(let ends): return number("number", least: 0, most: ends.most, Pattern.share)
    case .distribution(.latency): return reference("latency")
    case .distribution: return reference("distribution")
    case .shared(let group): return reference(group.name)
    case .list(let item):
      return either([
        ["type": .string("array"), "items": self.shape(item)], ["type": .string("null")],
      ])
    case .group(let group): return object(group)
    case .fault: return reference("fault")
    case .parameters: return object(once(SessionSystem.all.flatMap(ScenarioReference.parameters)))
    case .behaviour:
      let keys = once(SessionSystem.all.flatMap(ScenarioReference.behaviour))
      return either([["const": .string("none")], object(keys, about: nil)])
    case .either(let shapes): return either(shapes.map(self.shape))
    }
  }

  private func object(_ keys: [KeyWords]) -> JSONValue { object(keys, about: nil) }

  /// Each name once.
  private func once(_ keys: [KeyWords]) -> [KeyWords] {
    var seen: Set<String> = []
    return keys.filter { seen.insert($0.name).inserted }
  }

  private func text(_ pattern: String) -> JSONValue {
    ["type": .string("string"), "pattern": .string(pattern)]
  }

  /// A bare number in a range, or a text with a unit.
  private func number(
    _ type: String, least: Double?, most: Double?, _ pattern: String
  ) -> JSONValue {
    var bare = [JSONValue.Member("type", .string(type))]
    if let least { bare.append(.init("minimum", .number(least))) }
    if let most { bare.append(.init("maximum", .number(most))) }
    return either([.object(bare), text(pattern)])
  }

  private func words(true yes: [String], false no: [String]) -> JSONValue {
    ["enum": .array([.boolean(true), .boolean(false)] + (yes + no).map(JSONValue.string))]
  }

  /// A distribution has one of several sets of keys.
  private func group(ofLatency: Bool) -> JSONValue {
    let whole = ScenarioReference.distribution
    func isKnown(_ name: String) -> Bool {
      ofLatency || !ScenarioReference.ofLatencyAlone.contains(name)
    }
    return object(
      whole.keys.filter { isKnown($0.name) }, about: whole.meaning,
      choices: whole.choices.filter { $0.allSatisfy(isKnown) })
  }

  /// The keys of all faults, and those of the kind.
  private var fault: JSONValue {
    let kinds = FaultKindWords.all.map { kind in
      object(kind.shared + kind.keys, about: kind.meaning)
    }
    let cases = zip(FaultKindWords.all, kinds).map { kind, schema -> JSONValue in
      [
        "if": [
          "properties": ["kind": ["const": .string(kind.name)]],
          "required": .array([.string("kind")]),
        ],
        "then": schema,
      ]
    }
    let names = FaultKindWords.all.map { JSONValue.string($0.name) }
    return [
      "type": .string("object"),
      "required": .array([.string("at"), .string("kind")]),
      "properties": ["kind": ["enum": .array(names)]],
      "allOf": .array(cases),
    ]
  }

}

/// Texts of numbers with units, as the decoder reads them.
private enum Pattern {
  private static let decimal = #"[-+]?(0|[1-9]\d*)(\.\d+)?"#
  static let digits = #"^(0|[1-9]\d*)$"#
  static let count = "^\(decimal)[kM]?$"
  static let number = "^\(decimal)$"
  static let duration = "^(0|\(decimal)(ns|us|ms|s|m|h|d))$"
  static let rate = "^\(decimal)[kM]?/([smh]|\(decimal)(ns|us|ms|s|m|h|d))$"
  static let bitRate = "^\(decimal)[kMG]?bit/s$"
  static let bytes = "^\(decimal)[kMG]?B$"
  static let share = "^\(decimal)%?$"
}

extension ValueShape.ShareEnds {
  /// The greatest share.
  fileprivate var most: Double {
    switch self {
    case .both, .positive, .belowOne: 1
    case .upTo(let most): most
    }
  }
}
