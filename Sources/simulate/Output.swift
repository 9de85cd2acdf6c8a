import Foundation
import Primitives
import Words

/// Results on stdout, everything else on stderr.
enum Output {
  /// The fate of a text on its way to stdout.
  enum Fate {
    case written
    /// The reader of stdout is gone; no more output is wanted.
    case unwanted
  }

  /// Writes results.
  /// - Throws: where stdout cannot take them, a full disk for example.
  @discardableResult
  static func results(_ text: String) throws(CommandFailure) -> Fate {
    switch write(text) {
    case 0: return .written
    case EPIPE: return .unwanted
    case let code:
      throw .runtime("cannot write to stdout: \(String(cString: strerror(code)))")
    }
  }

  /// Writes results and says what went wrong, if anything: 0 or an `errno`.
  static func write(_ text: String) -> Int32 {
    writeAsIs(printableLines(text, keepsColours: Terminal.allowsColour), to: STDOUT_FILENO)
  }

  /// Writes a message and a line end to stderr. No line of it is a command to a pipeline.
  static func note(_ message: String) {
    _ = writeAsIs(
      withoutCommands(printableLines(message, keepsColours: false)) + "\n", to: STDERR_FILENO)
  }

  /// Writes a command to a pipeline, and a line end, to stderr.
  static func command(_ line: String) {
    _ = writeAsIs(printableLines(line, keepsColours: false) + "\n", to: STDERR_FILENO)
  }

  /// Writes to stderr what moves the cursor: nothing from outside may be in it.
  static func status(_ text: String) { _ = writeAsIs(text, to: STDERR_FILENO) }

  private static func writeAsIs(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable(descriptor)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Sleeps until a reader that is slower than we are takes more, or is gone.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&wish, 1, -1)
  }
}

/// The connections of stdout and stderr.
enum Terminal {
  static var isResults: Bool { isatty(STDOUT_FILENO) == 1 }
  static var isMessages: Bool { isatty(STDERR_FILENO) == 1 }

  /// True if there is a user who can be asked.
  static var isAsking: Bool { isatty(STDIN_FILENO) == 1 && isMessages }

  /// A terminal that can only append, such as an editor's shell.
  static var isDumb: Bool { environment("TERM") == "dumb" }

  /// True if results may be coloured. See no-color.org.
  static var allowsColour: Bool { isResults && !isDumb && environment("NO_COLOR") == nil }

  /// The number of columns for results; 100 if none is given.
  static var width: Int {
    var size = winsize()
    if isResults, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return environment("COLUMNS").flatMap { Int($0) }.map { max(40, min($0, 1_000)) } ?? 100
  }

  /// An environment variable that is set to something.
  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
