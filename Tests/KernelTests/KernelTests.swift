import NetworkModel
import Primitives
import Testing

/// The kernel's timers are never early. They are late by up to an eighth, which is how coarse its timer wheel is, and by
/// a tick or two.
@Suite(
  "The model of retransmission against the kernel of this machine",
  .enabled(if: Kernel.problem == nil, Comment(rawValue: Kernel.problem ?? "")), .serialized)
struct KernelTests {
  /// Returns true if the kernel's times are those of the model: not 2 ms early, nor later than 15 % and 15 ms.
  private func isPunctual(_ measured: [Double], _ expected: [Double]) -> Bool {
    measured.count >= expected.count
      && zip(measured, expected).allSatisfy { $0 >= $1 - 0.002 && $0 <= 1.15 * $1 + 0.015 }
  }

  private func expect(_ name: String, _ expected: [Double]) {
    let runs = Kernel.runs.map { $0[name, default: []].map(\.seconds) }
    #expect(
      runs.contains { isPunctual($0, expected) }, "\(name): \(runs), expected \(expected)")
  }

  private func copies(_ roundTrip: Double, _ count: Int) -> [Double] {
    let schedule = CopySchedule(roundTrip: Interval(seconds: roundTrip))
    return (0...count).map { schedule.delay(ofCopy: $0).seconds }
  }

  /// Four pauses of 1 s come before the doubling.
  @Test func firstPackets() {
    expect("syn", OperatingSystem.linux65.synTimes.map(\.seconds).filter { $0 < 11.1 })
  }

  @Test(arguments: [
    ("data-rtt50", 0.05, 6), ("data-rtt50-fresh", 0.05, 6), ("data-rtt300-fresh", 0.3, 4),
    // With timestamps the kernel knows its round trip although a SYN was lost.
    ("data-one-syn-lost", 0.05, 6), ("data-two-syns-lost", 0.05, 6),
  ])
  func copiesOfAMessage(experiment: String, roundTrip: Double, count: Int) {
    expect(experiment, copies(roundTrip, count))
  }

  /// The kernel learns: after some round trips alike its doubt is less than two of them, down to 0.2 s. The model keeps
  /// the doubt of the beginning: its copies are the latest there are.
  @Test func aLongRoundTripIsTrustedMoreAndMore() {
    let least = CopySchedule(roundTrip: .zero).second.seconds + 0.3
    let earliest = (0...4).map { $0 == 0 ? 0 : least * Double(1 << ($0 - 1)) }
    let latest = copies(0.3, 4).map { 1.15 * $0 + 0.015 }
    #expect(
      Kernel.runs.contains { run in
        let times = run["data-rtt300", default: []].map(\.seconds)
        return times.count > 4
          && zip(times, zip(earliest, latest)).allSatisfy { $0 >= $1.0 - 0.002 && $0 <= $1.1 }
      })
  }

  /// A message gets through with the first copy after the silence.
  @Test(arguments: [1.0, 5, 15])
  func aSilence(seconds: Double) {
    let copies = copies(0.05, 8)
    let first = copies.first { $0 >= seconds } ?? .infinity
    expect("silence-\(Int(seconds))", copies.filter { $0 <= first })
    for run in Kernel.runs {
      let sent = run["silence-\(Int(seconds))", default: []]
      #expect(sent.first(where: \.isThrough)?.seconds ?? 0 >= seconds)
      #expect(sent.filter { $0.seconds >= seconds }.count == 1)
    }
  }

  /// A message that is sent after the first copy of the one before stays in the sender until that has got through: it
  /// arrives one round trip later.
  @Test func twoMessages() {
    #expect(
      Kernel.runs.contains { run in
        let sent = run["two-messages", default: []]
        guard let first = sent.first(where: \.isThrough),
          let second = sent.first(where: { $0.offset > 0 })
        else { return false }
        let gap = second.seconds - first.seconds
        return gap >= 0.05 - 0.002 && gap <= 0.065 && second.isThrough
      })
  }
}
