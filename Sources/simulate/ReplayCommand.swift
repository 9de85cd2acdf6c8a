import ArgumentParser
import Foundation
import Sessions
import Systems

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Steps a session machine by hand: JSON Lines in, JSON Lines out.",
    discussion: """
      One event a line: {"event": "TEMPORARY_FAILURE", "deviceOnline": true, "rand": 0.5}
      rand (default 0.5) is every random draw in [0, 1), deviceOnline (default true) what the
      device says if asked, user (START) and entity (READ, ADD_LISTENER, ...) what a primer's event
      is about. {"reset": true} begins anew. An unknown event names all that there are.
      """)

  @OptionGroup var session: SessionOptions

  @Option(help: ArgumentHelp("Where the lines come from; - is stdin.", valueName: "file|-"))
  var input = "-"

  func run() throws {
    do {
      try steps()
    } catch let error as ReplayNameError {
      throw CommandFailure.usage(error.description)
    } catch let error as ReplayError {
      let place = input == "-" ? "stdin" : input
      let message = "\(place), \(error.description)"
      throw error.isInvalidDelay ? CommandFailure.runtime(message) : .usage(message)
    }
  }

  private func steps() throws {
    var replay = try Replay(session: session.session, profile: session.profile)
    var lines = try LineReader(input)
    defer { lines.close() }
    while let line = try lines.next() {
      guard let answer = try replay.step(line) else { continue }
      if try Output.results(answer + "\n") == .unwanted { return }
    }
  }
}

struct DiagramCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram",
    abstract: "Prints the transition diagram of a session machine as Mermaid text.")

  @OptionGroup var session: SessionOptions

  func run() throws {
    do {
      try Output.results(try sessionDiagram(of: session.session, profile: session.profile))
    } catch let error as ReplayNameError {
      throw CommandFailure.usage(error.description)
    }
  }
}

/// Which variants the systems have.
let profileHelp =
  "Its variant. "
  + SessionSystem.all.map { "\($0.name.rawValue): \($0.profilesInOrder.joined(separator: ", "))" }
  .joined(separator: "; ") + "."

extension SessionSystem {
  /// The default first.
  fileprivate var profilesInOrder: [String] {
    [defaultProfile] + profiles.filter { $0 != defaultProfile }
  }
}

/// Which systems can be stepped by hand, and which only drawn.
private let sessionHelp: String = {
  func names(_ isSpoken: Bool) -> String {
    SessionSystem.all.filter { $0.isSpoken == isSpoken }.map(\.name.rawValue)
      .joined(separator: ", ")
  }
  return "The session system: \(names(true)); to be drawn also \(names(false))."
}()

/// Which session machine is stepped or drawn.
struct SessionOptions: ParsableArguments {
  @Option(help: ArgumentHelp(sessionHelp, valueName: "name"))
  var session: String

  @Option(help: ArgumentHelp(profileHelp, valueName: "name"))
  var profile = "spec"
}

/// Reads a file or stdin line by line.
struct LineReader {
  private let file: UnsafeMutablePointer<FILE>
  private var buffer: UnsafeMutablePointer<CChar>?
  private var capacity = 0
  private let name: String

  /// - Parameter path: `-` is stdin.
  init(_ path: String) throws(CommandFailure) {
    name = path == "-" ? "stdin" : path
    guard let file = path == "-" ? fdopen(dup(STDIN_FILENO), "r") : fopen(path, "r") else {
      throw .usage("cannot read '\(path)': \(String(cString: strerror(errno)))")
    }
    self.file = file
  }

  /// The next line without its end; nil after the last.
  mutating func next() throws(CommandFailure) -> String? {
    errno = 0
    let count = getline(&buffer, &capacity, file)
    guard count >= 0, let buffer else {
      guard ferror(file) == 0 else {
        throw .usage("cannot read '\(name)': \(String(cString: strerror(errno)))")
      }
      return nil
    }
    let bytes = UnsafeBufferPointer(start: buffer, count: count).map { UInt8(bitPattern: $0) }
    var end = bytes.count
    while end > 0, bytes[end - 1] == 10 || bytes[end - 1] == 13 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  mutating func close() {
    fclose(file)
    free(buffer)
    buffer = nil
  }
}
