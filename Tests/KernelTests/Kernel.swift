import Foundation
import Testing

/// What the kernel of this machine sends, as the program `KernelTCP` sees it in a network namespace of its own.
enum Kernel {
  /// One transmission of a segment, or of a SYN.
  struct Sent {
    /// Seconds since the first one of the experiment.
    let seconds: Double
    /// Bytes since the first message.
    let offset: Int
    let isThrough: Bool
  }

  /// The transmissions, by experiment. Other work on the machine makes timers late: three runs are tried until one is
  /// as punctual as it should be.
  static let runs: [[String: [Sent]]] = (0..<3).compactMap { _ in try? measure() }

  /// Why nothing can be measured here; nil where it can.
  static let problem: String? = {
    guard let (text, status) = try? output(["--only", "syn", "--syn-limit", "0"]) else {
      // The tests say so.
      return nil
    }
    return status == 77 ? text : nil
  }()

  private static func measure() throws -> [String: [Sent]] {
    let (text, status) = try output([])
    try #require(status == 0, "KernelTCP exits with \(status)")
    var all: [String: [Sent]] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words[0] {
      case "experiment": name = String(words[1])
      case "sent":
        let sent = Sent(
          seconds: try #require(Double(words[1])), offset: try #require(Int(words[2])),
          isThrough: words[4] == "through")
        all[name, default: []].append(sent)
      default: break
      }
    }
    return all
  }

  private static func output(_ arguments: [String]) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = try program()
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  /// It stands beside the test bundle.
  private static func program() throws -> URL {
    let places = [
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
    ]
    let programs = places.map { $0.appendingPathComponent("KernelTCP") }
    return try #require(
      programs.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "KernelTCP is not built")
  }
}
