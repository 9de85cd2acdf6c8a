import Faults
import NetworkModel
import Primitives
import VirtualTime
import Words

extension Scenario {
  /// Those about paths that are no different from simpler ones.
  package var networkWarnings: [Warning] {
    let networks =
      [("network.loss", network)]
      + clients.mix.enumerated().compactMap { number, cohort in
        cohort.network.map { ("clients.mix.\(number).network.loss", $0) }
      }
    let ofPaths = networks.flatMap { key, network in
      [network.loss.out, network.loss.back].compactMap { shortBurst($0, key) }
    }
    let ofFaults = faults.enumerated().compactMap { number, fault in
      shortBurst(fault.effects.loss, "faults.\(number)")
    }
    let others = [nameThatIsKept, unusedBandwidth]
    return (ofPaths + ofFaults).withoutRepetition + others.compactMap { $0 } + ignoredColumns
  }

  private var paths: [NetworkDescription] { clients.mix.map { $0.network ?? network } }

  private var nameThatIsKept: Warning? {
    guard let ttl = paths.compactMap(\.name?.ttl).min(), ttl > duration else { return nil }
    return Warning(
      "name-outlasts-run",
      "network.dns.ttl of \(durationText(ttl)) is longer than the run of \(durationText(duration)): "
        + "most clients never ask a second time")
  }

  private var unusedBandwidth: Warning? {
    guard gateway.egress == nil, paths.contains(where: { $0.bandwidth != nil }) else { return nil }
    return Warning(
      "bandwidth-unused",
      "network.bandwidth changes nothing: only first payloads meet it, and gateway.egress says how large "
        + "they are")
  }

  /// Columns of files that nothing reads.
  private var ignoredColumns: [Warning] {
    files.all.filter { !$0.file.ignored.isEmpty }.map { carried in
      let names = carried.file.ignored
      return Warning(
        "ignored-columns",
        "\(carried.key): \(carried.name) has \(names.count == 1 ? "a column" : "columns") that "
          + "nothing reads: \(names.joined(separator: ", "))")
    }
  }

  /// Bursts that are over before a packet is sent again: each copy meets another weather.
  private func shortBurst(_ law: LossLaw, _ key: String) -> Warning? {
    guard let fade = law.fade, fade.bad < CopySchedule.shortestPause else { return nil }
    return Warning(
      "burst-shorter-than-a-retransmission",
      "\(key).gilbertElliott.bad of \(durationText(fade.bad)) is shorter than a retransmission "
        + "(\(durationText(CopySchedule.shortestPause))): it is the same as a loss of "
        + shareText((fade.meanLoss * 1e4).rounded() / 1e4))
  }
}
