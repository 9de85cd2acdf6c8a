import Foundation
import Synchronization
import TestRuns
import Testing

@testable import Studies

@Suite("A pool of threads") struct WorkPoolTests {
  private struct Failure: Error, Equatable { var job: Int }

  @Test(arguments: [1, 2, 7, 40]) func resultsComeInTheOrderOfTheJobs(_ threads: Int) {
    let jobs = Array(0..<30)
    let squares = WorkPool(threads: threads).map(jobs) { job, _ -> Int in
      // The later ones are done sooner.
      Thread.sleep(forTimeInterval: Double(30 - job) / 10_000)
      return job * job
    }
    #expect(squares == jobs.map { $0 * $0 })
    #expect(WorkPool(threads: threads).map([Int]()) { job, _ in job } == [])
  }

  @Test func asManyAtOnceAsThereAreThreads() {
    struct Count { var now = 0, most = 0, begun = 0 }
    let count = Mutex(Count())
    let outputs = WorkPool(threads: 2).map(Array(0..<12)) { job, _ -> Bool in
      count.withLock {
        $0.begun += 1
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      // The first two wait for each other: that works only side by side.
      var patience = 10_000
      while count.withLock({ $0.begun }) < 2, patience > 0 {
        Thread.sleep(forTimeInterval: 0.001)
        patience -= 1
      }
      count.withLock { $0.now -= 1 }
      return patience > 0
    }
    #expect(outputs == Array(repeating: true, count: 12))
    #expect(count.withLock { $0.most } == 2)
  }

  @Test(arguments: [1, 2, 7]) func theFirstJobThatFailsDecides(_ threads: Int) {
    let begun = Mutex(Set<Int>())
    #expect(throws: Failure(job: 3)) {
      _ = try WorkPool(threads: threads).map(Array(0..<1_000)) {
        (job: Int, _) throws(Failure) -> Int in
        begun.withLock { _ = $0.insert(job) }
        if job == 3 { Thread.sleep(forTimeInterval: 0.1) }
        if job == 3 || job == 4 { throw Failure(job: job) }
        return job
      }
    }
    let jobs = begun.withLock { $0 }
    #expect(jobs.isSuperset(of: 0...3))
    if threads == 1 { #expect(jobs == Set(0...3)) }
  }

  @Test func jobsBehindAFailedOneAreBrokenOffAndThoseBeforeItAreNot() {
    let hasFailed = Atomic<Bool>(false)
    let wasWanted = Atomic<Bool>(false)
    #expect(throws: Failure(job: 1)) {
      _ = try WorkPool(threads: 3).map([0, 1, 2]) { (job: Int, monitor) throws(Failure) -> Int in
        switch job {
        case 0:
          while !hasFailed.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.001) }
          Thread.sleep(forTimeInterval: 0.05)
          wasWanted.store(monitor.goesOn(at: 0.5), ordering: .releasing)
        case 1:
          hasFailed.store(true, ordering: .releasing)
          throw Failure(job: 1)
        default:
          // Without the failure this would never end.
          while monitor.goesOn(at: 0.1) { Thread.sleep(forTimeInterval: 0.001) }
        }
        return job
      }
    }
    let wasFirstWanted = wasWanted.load(ordering: .acquiring)
    #expect(wasFirstWanted)
  }

  @Test func watchingAndEndingIt() {
    var seen: [WorkProgress] = []
    let work: @Sendable (Int, JobMonitor) -> Int = { job, monitor in
      if job < 2 { return job }
      while monitor.goesOn(at: Double(job) / 10) { Thread.sleep(forTimeInterval: 0.001) }
      return -job
    }
    let watch: (WorkProgress) -> Bool = { progress in
      seen.append(progress)
      return progress.running != [0.2, 0.3]
    }
    let outputs = WorkPool(threads: 2).map(Array(0..<10), watch: watch, work)
    #expect(outputs == [0, 1, -2, -3] + Array(repeating: nil, count: 6))
    #expect(seen.contains(WorkProgress(total: 10, done: 2, running: [0.2, 0.3])), "\(seen)")
  }

  @Test func aThreadHasRoomForDeepCalls() {
    let depths = WorkPool(threads: 1).map([5_000]) { depth, _ in stepsDown(depth) }
    #expect(depths == [5_000])
    #expect(WorkPool.threadRange.contains(WorkPool.allCores.threads))
  }
}

/// Counts its own steps, each of which takes 1,000 bytes of stack and more.
private func stepsDown(_ depth: Int) -> Int {
  if depth == 0 { return 0 }
  return withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 8) { space in
    space[depth % 1_000] = 1
    return stepsDown(depth - 1) + Int(space[depth % 1_000])
  }
}
