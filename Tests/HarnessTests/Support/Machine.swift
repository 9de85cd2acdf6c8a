import Foundation
import Testing

/// What this machine lets the harness do.
enum Machine {
  /// Where tests are a gate, what a machine of ours can do must be done: a skip would hide its
  /// loss.
  private static let isGate = ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty } == true

  static let isRoot = geteuid() == 0

  /// Why something cannot be done here; nil where it can.
  struct Ability: Sendable {
    let problem: String?

    /// Whether the test is to be run.
    var isWanted: Bool { problem == nil || Machine.isGate }

    /// Said where it is skipped.
    var reason: Comment { Comment(rawValue: problem ?? "") }

    /// Called first in a test: where it must not be skipped it fails.
    func demand() throws {
      if let problem { throw Trouble("needed where CI is set: \(problem)") }
    }
  }

  /// File systems of one's own, in a namespace of one's own.
  static let mounts = Ability(
    of: unshare + ["--mount", "/bin/sh", "-c", "mount -t tmpfs -o size=64k tmpfs /tmp"],
    "tmpfs cannot be mounted in a mount namespace of one's own")

  /// Processes that have the same number.
  static let processNumbers = Ability(
    of: sameNumbers + ["/bin/sh", "-c", "test $$ = 1"],
    "no process namespace of one's own can be made")

  /// Limits of address space.
  static let memoryLimits = Ability(
    of: ["/bin/sh", "-c", "ulimit -v 1000000 && test \"$(ulimit -v)\" = 1000000 -a -d /proc/self"],
    "ulimit -v has no effect")

  /// Times of processes.
  static let processTimes = Ability(
    of: ["/bin/sh", "-c", "test -r /proc/self/stat"], "there is no /proc/self/stat")

  /// Who is not root may be in a user namespace.
  private static let unshare = ["unshare"] + (isRoot ? [] : ["--map-root-user"])

  /// What starts a process as number 1 of a namespace of its own.
  static let sameNumbers = unshare + ["--pid", "--fork", "--mount-proc", "--kill-child"]

  /// What starts a process among mounts of its own.
  static let ownMounts = unshare + ["--mount"]
}

extension Machine.Ability {
  /// Whether a command comes to a good end here.
  fileprivate init(of words: [String], _ problem: String) {
    let nowhere = Child.Stream.file("/dev/null")
    let child = try? Child(words, input: nowhere, output: nowhere, errors: nowhere)
    self.init(problem: child?.wait(upTo: 10) == .exit(0) ? nil : problem)
  }
}
