import Findings
import Metrics
import Simulator
import Store
import Studies
import Testing
import Text

/// Two formulas see the same world: each client draws the same fractions, packets and service times
/// under both. Formulas that say the same give the same run; others differ by their difference and not
/// by their luck.
@Suite("Common random numbers", .enabled(if: isOptimised))
struct CommonRandomNumbersStatisticalTests {
  private func storm(_ backoff: String, clients: Int = 2_000, seed: Int) throws -> Summary {
    try runAndSummary(
      """
      duration: 10m
      until: settled
      clients: {count: \(clients), backoff: "\(backoff)", start: connected}
      network: {profile: lte, loss: 1%}
      gateway:
        nodes: 2
        auth: {workers: 4, time: {exponential: 20ms}}
        admission: {rate: 100/s, per: gateway}
        rejection: {before: handshake}
      faults: [{at: 10s, for: 30s, kind: outage, mode: refuse, drop: true}]
      """, seed: UInt64(seed))
  }

  @Test(arguments: 1...20) func theSameFormulaInOtherWords(seed: Int) throws {
    let texts = [
      "stoat-web", "(2^x - 1) * uniform(0.8, 1.2)", "uniform(0.8, 1.2) * (pow(2, x) - 1)",
      "if(x > 0, 2^x - 1, stop) * uniform(4 / 5, 6 / 5)",
    ]
    let runs = try texts.map { try storm($0, seed: seed).run }
    for other in runs.dropFirst() {
      #expect(other.recovery.recoveries == runs[0].recovery.recoveries)
      #expect(other.recovery.downtimes == runs[0].recovery.downtimes)
      #expect(other.load.attempts == runs[0].load.attempts)
      #expect(other.course.digest == runs[0].course.digest)
    }
  }

  /// With 40 seeds the ratio of two estimates of one variance exceeds 2.7 once in a thousand times
  /// (Fisher's F with 39 and 39 degrees of freedom), so a ratio below 1 / 2.7 is no accident.
  @Test func pairedDifferencesVaryLess() throws {
    let seeds = 1...40
    let first = try seeds.map { try storm("stoat-web", seed: $0)["recover.mean"] }
    let formula = "(2^x - 1) * uniform(0.75, 1.25)"
    let second = try seeds.map { try storm(formula, seed: $0)["recover.mean"] }
    let paired = Sample(zip(first, second).map { $0 - $1 }).variance
    // The same values with the partner of another seed, which is what independent seeds would give.
    let partners = second.dropFirst() + second.prefix(1)
    let unpaired = Sample(zip(first, partners).map { $0 - $1 }).variance
    #expect(paired <= unpaired / 2.7, "\(paired / unpaired)")
  }
}
