// In place of the folder FastForward: nobody is fast-forwarded, nothing is passed over, every event waits
// for its turn. See .ci/without-fast-forward.

import Backoff
import Faults
import GatewayModel
import Primitives
import Sessions
import VirtualTime

final class FastForward<Machine: SimulatedSession> {
  var horizon = Instant.start

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ statistics: RunStatistics, _ wires: Wires<Machine>?
  ) {}

  func begin(
    _ client: UInt32, _ timer: Machine.Timer, from instant: Instant, _ buffer: inout EventBuffer
  ) -> Bool { false }

  func resume(_ client: UInt32, before moment: PendingEvent, _ buffer: inout EventBuffer) {}

  func resumeEveryone(
    before moment: PendingEvent, _ buffer: inout EventBuffer, post: (inout EventBuffer) -> Void
  ) {}

  func forgetBeat(of client: UInt32, _ buffer: inout EventBuffer) {}
  func account(before instant: Instant) {}
}

final class RetryFastForward<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ shared: RunContext, _ attempts: Attempts<Machine>,
    _ listener: Listener<Machine>, _ closings: Closings<Machine>, _ driver: SessionDriver<Machine>,
    _ refusals: RefusedPassages<Machine>, _ prospect: Prospect<Machine>
  ) {}

  func passOver(_ client: UInt32, _ buffer: inout EventBuffer) -> Bool { false }
  func playOn(_ client: UInt32, _ buffer: inout EventBuffer) {}
}

final class PassedStreams<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ shared: RunContext, _ people: People<Machine>,
    _ driver: SessionDriver<Machine>
  ) {}

  func keep(_ stream: BehaviourStream, of client: UInt32, _ buffer: inout EventBuffer) {}
  func catchUp(_ client: UInt32, _ buffer: borrowing EventBuffer) {}
  func settle(_ client: UInt32, _ buffer: inout EventBuffer) {}
  func account(before instant: Instant) {}
}

final class Prospect<Machine: SimulatedSession> {
  init(_ network: NetworkView<Machine>, _ shared: RunContext) {}
}

final class Passages<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>, _ random: RandomSource
  ) {}
}

final class RefusedPassages<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ shared: RunContext, _ passages: Passages<Machine>,
    _ location: ServiceLocation<Machine>
  ) {}
}

final class RetryPassages<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ shared: RunContext, _ passages: Passages<Machine>,
    _ prospect: Prospect<Machine>, _ location: ServiceLocation<Machine>, _ wires: Wires<Machine>?
  ) {}

  func turnedAway(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, answerAt arrival: Instant,
    _ buffer: inout EventBuffer
  ) -> Bool { false }

  func settleLimit(
    of client: UInt32, _ attempt: UInt32, begunAt begin: Instant, _ buffer: inout EventBuffer
  ) {}
}

final class WelcomePassages<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ shared: RunContext, _ driver: SessionDriver<Machine>,
    _ fastForward: FastForward<Machine>, _ wires: Wires<Machine>?
  ) {}
}

final class Foresight<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ gateway: Gateway, _ prospect: Prospect<Machine>,
    _ retries: RetryPassages<Machine>, _ welcomes: WelcomePassages<Machine>
  ) {}

  func waits(_ client: UInt32, _ attempt: UInt32, at id: StationID, _ buffer: inout EventBuffer) {}

  func begins(
    _ client: UInt32, _ attempt: UInt32, _ service: Service, _ buffer: inout EventBuffer
  ) {}

  func passes(
    _ client: UInt32, _ attempt: UInt32, _ id: StationID, _ buffer: inout EventBuffer
  ) {}
}

final class Horizon {
  let sliceEnd = Instant.never
  let reached = Instant.start
  let played = 0

  init(_ plan: SimulationPlan, _ timeline: FaultTimeline) {}

  func worldChanged(at moment: Int) {}
  func goOn(before instant: Instant, nextLook: Instant, events: Int) {}
  func close() {}
}

final class QuietSpells<Clients: Clientele> {
  init(_ clients: Clients, _ timeline: FaultTimeline, end: Instant) {}

  func interrupt(
    at number: Int, _ event: PendingEvent, _ buffer: inout EventBuffer,
    post: (inout EventBuffer) -> Void
  ) {}

  func lookAhead(beyond number: Int) {}
}

final class BornPassage<Machine: SimulatedSession> {
  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>, _ plan: SimulationPlan
  ) {}

  func put(_ client: UInt32, begun: Instant, opened: Instant) -> ExpectedTimer<Machine>? { nil }

  func learn(
    _ client: UInt32, begun: Instant, opened: Instant, _ timers: [ExpectedTimer<Machine>]
  ) {}
}
