extension CapacityDocument {
  /// The answer with one formula, and what it comes from.
  package struct Answer: Codable, Hashable, Sendable {
    package var name: String
    package var formula: String?
    /// The value of `--backoff` for it; nil if each client keeps the backoff of the scenario.
    package var backoff: String?
    /// nil where no value that was tried keeps every promise.
    package var value: Double?
    /// True if the answer is a bound among the values that were tried.
    package var monotone: Bool
    package var keptRanges: [Kept]
    /// True if other seeds keep the promises at the value, too; nil if there are none.
    package var confirmed: Bool?
    package var singleIncidents: Incidents?
    /// The sentences about it: the value first, then what breaks beyond it, what is next, and how sure it is.
    package var verdict: [String]
    /// Every value that was tried, ascending.
    package var probes: [Probe]
    /// The first value that breaks a promise although it is more than enough; nil without one.
    package var surprise: Reason?
    /// The bound that keeps the promises from being kept one step further; nil if the range ends
    /// before that.
    package var binds: Bound?
    /// The limit that is worth widening next; nil if no value was found, or nothing limits the
    /// clients.
    package var next: Next?

    package init(
      name: String, formula: String?, backoff: String?, value: Double?, monotone: Bool,
      keptRanges: [Kept], confirmed: Bool?, singleIncidents: Incidents?, probes: [Probe],
      surprise: Reason?, binds: Bound?, next: Next?
    ) {
      self.name = name
      self.formula = formula
      self.backoff = backoff
      self.value = value
      self.monotone = monotone
      self.keptRanges = keptRanges
      self.confirmed = confirmed
      self.singleIncidents = singleIncidents
      verdict = []
      self.probes = probes
      self.surprise = surprise
      self.binds = binds
      self.next = next
    }

    package func probe(at value: Double?) -> Probe? { probes.first { $0.value == value } }
  }

  /// Values in a row that keep every promise.
  package struct Kept: Codable, Hashable, Sendable {
    package var from: Double
    package var to: Double

    package init(_ range: ClosedRange<Double>) {
      from = range.lowerBound
      to = range.upperBound
    }
  }

  /// How many of some seeds break a promise on their own, with the 95 % interval of that share.
  package struct Incidents: Codable, Hashable, Sendable {
    package var breaking: Int
    package var of: Int
    package var low: Double?
    package var high: Double?

    package init(breaking: Int, of: Int, low: Double?, high: Double?) {
      self.breaking = breaking
      self.of = of
      self.low = low
      self.high = high
    }
  }

  /// A value that was tried, and what became of the promises there.
  package struct Probe: Codable, Hashable, Sendable {
    package var value: Double
    package var kept: Bool
    /// How many seeds it took to decide.
    package var seeds: Int
    package var singleIncidents: Incidents?
    /// When runs were left because they had lost a promise for certain, in seconds; nil where none was.
    package var leftAtS: Double?
    package var broken: [String]
    /// The stage that limits most runs; nil where nothing does.
    package var limitedBy: String?
    /// nil where with some seed it has no number.
    package var metrics: Members<Double?>

    package init(
      value: Double, kept: Bool, seeds: Int, singleIncidents: Incidents?, leftAtS: Double?,
      broken: [String], limitedBy: String?, metrics: [(String, Double?)]
    ) {
      self.value = value
      self.kept = kept
      self.seeds = seeds
      self.singleIncidents = singleIncidents
      self.leftAtS = leftAtS
      self.broken = broken
      self.limitedBy = limitedBy
      self.metrics = Members(metrics)
    }

    /// nil where with some seed it is never reached, or was not waited for.
    package func figure(_ metric: String) -> Double? { metrics[metric] ?? nil }
  }

  /// The findings of a run at a value.
  package struct Reason: Codable, Hashable, Sendable {
    package var value: Double
    /// The seed of the run; nil if most of the runs show the finding, or if there is only one run.
    package var seed: UInt64?
    package var finding: String?
    package var sentence: String?

    package init(value: Double, seed: UInt64?, finding: String?, sentence: String?) {
      self.value = value
      self.seed = seed
      self.finding = finding
      self.sentence = sentence
    }
  }

  /// Why promises are broken at a value.
  package struct Bound: Codable, Hashable, Sendable {
    package var value: Double
    /// The stage of the gateway that takes most of the least possible time; nil where it is not the gateway that
    /// keeps the clients away.
    package var limitedBy: String?
    /// The rate that this stage can let through, over all nodes.
    package var perSecond: Double?
    /// A promise that no behaviour of the clients could keep; nil where there is none.
    package var impossible: Impossible?
    package var broken: [String]
    package var finding: String?
    package var sentence: String?
    /// Whose run the sentence is about; nil where it is what most of them show, or where there is only one.
    package var seed: UInt64?
    /// The figure of the first promise that is broken, for people.
    package var found: String?

    package struct Impossible: Codable, Hashable, Sendable {
      package var promise: String
      /// The rate that the stage would have to let through at least.
      package var neededPerSecond: Double

      package init(promise: String, neededPerSecond: Double) {
        self.promise = promise
        self.neededPerSecond = neededPerSecond
      }
    }

    package init(
      _ reason: Reason, limitedBy: String?, perSecond: Double?, impossible: Impossible?,
      broken: [String], found: String?
    ) {
      value = reason.value
      self.limitedBy = limitedBy
      self.perSecond = perSecond
      self.impossible = impossible
      self.broken = broken
      finding = reason.finding
      sentence = reason.sentence
      seed = reason.seed
      self.found = found
    }
  }

  /// The change that is worth making once a value is enough.
  package struct Next: Codable, Hashable, Sendable {
    /// The narrowest stage; `waiting` if more capacity helps no client; `collisions` if a formula
    /// that spreads retries more needs less capacity.
    package var what: String
    /// The narrowest stage that a set-up passes, and what it can let through, over all nodes.
    package var stage: String
    package var perSecond: Double

    package static let waiting = "waiting"
    package static let collisions = "collisions"

    package init(what: String, stage: String, perSecond: Double) {
      self.what = what
      self.stage = stage
      self.perSecond = perSecond
    }
  }
}
