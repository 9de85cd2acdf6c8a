import Primitives
import VirtualTime

/// The streams of things that happen to a client by themselves, in the order of their event kinds.
enum BehaviourStream: UInt8, CaseIterable, Sendable {
  case app, screens, actions, listeners, pushes, launches
}

/// A cohort's behaviour, ready for drawing.
struct CompiledBehaviour: Sendable {
  let plan: Behaviour
  let app: CompiledAlternation?
  let screens: CompiledAlternation?
  let listeners: CompiledAlternation?
  let actions: SamplerTable?
  let launches: SamplerTable?
  let database: SamplerTable
  let pushes: CompiledPushes?
  /// Owners of the tables.
  private let samplers: [Sampler]

  init(_ plan: Behaviour) {
    self.plan = plan
    var samplers: [Sampler] = []
    func table(_ distribution: Distribution) -> SamplerTable {
      samplers.append(Sampler(distribution))
      return samplers.last!.table
    }
    func phases(_ plan: Alternation) -> CompiledAlternation {
      CompiledAlternation(on: table(plan.on), off: table(plan.off))
    }
    app = plan.app.map(phases)
    screens = plan.screens.map(phases)
    listeners = plan.listeners.map(phases)
    actions = plan.actions.map(table)
    launches = plan.launches.map(table)
    database = table(plan.database)
    pushes = plan.pushes.map(CompiledPushes.init)
    self.samplers = samplers
  }
}

struct CompiledAlternation: BitwiseCopyable, Sendable {
  let on: SamplerTable
  let off: SamplerTable

  var meanCycle: Interval { Interval(saturatingSeconds: on.meanSeconds + off.meanSeconds) }
}

/// The pushes of a cohort: a pace that holds at all times but in storms.
struct CompiledPushes: Sendable {
  private let every: SamplerTable?
  private let storms: [Storm]
  private let hasStorms: Bool
  /// Owners of the tables: the storms' and, behind them, that of `every`.
  private let samplers: [Sampler]

  private struct Storm: Sendable {
    let begin: Instant
    let end: Instant
    let every: SamplerTable
  }

  init(_ plan: PushPlan) {
    let samplers = plan.storms.map { Sampler($0.every) } + (plan.every.map { [Sampler($0)] } ?? [])
    every = plan.every == nil ? nil : samplers.last?.table
    storms = zip(plan.storms, samplers).map {
      Storm(begin: $0.begin, end: $0.end, every: $1.table)
    }
    hasStorms = !storms.isEmpty
    self.samplers = samplers
  }

  /// When the push after the one at `instant` comes; `.never` where none does.
  ///
  /// A pause that would reach into a time of another pace ends where that begins, and a new one is
  /// drawn there: exact for exponential pauses.
  /// - Parameter draws: those of this push; one is taken for each pace met.
  func next(after instant: Instant, _ draws: RandomStream) -> Instant {
    if !hasStorms {
      guard let every else { return .never }
      return instant + max(every.sample(draws.bits(at: 0)), .microseconds(1))
    }
    var at = instant
    var index: UInt32 = 0
    while true {
      let storm = storms.first { $0.begin <= at && at < $0.end }
      let edge = storm?.end ?? storms.first { $0.begin > at }?.begin ?? .never
      guard let pace = storm?.every ?? every else {
        if edge == .never { return .never }
        at = edge
        continue
      }
      let pause = max(pace.sample(draws.bits(at: index)), .microseconds(1))
      index += 1
      let next = at + pause
      if next < edge { return next }
      at = edge
    }
  }
}
