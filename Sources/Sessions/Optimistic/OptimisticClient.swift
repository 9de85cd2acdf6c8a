import Backoff
import Primitives

/// A client that changes one row by compare-and-set: it reads the row with its version, and writes it
/// on condition that the version is still the same.
///
/// A cycle runs: open (the read) -> VERSION -> write -> WRITTEN. A conflict, a request that failed and
/// one that got no answer in time each count as one failure; the next cycle begins after the
/// formula's delay. The version itself stays outside, as payloads do: the server knows which client
/// it gave which version.
@frozen
public struct OptimisticClient: SessionStateMachine {
  public typealias Configuration = OptimisticConfiguration
  public typealias Stimulus = OptimisticStimulus
  public typealias Message = OptimisticMessage
  public typealias Call = OptimisticCall
  public typealias Timer = OptimisticTimer
  public typealias Milestone = OptimisticMilestone
  public typealias CallsOut = OneCall

  public internal(set) var backoff = BackoffState()
  public internal(set) var state = OptimisticState.idle

  public init() {}

  /// Failed cycles since the formula's count last restarted.
  public var failures: UInt32 { backoff.failures }

  public mutating func handle(
    _ event: Event<OptimisticClient>, under configuration: borrowing OptimisticConfiguration,
    in turn: inout Turn<OptimisticClient>
  ) {
    switch event {
    case .stimulus(.start, _): started(configuration, &turn)
    case .opened: opened(configuration, &turn)
    case .received(.accepted, _): accepted(&turn)
    case .received(.version, _): learntVersion(configuration, &turn)
    case .closed: closed(configuration, &turn)
    case .answered(.write, let outcome): answered(outcome, configuration, &turn)
    case .fired(.limit): limitFired(configuration, &turn)
    case .fired(.retry): retryFired(configuration, &turn)
    }
  }

  public var standing: Standing {
    switch state {
    case .idle: .idle
    case .reading, .writing, .waiting: .waiting
    case .done: .content
    case .gaveUp: .gaveUp
    }
  }

  @inlinable public var connectionTimers: TimerSet<OptimisticTimer> {
    TimerSet(bits: 0b01)  // the limit
  }

  /// None: the limit ends a request, it does not probe.
  @inlinable public var keepaliveTimers: TimerSet<OptimisticTimer> { TimerSet(bits: 0) }

  // MARK: The read

  private mutating func started(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    switch state {
    case .idle:
      backoff.dropped(at: turn.now)
      read(configuration, &turn)
    case .reading, .writing, .waiting, .done, .gaveUp: turn.emit(.reached(.unhandled))
    }
  }

  private mutating func opened(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    switch state {
    case .reading: backoff.opened(at: turn.now, under: configuration.backoff)
    case .idle, .writing, .waiting, .done, .gaveUp: turn.emit(.reached(.unhandled))
    }
  }

  private func accepted(_ turn: inout Turn<OptimisticClient>) {
    switch state {
    case .reading: break
    case .idle, .writing, .waiting, .done, .gaveUp: turn.emit(.reached(.unhandled))
    }
  }

  private mutating func learntVersion(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    switch state {
    case .reading:
      enter(.writing, &turn)
      turn.emit(.call(.write))
      turn.emit(.arm(.limit, after: configuration.requestTimeout))
    case .idle, .writing, .waiting, .done, .gaveUp: turn.emit(.reached(.unhandled))
    }
  }

  // MARK: The write

  private mutating func answered(
    _ outcome: Outcome, _ configuration: borrowing OptimisticConfiguration,
    _ turn: inout Turn<OptimisticClient>
  ) {
    switch state {
    case .writing:
      turn.emit(.close)
      if outcome == .ok {
        backoff.becameReady(at: turn.now, under: configuration.backoff)
        enter(.done, &turn)
      } else {
        if outcome == .conflict { turn.emit(.reached(.conflict)) }
        failed(configuration, &turn)
      }
    case .idle, .reading, .waiting, .done, .gaveUp: turn.emit(.reached(.unhandled))
    }
  }

  // MARK: Failures on the way

  private mutating func closed(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    switch state {
    case .reading: failed(configuration, &turn)
    case .writing:
      turn.emit(.forget(.write))
      failed(configuration, &turn)
    case .idle, .waiting, .done, .gaveUp: turn.emit(.reached(.unhandled))
    }
  }

  private mutating func limitFired(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    switch state {
    case .reading: break
    case .writing: turn.emit(.forget(.write))
    case .idle, .waiting, .done, .gaveUp: return turn.emit(.reached(.unhandled))
    }
    turn.emit(.close)
    turn.emit(.reached(.noAnswer))
    failed(configuration, &turn)
  }

  private mutating func retryFired(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    switch state {
    case .waiting: read(configuration, &turn)
    case .idle, .reading, .writing, .done, .gaveUp: turn.emit(.reached(.unhandled))
    }
  }

  // MARK: Cycles

  private mutating func read(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    backoff.attemptBegan(at: turn.now)
    enter(.reading, &turn)
    turn.emit(.open)
    turn.emit(.arm(.limit, after: configuration.requestTimeout))
  }

  /// Ends a cycle that came to nothing.
  private mutating func failed(
    _ configuration: borrowing OptimisticConfiguration, _ turn: inout Turn<OptimisticClient>
  ) {
    backoff.countFailure(at: turn.now, under: configuration.backoff)
    let decision = backoff.nextDelay(
      at: turn.now, after: turn.answer, random: &turn.random, perClient: turn.perClient,
      under: configuration.backoff)
    switch decision {
    case .retry(let delay):
      enter(.waiting, &turn)
      turn.emit(.arm(.retry, after: delay))
    case .stop: enter(.gaveUp, &turn)
    case .invalid(let seconds):
      turn.reject(delay: seconds, failures: failures)
      enter(.gaveUp, &turn)
    }
  }

  private mutating func enter(_ next: OptimisticState, _ turn: inout Turn<OptimisticClient>) {
    state = next
    turn.emit(.reached(OptimisticMilestone(entering: next)))
  }
}
