import Measurements
import Primitives
import Sessions
import Simulator

// Runs of the other session systems, made up by hand.

/// A run in which nothing happened to clients of this system: each of its figures is 0.
package func idleRun(_ systems: SystemName..., clients: Int = 1000) -> RunResult {
  var run = quietRun(clients: clients)
  run.recovery.outcomes.recovered = clients
  for system in systems {
    for machine in machines where machine.system == system { addFigures(of: machine, to: &run) }
  }
  return run
}

/// The machines of all session systems.
private let machines: [any SimulatedSession.Type] = [
  StoatClient.self, ChatSocketAgent.self, SessionPrimer.self, AppExtensionPair.self,
  OptimisticClient.self,
]

private func addFigures<Machine: SimulatedSession>(of _: Machine.Type, to run: inout RunResult) {
  for (milestone, name) in zip(Machine.Milestone.allCases, Machine.milestoneNames) {
    let recorder = Machine.isTimed(milestone) ? DurationRecorder() : nil
    run.sessions.milestones.append(MilestoneCount(name: name, count: 0, after: recorder))
  }
  run.sessions.pushes.append(PushFigures(Machine.system))
  run.sessions.states += Machine.stateNames.map { StateTime(name: $0, seconds: 0) }
}

extension RunResult {
  /// A milestone was reached this often, each time after one of these times in turn.
  package mutating func reach(
    _ system: SystemName, _ milestone: some Any, _ count: Int, after times: Interval...
  ) {
    let name = SystemWord(system, "\(milestone)")
    let index = sessions.milestones.firstIndex { $0.name == name }!
    sessions.milestones[index].count += count
    if times.isEmpty { return }
    for number in 0..<count {
      sessions.milestones[index].after!.record(times[number % times.count])
    }
  }

  /// Clients stood under a state for so many seconds.
  package mutating func stand(_ system: SystemName, _ state: String, seconds: Double) {
    let index = sessions.states.firstIndex { $0.name == SystemWord(system, state) }!
    sessions.states[index].seconds += seconds
  }

  /// What was pushed to clients of a system.
  package mutating func push(_ system: SystemName, _ change: (inout PushFigures) -> Void) {
    change(&sessions.pushes[sessions.pushes.firstIndex { $0.system == system }!])
  }
}

/// An outage under a thousand chat sockets: found out by the watchdog, an hour of messages.
package func chatSocketRun() -> RunResult {
  var run = idleRun(.chatSocket)
  addChats(to: &run)
  run.load.attempts = 1500
  run.load.arrivals = 1400
  run.load.failures = [(.refused, 300)]
  for second in 120..<160 { run.load.arrivalsAfterClear.add(10, at: .seconds(Int64(second))) }
  run.recovery.affected = 400
  run.recovery.recoveries = (1...400).map { .milliseconds(300 * $0) }
  run.recovery.downtimes = run.recovery.recoveries.map { $0 + .seconds(60) }
  run.recovery.outcomes = Outcomes(recovered: 995, idle: 600, stillTrying: 5, connecting: 5)
  for _ in 0..<400 { run.load.detect.record(.milliseconds(50)) }
  return run
}

private func addChats(to run: inout RunResult) {
  run.reach(.chatSocket, ChatSocketMilestone.restarted, 312, after: .seconds(120), .seconds(240))
  run.reach(.chatSocket, ChatSocketMilestone.lingerKept, 1204)
  run.reach(.chatSocket, ChatSocketMilestone.lingerExpired, 800)
  run.stand(.chatSocket, "off", seconds: 38_000)
  run.stand(.chatSocket, "open", seconds: 59_458)
  run.stand(.chatSocket, "lingering", seconds: 2542)
  run.push(.chatSocket) { pushes in
    pushes.made = 12_000
    pushes.late = 384
    pushes.undelivered = 12
    for _ in 0..<11_616 { pushes.delay.record(.milliseconds(50)) }
    for _ in 0..<372 { pushes.delay.record(.seconds(90)) }
  }
}

/// A brownout under a thousand priming sessions.
package func primerRun() -> RunResult {
  var run = idleRun(.primer)
  addPriming(to: &run)
  run.load.attempts = 4200
  run.load.arrivals = 4200
  run.load.failures = [(.refused, 3300)]
  run.load.arrivalsBeforeClear.add(2500, at: .seconds(61))
  run.recovery.affected = 900
  run.recovery.recoveries = (1...850).map { .milliseconds(200 * $0) }
  run.recovery.downtimes = run.recovery.recoveries.map { $0 + .seconds(60) }
  run.recovery.outcomes = Outcomes(recovered: 950, gaveUp: 50)
  return run
}

private func addPriming(to run: inout RunResult) {
  run.load.calls = 2100
  run.load.callFailures = 50
  run.load.perSecond.calls.add(300, at: .seconds(61))
  run.reach(.primer, PrimerMilestone.initializing, 2000)
  run.reach(.primer, PrimerMilestone.elapsed, 62)
  run.reach(.primer, PrimerMilestone.errored, 50)
  run.reach(.primer, PrimerMilestone.primedAfter, 1950, after: .milliseconds(200))
  run.reach(.primer, PrimerMilestone.resolved, 2000, after: .milliseconds(200))
  run.reach(.primer, PrimerMilestone.fallbackSession, 56)
  run.reach(.primer, PrimerMilestone.readLock, 96_000)
  run.reach(.primer, PrimerMilestone.readLatest, 3000)
  run.reach(.primer, PrimerMilestone.readFallback, 1000)
  run.reach(.primer, PrimerMilestone.readLockOfFallback, 500)
  run.sessions.reads = ReadFigures(staleLock: 150, staleLatest: 50)
  run.push(.primer) { pushes in
    pushes.made = 1000
    pushes.missed = 11
  }
}

/// A slow network under a thousand apps with extensions: no connections, only calls.
package func appExtensionRun() -> RunResult {
  var run = idleRun(.appExtension)
  run.recovery.outcomes.idle = 600
  addNotifications(to: &run)
  for second in 0..<180 {
    run.load.perSecond.connected.set(400, bin: second)
    run.load.perSecond.busy.append(0)
    run.load.perSecond.calls.add(second == 90 ? 420 : 100, at: .seconds(Int64(second)))
  }
  return run
}

private func addNotifications(to run: inout RunResult) {
  run.load.calls = 18_320
  run.load.callFailures = 7
  run.reach(
    .appExtension, AppExtensionMilestone.notified, 9876, after: .milliseconds(200), .seconds(8))
  run.reach(.appExtension, AppExtensionMilestone.notifiedLate, 12)
  run.reach(.appExtension, AppExtensionMilestone.extensionWaiting, 45)
  run.reach(.appExtension, AppExtensionMilestone.pushMerged, 345)
  run.reach(.appExtension, AppExtensionMilestone.notifiedByApp, 6543)
  run.reach(.appExtension, AppExtensionMilestone.activated, 2000, after: .zero, .seconds(1))
  run.reach(.appExtension, AppExtensionMilestone.appOperation, 3000, after: .milliseconds(150))
  run.reach(.appExtension, AppExtensionMilestone.killed, 3)
  run.reach(.appExtension, AppExtensionMilestone.activationForced, 17)
  run.reach(.appExtension, AppExtensionMilestone.databaseRevoked, 17)
  run.reach(.appExtension, AppExtensionMilestone.operationDeferred, 120)
  run.push(.appExtension) { $0.made = 16_764 }
}

/// All of these at one gateway.
package func mixedRun() -> RunResult {
  var run = idleRun(.stoat, .chatSocket, .primer, .appExtension, clients: 10_000)
  addChats(to: &run)
  addPriming(to: &run)
  addNotifications(to: &run)
  run.load.attempts = 1
  return run
}

/// A fleet of one system.
package func fleet(_ system: SystemName, _ rest: String...) -> [String] {
  // Clients that are done once they are connected cannot begin so.
  let start = system == .optimistic ? ["clients.start={within: 0s}"] : []
  return ["clients.session=\(system.rawValue)"] + start + rest
}

/// Cohorts of the four systems.
package let mixture = [
  "clients.mix=[{name: a, share: 40%}, {name: b, share: 30%, session: chatSocket}, "
    + "{name: c, share: 20%, session: primer}, {name: d, share: 10%, session: appExtension}]"
]
