/// One start of the program.
struct Launch: Sendable {
  /// What comes behind `simulate`.
  var arguments: [String]
  /// Words in front of everything, such as `unshare --pid --fork`.
  var wrapper: [String] = []
  /// A command of the shell that becomes the program, such as `ulimit -v 100000`.
  var before: String?
  /// Where stdout goes instead of into a file.
  var output: Child.Stream?
  /// Seconds after which it is interrupted, as with Ctrl-C: it may be at work for long, but must
  /// stop.
  var patience: Double?

  /// Seconds after which it is killed, and taken to hang.
  static let limit = 30.0

  init(
    _ arguments: [String], wrapper: [String] = [], before: String? = nil,
    output: Child.Stream? = nil, patience: Double? = nil
  ) {
    self.arguments = arguments
    self.wrapper = wrapper
    self.before = before
    self.output = output
    self.patience = patience
  }

  /// The words that start it in a folder: a shell goes there and becomes the program, with the same
  /// number.
  func words(in folder: String) throws -> [String] {
    let first = before.map { "\($0) && " } ?? ""
    let script = "cd \"$0\" && \(first)exec \"$@\""
    let tool = try Tool.path()
    return wrapper + ["/bin/sh", "-c", script, folder, tool] + arguments
  }

  /// To be typed again.
  var commandLine: String {
    let words = wrapper + [Tool.name] + arguments
    return (before.map { "\($0); " } ?? "") + words.map(quoted).joined(separator: " ")
  }
}

/// A word as bash reads it again, to the byte.
func quoted(_ word: String) -> String {
  let harmless = word.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./=:,%".utf8.contains(byte)
    }
  }
  if harmless, !word.isEmpty { return word }
  var text = "$'"
  for scalar in word.unicodeScalars {
    if let byte = scalar.rawByte {
      text += escaped(byte)
    } else if scalar == "'" || scalar == "\\" {
      text += "\\\(scalar)"
    } else if (0x20...0x7E).contains(scalar.value) {
      text.unicodeScalars.append(scalar)
    } else {
      text += String(scalar).utf8.map(escaped).joined()
    }
  }
  return text + "'"
}

/// A byte as `\x1B`.
func escaped(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "\\x" + (digits.count == 1 ? "0" : "") + digits
}
