import Foundation
import Metrics
import Primitives
import Words

/// One line of a replay's input.
enum ReplayInput: Hashable {
  /// Begin a fresh session.
  case reset
  case event(ReplayEvent)
}

/// One thing that happens to a session, and the answers that it may ask for meanwhile.
struct ReplayEvent: Hashable {
  /// The published name.
  var name: String
  /// The device's answer if it is asked: true if it is online.
  var isDeviceOnline = true
  /// Every random draw, in [0, 1).
  var draw = 0.5
  /// The user whose session begins; nil where the line does not say.
  var user: String?
  /// 0...127; nil where the line does not say.
  var entity: Int?
}

/// An error in a line, or in the session's reaction to it.
package struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package var line: Int
  package var message: String
  /// The line itself is fine, but the session's formula gave a delay that cannot be waited for.
  package var isInvalidDelay: Bool

  init(line: Int, _ message: String, isInvalidDelay: Bool = false) {
    self.line = line
    self.message = message
    self.isInvalidDelay = isInvalidDelay
  }

  package var description: String { "line \(line): \(printable(message))" }
}

extension ReplayInput {
  private static let keys = ["event", "deviceOnline", "rand", "user", "entity", "reset"]
  private static let form = #"a line is an object such as {"event": "RETRY"} or {"reset": true}"#

  /// - Parameter line: the number of the line, for errors.
  init(_ text: String, line: Int) throws(ReplayError) {
    let fields: Fields
    do {
      fields = try JSONDecoder().decode(Fields.self, from: Data(text.utf8))
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      throw ReplayError(line: line, Self.wrongType(of: context.codingPath[0].stringValue))
    } catch DecodingError.typeMismatch {
      throw ReplayError(line: line, "not a JSON object: \(Self.form)")
    } catch let error as ReplayError {
      throw ReplayError(line: line, error.message)
    } catch {
      throw ReplayError(line: line, "not JSON: \(Self.form)")
    }
    self = try Self.judged(fields, line: line)
  }

  private static func judged(_ fields: Fields, line: Int) throws(ReplayError) -> ReplayInput {
    if fields.reset == true {
      guard fields.event == nil else {
        throw ReplayError(line: line, "'reset' and 'event' exclude each other")
      }
      return .reset
    }
    guard let name = fields.event else {
      throw ReplayError(line: line, "no 'event': \(form)")
    }
    var event = ReplayEvent(name: name)
    if let online = fields.deviceOnline { event.isDeviceOnline = online }
    if let draw = fields.rand {
      guard draw >= 0, draw < 1 else {
        throw ReplayError(line: line, "rand \(draw) is out of range: from 0 to below 1")
      }
      event.draw = draw
    }
    event.user = fields.user
    if let entity = fields.entity {
      guard (0...127).contains(entity) else {
        throw ReplayError(line: line, "entity \(entity) is out of range: 0 to 127")
      }
      event.entity = entity
    }
    return .event(event)
  }

  private static func wrongType(of key: String) -> String {
    switch key {
    case "event": "'event' must be a text, such as \"RETRY\""
    case "rand": "'rand' must be a number from 0 to below 1"
    case "user": "'user' must be a text, such as \"a\""
    case "entity": "'entity' must be a whole number from 0 to 127"
    default: "'\(key)' must be true or false"
    }
  }

  private struct Fields: Decodable {
    var event: String?
    var deviceOnline: Bool?
    var rand: Double?
    var user: String?
    var entity: Int?
    var reset: Bool?

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: Key.self)
      for key in object.allKeys where !keys.contains(key.stringValue) {
        let near = didYouMean(key.stringValue, in: keys)
        let hint = near ?? "there are \(keys.joined(separator: ", "))"
        throw ReplayError(line: 0, "unknown key '\(key.stringValue)'; \(hint)")
      }
      event = try object.decodeIfPresent(String.self, forKey: Key("event"))
      deviceOnline = try object.decodeIfPresent(Bool.self, forKey: Key("deviceOnline"))
      rand = try object.decodeIfPresent(Double.self, forKey: Key("rand"))
      user = try object.decodeIfPresent(String.self, forKey: Key("user"))
      entity = try object.decodeIfPresent(Int.self, forKey: Key("entity"))
      reset = try object.decodeIfPresent(Bool.self, forKey: Key("reset"))
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
