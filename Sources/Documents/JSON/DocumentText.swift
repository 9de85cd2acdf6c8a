/// A document as the text of its file: JSON with a value a line, and a line break at the end.
package func documentText(_ document: some Encodable) -> String {
  do {
    return try JSONValue(document).text
  } catch {
    preconditionFailure("a document of our own cannot be written: \(error)")
  }
}

/// A part of a document that is passed on as it is.
extension JSONValue: Codable {
  /// Only `decoded` of a document makes one.
  package init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "JSON is read by JSONValue alone"))
  }

  package func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: "JSON is written by JSONValue alone"))
  }
}

extension JSONValue {
  /// A document within another that is put together by hand.
  package static func document(_ document: some Encodable) -> JSONValue {
    guard let value = try? JSONValue(document) else { preconditionFailure("a document of our own") }
    return value
  }
}
