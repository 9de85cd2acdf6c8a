import Foundation
import Testing

@testable import Systems

/// Long random transcripts, answered by models of the session systems that were written from their
/// descriptions alone, in another language. A model says nothing about `effects`.
@Suite("Replay agrees with independent models")
struct ReplayConformanceTests {
  private func lines(_ name: String) throws -> [String] {
    let url = try #require(
      Bundle.module.url(forResource: "Fixtures/conformance/\(name)", withExtension: "jsonl"))
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func object(_ line: String) throws -> [String: NSObject] {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(value as? [String: NSObject])
  }

  @Test(arguments: [
    ("chatSocket", "spec"), ("primer", "spec"), ("appExtension", "spec"), ("appExtension", "app"),
  ])
  func transcript(session: String, profile: String) throws {
    var replay = try Replay(session: session, profile: profile)
    let given = try lines("\(session)-\(profile).in").compactMap { try replay.step($0) }
    let expected = try lines("\(session)-\(profile).out")
    try #require(given.count == expected.count && expected.count > 900)
    var accepted = 0
    for (index, pair) in zip(given, expected).enumerated() {
      let found = try object(pair.0)
      for (key, value) in try object(pair.1) where !(value is NSNull && key == "accepted") {
        #expect(found[key] == value, "answer \(index + 1), \(key): \(pair.0)")
      }
      if found["accepted"] == NSNumber(value: true) { accepted += 1 }
    }
    #expect(accepted > expected.count / 3, "a transcript must get somewhere")
  }
}
