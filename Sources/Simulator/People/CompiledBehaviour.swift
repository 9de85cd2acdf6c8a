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
  let actions: Sampler?
  let launches: Sampler?
  let database: Sampler
  let pushes: CompiledPushes?

  init(_ plan: Behaviour) {
    self.plan = plan
    app = plan.app.map(CompiledAlternation.init)
    screens = plan.screens.map(CompiledAlternation.init)
    listeners = plan.listeners.map(CompiledAlternation.init)
    actions = plan.actions.map { Sampler($0) }
    launches = plan.launches.map { Sampler($0) }
    database = Sampler(plan.database)
    pushes = plan.pushes.map(CompiledPushes.init)
  }
}

struct CompiledAlternation: Sendable {
  let on: Sampler
  let off: Sampler

  init(_ plan: Alternation) {
    on = Sampler(plan.on)
    off = Sampler(plan.off)
  }

  var meanCycle: Interval { Interval(saturatingSeconds: on.meanSeconds + off.meanSeconds) }
}

/// The pushes of a cohort: a pace that holds at all times but in storms.
struct CompiledPushes: Sendable {
  private let every: Sampler?
  private let storms: [Storm]

  private struct Storm: Sendable {
    let begin: Instant
    let end: Instant
    let every: Sampler
  }

  init(_ plan: PushPlan) {
    every = plan.every.map { Sampler($0) }
    storms = plan.storms.map { Storm(begin: $0.begin, end: $0.end, every: Sampler($0.every)) }
  }

  /// When the push after the one at `instant` comes; `.never` where none does.
  ///
  /// A pause that would reach into a time of another pace ends where that begins, and a new one is
  /// drawn there: exact for exponential pauses.
  /// - Parameter draws: those of this push; one is taken for each pace met.
  func next(after instant: Instant, _ draws: RandomStream) -> Instant {
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
