import Foundation

/// A process that was started here. It is gone when this is.
final class Child {
  /// How a process ended.
  enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Where a process reads from or writes to.
  enum Stream: Hashable, Sendable {
    case file(String)
    case descriptor(Int32)
  }

  let pid: pid_t
  private(set) var end: End?

  /// - Parameter words: the command line; the program is looked for as a shell does.
  init(_ words: [String], input: Stream, output: Stream, errors: Stream) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let ways = [O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_TRUNC]
    for (number, stream) in [input, output, errors].enumerated() {
      switch stream {
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, Int32(number), path, ways[number], 0o644)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
    }
    // A group of its own, so that what it starts itself can be reached too.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let arguments = words.map(cWord)
    let variables = Tool.environment.map { cWord("\($0.key)=\($0.value)") }
    defer { for word in arguments + variables { free(word) } }
    var pid = pid_t()
    let code = posix_spawnp(
      &pid, words[0], &actions, &attributes, arguments + [nil], variables + [nil])
    guard code == 0 else { throw Trouble("cannot start \(words[0]): \(errorText(code))") }
    self.pid = pid
  }

  deinit { if end == nil { destroy() } }

  /// Looks whether it has ended.
  @discardableResult
  func poll() -> End? {
    if end != nil { return end }
    var status: Int32 = 0
    let found = waitpid(pid, &status, WNOHANG)
    if found == pid {
      let signal = status & 0x7F
      end = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    } else if found < 0, errno != EINTR {
      // Somebody else has asked for it, which nobody should.
      end = .exit(-1)
    }
    return end
  }

  /// Waits for its end; nil where it still runs after that many seconds.
  func wait(upTo seconds: Double) -> End? {
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(seconds)
    var pause: UInt32 = 200
    while poll() == nil {
      if clock.now > limit { return nil }
      usleep(pause)
      pause = min(4_000, pause * 2)
    }
    return end
  }

  /// Sends a signal, where it still runs.
  func send(_ signal: Int32) { if poll() == nil { kill(pid, signal) } }

  /// Sends a signal to it and to what it has started.
  func sendToAll(_ signal: Int32) { if poll() == nil { kill(-pid, signal) } }

  /// Ends it at once, with what it has started.
  func destroy() {
    sendToAll(SIGKILL)
    _ = wait(upTo: 10)
  }
}

/// A word as a process gets it. U+F701 to U+F7FF stand for the bytes 01 to FF, so that a word can
/// hold what is no text.
private func cWord(_ word: String) -> UnsafeMutablePointer<CChar>? {
  var bytes: [CChar] = []
  for scalar in word.unicodeScalars where scalar.value != 0 {
    if let byte = scalar.rawByte {
      bytes.append(CChar(truncatingIfNeeded: byte))
    } else {
      bytes += String(scalar).utf8.map { CChar(truncatingIfNeeded: $0) }
    }
  }
  return strdup(bytes + [0])
}

extension Unicode.Scalar {
  /// The byte that it stands for in a word of a command line.
  var rawByte: UInt8? { (0xF701...0xF7FF).contains(value) ? UInt8(value & 0xFF) : nil }
}

func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
