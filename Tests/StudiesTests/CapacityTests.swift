import Documents
import Foundation
import Metrics
import Primitives
import Scenarios
import TestRuns
import Testing
import Words

@testable import Findings
@testable import Studies

@Suite("Looking for the value that is just enough") struct CapacitySearchTests {
  /// A summary that keeps its promise, and one that does not.
  private static let summaries: [ReplicatedSummary] = {
    ["attempts >= 0", "attempts < 0"].map { promise in
      let experiment = try! Experiment(
        decoded("clients: {count: 1}\nduration: 1s\nslo: ['\(promise)']"))
      let run = try! Replication(Summary(experiment, experiment.run()))
      return ReplicatedSummary(
        experiment, seeds: SeedRange(first: 1, count: 1)!, measured: [run])
    }
  }()

  /// What a search finds where the promises are kept at some values, and how many values it tried.
  private func search(
    _ range: String, _ direction: CapacityDirection, keptAt isKept: @escaping (Double) -> Bool
  ) throws -> CapacityFinding {
    var search = CapacitySearch<SearchError>(
      try SearchRange("gateway.nodes=\(range)", option: "--least"), direction, resolution: 0.02
    ) { value throws(SearchError) in
      CapacityProbe(value: value, summary: Self.summaries[isKept(value) ? 0 : 1], seeds: 1)
    }
    try search.run()
    return search.finding
  }

  @Test("counts: the same as trying all of them, in few probes")
  func counts() throws {
    for border in 0...65 {
      let least = try search("1..64", .least) { $0 >= Double(border) }
      #expect(least.value == (1...64).map(Double.init).first { $0 >= Double(border) })
      #expect(least.isMonotone && least.probes.count <= 20, "\(border)")
      let most = try search("1..64", .most) { $0 <= Double(border) }
      #expect(most.value == (1...64).map(Double.init).last { $0 <= Double(border) })
      #expect(most.isMonotone && most.probes.count <= 20, "\(border)")
    }
  }

  @Test("a value that no formula could keep at the end of the range ends the search")
  func hopeless() throws {
    let measure = { (value: Double) throws(SearchError) in
      CapacityProbe(value: value, summary: Self.summaries[1], seeds: 1)
    }
    var search = CapacitySearch<SearchError>(
      try SearchRange("gateway.nodes=1..64", option: "--least"), .least, resolution: 0.02,
      isHopeless: { _ in true }, measure: measure)
    try search.run()
    #expect(search.finding.value == nil && search.finding.probes.map(\.value) == [64])
  }

  @Test("durations are written in seconds where they are longer than one")
  func durations() {
    let texts = [0.0, 0.25, 1.5, 60, 210.5, 206.40000000000003].map(QuantityScale.duration.text)
    #expect(texts == ["0s", "250ms", "1.5s", "1m", "210.5s", "206.4s"])
  }

  @Test("other numbers: within the resolution", arguments: ["5s..10m", "10/s..20k/s", "1%..90%"])
  func numbers(range: String) throws {
    let parsed = try SearchRange("x=\(range)", option: "--least")
    for part in stride(from: 0.02, to: 1, by: 0.07) {
      let border = parsed.low + (parsed.high - parsed.low) * part
      let least = try #require(try search(range, .least) { $0 >= border }.value)
      #expect(least >= border && least <= border * 1.021, "\(border): \(least)")
      let most = try #require(try search(range, .most) { $0 <= border }.value)
      #expect(most <= border && most >= border / 1.021, "\(border): \(most)")
    }
  }

  @Test func whatBreaksIsToldWithTheAnswer() throws {
    let found = try search("1..64", .least) { $0 >= 12 }
    #expect(found.nextBroken?.value == 11 && found.found?.isKept == true)
    let none = try search("1..64", .least) { _ in false }
    #expect(none.value == nil && none.nextBroken?.value == 64)
    let all = try search("1..64", .least) { _ in true }
    #expect(all.value == 1 && all.nextBroken == nil)
    #expect(try search("1..64", .most) { _ in true }.value == 64)
    #expect(try search("1..64", .most) { _ in false }.value == nil)
  }

  @Test("promises that are not monotone are recognised, and the ranges that are kept are told")
  func surprises() throws {
    // Kept in the middle only: more is not always enough.
    let island = try search("1..64", .least) { (5...20).contains($0) }
    #expect(island.value == 5 && !island.isMonotone)
    #expect(island.kept.map(\.lowerBound) == [5] && island.kept[0].upperBound >= 17)
    #expect(island.surprises.allSatisfy { $0.value > 20 } && island.surprises.last?.value == 64)
    // Kept at single values: the neighbour breaks them again.
    let lucky = try search("1..64", .least) { $0 == 8 || $0 >= 40 }
    #expect(lucky.value == 8 && lucky.kept.count == 2 && lucky.kept[0] == 8...8)
    #expect((40...45).contains(lucky.kept[1].lowerBound) && lucky.kept[1].upperBound == 64)
    // The greatest that keeps them is the answer, whatever lies below.
    let most = try search("1..64", .most) { $0 <= 6 || $0 == 64 }
    #expect(most.value == 64 && most.kept == [1...6, 64...64])
    // More is better here.
    let wrongWay = try search("1..16", .most) { $0 >= 4 }
    #expect(wrongWay.value == 16 && wrongWay.kept == [4...16])
    #expect(try search("1..64", .most) { $0 <= 30 }.kept == [1...30])
  }

  /// A hole that doubling jumps over, as the outage that ends between two waves of clients: kept up to 25 s,
  /// and again from 47 s to 101 s.
  @Test("a second range is found by values that are spread, and its end to the resolution")
  func holes() throws {
    let isKept = { (value: Double) in value <= 25.7 || (47...101.5).contains(value) }
    let found = try search("5s..10m", .most, keptAt: isKept)
    let value = try #require(found.value)
    #expect(value <= 101.5 && value >= 101.5 / 1.021 && !found.isMonotone)
    #expect(found.kept.count == 2 && found.kept[0].lowerBound == 5)
    // One of 33 values is 16 % above the one before.
    #expect(found.kept[0].upperBound > 25.7 / 1.021 && found.kept[1].lowerBound < 47 * 1.17)
    // Nine are spread over the range, so that a gap of two of them is seen by one at least.
    let most = try search("1..1000000", .most) { $0 < 3_000 || (20_000...200_000).contains($0) }
    #expect(most.value == 200_000)
  }

  @Test("the scenario's own value is tried, where it lies in the range")
  func own() throws {
    var search = CapacitySearch<SearchError>(
      try SearchRange("faults.0.for=5s..10m", option: "--most"), .most, resolution: 0.02, own: 60
    ) { value throws(SearchError) in
      CapacityProbe(
        value: value, summary: Self.summaries[value <= 9 || value == 60 ? 0 : 1], seeds: 1)
    }
    try search.run()
    #expect(search.finding.value == 60 && search.finding.kept.count == 2)
  }

  @Test(
    arguments: [
      ("gateway.nodes", "write key.path=from..to"), ("gateway.nodes=5", "write key.path=from..to"),
      ("gateway.nodes=8..2", "goes down"), ("gateway.nodes=8..8", "a single value"),
      ("gateway.nodes=a..b", "no numbers of one kind"),
      ("gateway.nodes=1..9223372036854775807", "out of range: a value is less than 1e15"),
      ("gateway.nodes=1..1000000000000000", "out of range"), ("x=1..1e300", "out of range"),
      ("faults.0.for=5s..10", "no numbers of one kind"),
      ("seed=1..9", "seeds are chosen"), ("name=1..9", "no result depends on it"),
      ("slo.0=1..9", "a promise is"), ("gateway.nodes=-5..5", "must not go below 0"),
    ])
  func badRanges(text: String, message: String) {
    let error = #expect(throws: SearchError.self) { try SearchRange(text, option: "--least") }
    #expect(error?.message.contains(message) == true, "\(error!)")
    #expect(error?.message.hasPrefix("--least \(text)") == true)
  }

  @Test func valuesAreWrittenAsScenariosSayThem() throws {
    let texts = ["a=1..64": "7", "a=5s..10m": "7s", "a=1/s..9/s": "7/s", "a=0.5..9.5": "7"]
    for (range, text) in texts {
      #expect(try SearchRange(range, option: "--most").text(7) == text)
    }
    #expect(try SearchRange("a=1%..90%", option: "--most").text(0.07) == "7%")
  }
}

@Suite("A probe ends when its verdict is certain") struct EarlyVerdictTests {
  /// No interval over all seeds has its upper end below the bound that a few of them give.
  @Test(arguments: [2, 3, 5, 20, 100])
  func theBoundIsCertain(seeds: Int) throws {
    let random = RandomSource(seed: 17)
    let verdict = EarlyVerdict([], seeds: seeds)
    // A trial takes as long as the square of the seeds.
    for trial in 0..<min(2_000, 6_000 / seeds) {
      var draws = random.stream(owner: UInt32(trial), .behaviour, attempt: UInt32(seeds))
      // Heavy tails and many zeros: what makes an interval wide, and what makes it narrow.
      let values = (0..<seeds).map { _ in
        let draw = draws.next()
        return draw < 0.3 ? 0 : draw < 0.8 ? draw : 1 / (1.0001 - draw)
      }
      let high = try #require(MeanEstimate(values)?.high)
      for known in 1...seeds {
        let bound = verdict.leastBound(Array(values.prefix(known)))
        #expect(bound <= high * (1 + 1e-12), "\(trial): \(known) of \(values)")
      }
    }
  }

  private static let dead = """
    duration: 30m
    until: settled
    clients: {count: 300, backoff: 'uniform(0s, 2s), connectTimeout: 3s'}
    gateway: {auth: {workers: 1, rate: 12/s}, admission: none}
    faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
    slo: [gave_up == 0, recover.p99 < 20s]
    """

  /// A dead world is not simulated to its end, and a run that settles is whole.
  @Test func aLostRunIsLeft() throws {
    let study = try CapacityStudy(
      SweepBase(bytes: Array(Self.dead.utf8), file: "x.yaml"),
      SearchRange("clients.count=20..300", option: "--most"), .most, [.own], levels: [], seeds: 20,
      resolution: 0.02)
    let probe = try WorkPool(threads: 2).probe(study, .own, at: 300) { _ in true }
    // Twice the limit of 20 s and a second, after clear at 30 s; six of twenty seeds break a promise about a median.
    let left = try #require(probe.leftAt?.seconds)
    #expect(left == 71 && !probe.isKept && probe.runs == 6)
    #expect(probe.broken.map(\.level.metric) == ["recover.p99"])
    #expect(probe.summary.replications[0].end.seconds == left)

    let small = try WorkPool(threads: 2).probe(study, .own, at: 20) { _ in true }
    #expect(small.isKept && small.leftAt == nil && small.runs == 20)
    let whole = try Experiment(study.scenario(at: 20))
    #expect(small.summary.replications[0].digest == (try whole.run()).course.digest)
  }

  /// Whatever is left early, the verdict is that of all seeds run to their end. A client in about thirty loses its
  /// connection attempt at a bad moment, and is back 115 s after clear instead of 30: with few clients that is
  /// so with one or two seeds of twelve, which do not decide, and are run again.
  @Test(arguments: [1, 12])
  func theVerdictOfAllSeeds(_ seeds: Int) throws {
    let text = """
      duration: 60m
      until: settled
      clients: {count: 60, backoff: '3^x'}
      network: {profile: lte, loss: 25%}
      gateway: {profile: ideal}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      slo: [recover.max < 50s, recover.p50 < 90s]
      """
    let study = try CapacityStudy(
      SweepBase(bytes: Array(text.utf8), file: "x.yaml"),
      SearchRange("clients.count=1..60", option: "--most"), .most, [.own], levels: [],
      seeds: seeds, resolution: 0.02)
    var verdicts: Set<Bool> = []
    var mixed = 0
    for count in [1.0, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 40, 60] {
      let probe = try WorkPool(threads: 2).probe(study, .own, at: count) { _ in true }
      let experiment = try Experiment(study.scenario(at: count))
      let range = SeedRange(first: experiment.scenario.seed, count: seeds)!
      let whole = ReplicatedSummary(
        experiment, seeds: range,
        measured: try WorkPool(threads: 2).run(experiment.replicated(range)))
      let isKept = whole.slo.allSatisfy(\.isKept)
      #expect(probe.isKept == isKept, "\(count) clients")
      verdicts.insert(isKept)
      let breaking = whole.replications.count { $0.slo.contains { !$0.isKept } }
      let all = try WorkPool(threads: 2).probe(study, .own, at: count, wantsAll: true) { _ in true }
      #expect(all.isKept == isKept && all.incidents?.breaking == breaking, "\(count) clients")
      if isKept {
        #expect(probe.summary.replications == whole.replications && probe.leftAt == nil)
        if breaking > 0 { mixed += 1 }
      }
    }
    #expect(verdicts == [true, false])
    #expect((mixed > 0) == (seeds == 12), "\(mixed)")
  }

  /// Nobody may leave the population by himself, and the run must be one that ends by itself.
  @Test(
    arguments: [
      ("until: settled", "until: duration"),
      ("count: 300,", "count: 300, behaviour: {app: {front: 1m, back: 1m}},"),
      ("recover.p99 < 20s", "metastable == false"), ("duration: 30m", "duration: 70s"),
      ("kind: outage", "kind: outage, for: 40m"),
    ])
  func whereNothingIsLostForCertain(old: String, new: String) throws {
    let text = Self.dead.replacingOccurrences(of: old, with: new)
      .replacingOccurrences(of: "for: 20s, kind: outage, for: 40m", with: "for: 40m, kind: outage")
    let scenario = try ScenarioFile.decode(text: text, file: "x.yaml")
    #expect(LostCause(scenario) == nil)
    #expect(LostCause(try ScenarioFile.decode(text: Self.dead, file: "x.yaml")) != nil)
  }

  /// A question with several formulas.
  private static func study(_ formulas: [String]) throws -> CapacityStudy {
    let text = """
      duration: 6m
      until: settled
      clients: {count: 60, backoff: 'uniform(0s, 4s)'}
      gateway: {auth: {workers: 1, rate: 6/s}, admission: none}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      slo: [recover.p99 < 22s, gave_up == 0]
      """
    return try CapacityStudy(
      SweepBase(bytes: Array(text.utf8), file: "x.yaml"),
      SearchRange("gateway.auth.rate=1/s..30/s", option: "--least"), .least,
      formulas.map { try Variant($0) }, levels: [], seeds: 6, resolution: 0.05)
  }

  private func probes(_ finding: CapacityFinding?) -> [String]? {
    finding?.probes.map {
      "\($0.value) \($0.isKept) \($0.runs) \($0.summary.replications.map(\.digest))"
    }
  }

  /// Which seeds are run depends neither on who is faster nor on what else is asked at that time.
  @Test func theSameOnAnyNumberOfThreads() throws {
    let study = try Self.study(["uniform(0s, 4s)", "aws-full", "3s"])
    let alone = try [1, 2, 7].map { threads in
      try study.variants.map { variant in
        probes(try WorkPool(threads: threads).search(study, variant) { _ in true })
      }
    }
    #expect(alone[0] == alone[1] && alone[0] == alone[2])
    #expect(try #require(alone[0][0]).count >= 4)
    for threads in [1, 2, 7] {
      let pool = WorkPool(threads: threads)
      let together = try pool.answers(to: study.questions) { _, _ in true }
      #expect(together.map(probes) == alone[0], "\(threads) threads")
    }
  }

  /// Whoever breaks a study off keeps what was found, and no other question is begun.
  @Test func whatWasFoundBeforeTheEndIsAnAnswer() throws {
    let study = try Self.study(["uniform(0s, 4s)", "aws-full", "3s"])
    let found = try WorkPool(threads: 1).answers(to: study.questions) { question, _ in
      question.variant.name != "aws-full"
    }
    #expect(found.map { $0 != nil } == [true, false, false])
    let none = try WorkPool(threads: 3).answers(to: study.questions) { _, _ in false }
    #expect(none.allSatisfy { $0 == nil })
  }

  /// Whatever is begun first, the failure is that of the first question in order.
  @Test(arguments: [1, 3]) func theFirstFailureInOrder(threads: Int) throws {
    // Two have no delay after some failures, the later one sooner.
    let study = try Self.study(["uniform(0s, 4s)", "5s - x", "4s - x", "3s"])
    do {
      _ = try WorkPool(threads: threads).answers(to: study.questions) { _, _ in true }
      Issue.record("negative delays")
    } catch CapacityFailure.run(let variant, _, _) {
      #expect(variant == "5s - x")
    }
  }
}
