import Foundation

/// The program while it runs.
final class Started {
  let child: Child
  private let launch: Launch
  private let output: String?
  private let errors: String
  private let began = ContinuousClock().now

  init(_ child: Child, _ launch: Launch, output: String?, errors: String) {
    self.child = child
    self.launch = launch
    self.output = output
    self.errors = errors
  }

  /// Waits for its end. Interrupts it where its patience is at an end, and kills it where its time
  /// is.
  func finish() throws -> Ending {
    var end: Child.End?
    var wasInterrupted = false
    if let patience = launch.patience {
      end = child.wait(upTo: patience)
      if end == nil {
        wasInterrupted = true
        child.send(SIGINT)
      }
    }
    if end == nil { end = child.wait(upTo: Launch.limit) }
    let seconds = (ContinuousClock().now - began) / .seconds(1)
    if end == nil { child.destroy() }
    return Ending(
      launch: launch, end: end, wasInterrupted: wasInterrupted, seconds: seconds,
      results: try output.map(bytes(of:)) ?? [], messages: try bytes(of: errors))
  }
}
