import Foundation
import Synchronization

/// Ctrl-C, or a request to terminate: the first ends the run in good order, the second the program.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Begins to listen: from here on an interrupt or a request to terminate sets the flag.
  static func listen() {
    // A global is made at its first use, which must not be in a signal handler.
    _ = isRequested
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        if Interruption.flag.exchange(true, ordering: .relaxed) { _exit(130) }
      }
    }
    // The process that started this program may have had the signal blocked, and that is inherited.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
