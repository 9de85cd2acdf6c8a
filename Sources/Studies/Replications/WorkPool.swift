import Dispatch
import Foundation
import Synchronization

/// A few threads that do many independent jobs, such as runs with different seeds.
///
/// A free thread takes the next job, so one long job does not hold up the others. Results come in
/// the order of the jobs, and the error is that of the first job that fails. The result or the
/// error depends neither on the number of threads nor on which of them was faster.
package struct WorkPool: Hashable, Sendable {
  /// How many jobs are done at once, in `threadRange`.
  package let threads: Int

  package static let threadRange = 1...256

  /// A deep formula must not need more than a program's first thread has.
  private static let stackSize = 16 << 20

  package init(threads: Int) {
    precondition(Self.threadRange.contains(threads), "1 to 256 threads")
    self.threads = threads
  }

  /// A pool with as many threads as this process may use cores.
  package static var allCores: WorkPool {
    WorkPool(threads: min(usableCores(), threadRange.upperBound))
  }

  /// Does the jobs, and waits for the last of them.
  ///
  /// - Parameters:
  ///   - watch: asked every now and then on the calling thread; false ends the work: jobs under way
  ///     are told by their monitor, and no other is begun.
  ///   - work: one job, on one of the threads.
  /// - Returns: what each job gave; nil for one that was never begun, which is the case only after
  ///   `watch` said no.
  /// - Throws: the error of the first failing job. Jobs behind it are broken off, those before it
  ///   are not: one of them may fail too.
  package func map<Job: Sendable, Output: Sendable, Failure: Error>(
    _ jobs: [Job], watch: (WorkProgress) -> Bool = { _ in true },
    _ work: @escaping @Sendable (Job, JobMonitor) throws(Failure) -> Output
  ) throws(Failure) -> [Output?] {
    let sheet = WorkSheet<Output, Failure>(count: jobs.count)
    let finished = DispatchSemaphore(value: 0)
    var left = min(threads, jobs.count)
    for _ in 0..<left {
      let thread = Thread {
        sheet.work(on: jobs, work)
        finished.signal()
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    while left > 0 {
      if finished.wait(timeout: .now() + .milliseconds(50)) == .success { left -= 1 }
      if left > 0, !watch(sheet.progress) { sheet.stop() }
    }
    return try sheet.outputs()
  }
}

/// How far the jobs of a pool are.
package struct WorkProgress: Hashable, Sendable {
  package var total: Int
  package var done: Int
  /// The fraction in [0, 1] of each job under way, in the order of the jobs.
  package var running: [Double]
}

/// The link between a job under way and its caller, in both directions.
package struct JobMonitor: Sendable {
  fileprivate let report: @Sendable (Double) -> Bool

  /// Says how far the job is, in [0, 1]; false where it should end now, as what it gives is no longer
  /// wanted.
  package func goesOn(at fraction: Double) -> Bool { report(fraction) }
}

/// The assignment of the jobs, shared by the threads of one call.
private final class WorkSheet<Output: Sendable, Failure: Error>: Sendable {
  private struct State: Sendable {
    var next = 0
    var done = 0
    var isStopped = false
    /// The first of the jobs that have failed so far.
    var failure: (job: Int, error: Failure)?
    var running: [Int: Double] = [:]
    var outputs: [Output?]
  }

  private let state: Mutex<State>
  private let count: Int

  init(count: Int) {
    self.count = count
    state = Mutex(State(outputs: Array(repeating: nil, count: count)))
  }

  /// Takes jobs until there are none.
  func work<Job: Sendable>(
    on jobs: [Job], _ work: @Sendable (Job, JobMonitor) throws(Failure) -> Output
  ) {
    while let job = take() {
      let monitor = JobMonitor { self.goesOn(job, at: $0) }
      do throws(Failure) {
        finish(job, try work(jobs[job], monitor))
      } catch {
        fail(job, error)
      }
    }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  var progress: WorkProgress {
    state.withLock { state in
      let running = state.running.sorted { $0.key < $1.key }.map(\.value)
      return WorkProgress(total: count, done: state.done, running: running)
    }
  }

  func outputs() throws(Failure) -> [Output?] {
    let (outputs, failure) = state.withLock { ($0.outputs, $0.failure?.error) }
    if let failure { throw failure }
    return outputs
  }

  /// Jobs are taken in order: those before a failed one have all been begun.
  private func take() -> Int? {
    state.withLock { state in
      guard !state.isStopped, state.failure == nil, state.next < count else { return nil }
      defer { state.next += 1 }
      state.running[state.next] = 0
      return state.next
    }
  }

  private func goesOn(_ job: Int, at fraction: Double) -> Bool {
    state.withLock { state in
      state.running[job] = fraction
      return !state.isStopped && job < state.failure?.job ?? count
    }
  }

  private func finish(_ job: Int, _ output: Output) {
    state.withLock { state in
      state.running[job] = nil
      state.done += 1
      state.outputs[job] = output
    }
  }

  private func fail(_ job: Int, _ error: Failure) {
    state.withLock { state in
      state.running[job] = nil
      if job < state.failure?.job ?? count { state.failure = (job, error) }
    }
  }
}
