import Faults
import Metrics
import Primitives
import Simulator

/// The events at the gateway in some seconds of a run.
struct WindowEvidence: Sendable {
  let seconds: Range<Int>
  /// Clients that came back, attempts that became ready, and those that failed.
  let cameBack: Int
  let succeeded: Int
  let failed: Int
  /// The failed attempts that the gateway turned away, dropped or kept waiting for too long.
  let failedAtGateway: Int
  /// The use of each station: the part of its time that is booked, and the wasted part of that.
  let stations: [StationUse]
  /// The part of what admission could let in that it let in; nil where it lets in everybody.
  let admissionUse: Double?

  struct StationUse: Sendable {
    let name: String
    let utilisation: Double
    let wasted: Double

    /// The part of its time that was spent for nothing.
    var wastedTime: Double { utilisation * wasted }
  }

  /// The largest part of any stage's time that was used; 0 where no stage limits anything.
  var greatestUse: Double { max(admissionUse ?? 0, stations.map(\.utilisation).max() ?? 0) }

  /// The station that did most for nothing, by the time it cost.
  var mostWasteful: StationUse? {
    stations.filter { $0.wasted > 0 }.max { $0.wastedTime < $1.wastedTime }
  }
}

extension Evidence {
  /// The seconds from clear until 99 % were back; nil without both, and where that is no time.
  var recovery: Range<Int>? {
    guard let clear, let p99 = number("recover.p99"), p99 > 0 else { return nil }
    let first = Int(clear)
    return first..<max(first + 1, Int((clear + p99).rounded(.up)))
  }

  func window(_ seconds: Range<Int>) -> WindowEvidence {
    let book = facts.book
    let from = Instant.seconds(Int64(seconds.lowerBound))
    let to = Instant.seconds(Int64(seconds.upperBound))
    let admission = facts.rates.capacity(of: .admission, from: from, to: to)
    let accepted = RunningSum(run.load.perSecond.accepted.counts).sum(seconds)
    return WindowEvidence(
      seconds: seconds, cameBack: Int(book.completed.sum(seconds)),
      succeeded: Int(book.succeeded.sum(seconds)), failed: Int(book.failed.sum(seconds)),
      failedAtGateway: Int(book.failedAtGateway.sum(seconds)),
      stations: book.roles.map { role, servers, booked, wasted in
        let busy = booked.sum(seconds)
        return WindowEvidence.StationUse(
          name: role.name, utilisation: busy / (servers * Double(seconds.count) * 1e6),
          wasted: busy > 0 ? wasted.sum(seconds) / busy : 0)
      }, admissionUse: admission.isFinite && admission > 0 ? accepted / admission : nil)
  }

  /// Requests that were queued at the end of any of these seconds, at most.
  func queuePeak(in seconds: Range<Int>) -> Int {
    Int(run.load.perSecond.queue.counts[clamped: seconds].max() ?? 0)
  }

  /// Numbers of the faults in force at some moment of (from, to), in seconds; a fault that happens
  /// at a moment is in force at none.
  func faultsInForce(after from: Double, before to: Double) -> [Int] {
    scenario.faults.indices.filter { number in
      let fault = scenario.faults[number]
      if fault.kind.isMomentary || fault.at.seconds >= to { return false }
      return timeline.end(of: number).map { $0.seconds > from } ?? true
    }
  }

  /// Those still in force when the run ends.
  var faultsToTheEnd: [Int] {
    scenario.faults.indices.filter { number in
      let fault = scenario.faults[number]
      if fault.kind.isMomentary || fault.at >= run.course.end { return false }
      return timeline.end(of: number).map { $0 > run.course.end } ?? true
    }
  }
}
