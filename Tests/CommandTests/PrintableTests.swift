import Foundation
import Testing

/// Whatever comes from outside, nothing reaches a terminal but what fills its columns: through every
/// text of a scenario file, every argument, and the names of files.
@Suite("What is printed does nothing to a terminal") struct PrintableTests {
  static let hostile = [
    "\u{1B}[2J", "\u{1B}]0;title\u{7}", "a\u{8}\u{8}b", "\u{9B}31m", "\u{202E}evil", "\u{2066}x",
    "line\r", "two\u{2028}lines", "\u{7F}",
  ]

  private func expectPrintable(_ ending: Ending, _ what: String) {
    for text in [ending.results, ending.messages] {
      let strange = text.unicodeScalars.filter { $0 != "\n" && Self.acts($0) }
      #expect(strange.isEmpty, "\(what): \(strange.map { String($0.value, radix: 16) })")
    }
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  static let options = [
    "--clients", "--session", "--profile", "--backoff", "--seed", "--duration", "--set",
    "--threads",
    "--out", "--format", "--slo", "--replications", "--progress", "--nonsense",
  ]

  @Test(arguments: options) func everyArgument(option: String) throws {
    let place = try Workplace()
    for text in Self.hostile + ["two\nlines"] {
      let ending = try place.simulate(option, text)
      #expect(ending.status == 2, "\(option): \(ending.messages)")
      expectPrintable(ending, option)
      #expect(!ending.messages.contains("two\nlines"))
    }
    #expect(!place.exists("results"))
  }

  static let fields: [(key: String, text: @Sendable (String) -> String)] = [
    ("name", { "name: \($0)" }), ("about", { "about: \($0)" }), ("seed", { "seed: \($0)" }),
    ("a key", { "\($0): 1" }), ("duration", { "duration: \($0)" }),
    ("backoff", { "clients: {backoff: \($0)}" }), ("session", { "clients: {session: \($0)}" }),
    ("cohort", { "clients: {count: 10, mix: [{name: \($0), share: 100%}]}" }),
    ("cohort's backoff", { "clients: {mix: [{name: a, share: 100%, backoff: \($0)}]}" }),
    ("network", { "network: \($0)" }), ("gateway", { "gateway: {profile: \($0)}" }),
    ("fault", { "faults: [{at: 1s, kind: \($0)}]" }),
    ("scope", { "faults: [{at: 1s, for: 1s, kind: offline, scope: {cohort: \($0)}}]" }),
    ("promise", { "slo: [\($0)]" }), ("start", { "clients: {start: \($0)}" }),
  ]

  @Test(arguments: fields.indices) func everyTextOfAFile(index: Int) throws {
    let place = try Workplace()
    let (key, text) = Self.fields[index]
    for hostile in Self.hostile {
      let escaped = hostile.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F && scalar != "\\"
          ? String(scalar) : String(format: "\\u%04x", scalar.value)
      }
      try place.write(text("\"\(escaped.joined())\"") + "\n", to: "f.yaml")
      for arguments in [
        ["validate", "f.yaml"], ["f.yaml", "--clients", "5", "--no-out", "--duration", "10s"],
      ] {
        let process = try place.start(arguments)
        process.waitUntilExit()
        let ending = try place.ending(of: process)
        #expect([0, 2, 3].contains(ending.status), "\(key): \(ending.messages)")
        expectPrintable(ending, key)
      }
    }
  }

  @Test func namesOfFiles() throws {
    let place = try Workplace()
    #expect(try place.simulate("--clients", "5", "--out", "u", "--quiet").status == 0)
    for name in ["\u{1B}[31mred", "two\nlines", "\u{202E}txt"] {
      try place.write("mine", to: "u/\(name)")
      let ending = try place.simulate("--clients", "5", "--out", "u")
      #expect(ending.status == 1)
      expectPrintable(ending, name)
      #expect(ending.messages.contains("\\u{"), "\(ending.messages)")
      try FileManager.default.removeItem(atPath: place.path("u/\(name)"))
    }
  }

  /// GitHub Actions takes a line for a command that begins with two colons, blanks before them or not.
  @Test(arguments: ["::error title=x::y.yaml", " ::error::y.yaml", "::set-output name=a::b"])
  func noLineIsACommand(name: String) throws {
    let place = try Workplace()
    try place.write("clients: {cuont: 5}\n", to: name)
    for arguments in [["validate", name], ["validate", name + "x"], [name], ["explain", name]] {
      let process = try place.start(arguments)
      process.waitUntilExit()
      let ending = try place.ending(of: process)
      #expect(ending.status == 2)
      for line in (ending.results + "\n" + ending.messages).split(separator: "\n") {
        let begin = line.drop { $0 == " " }
        #expect(!begin.hasPrefix("::"), "\(line)")
      }
    }
  }
}
