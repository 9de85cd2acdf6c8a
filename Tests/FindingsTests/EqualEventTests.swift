import Simulator
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios
@testable import Studies

/// Worlds in which two things of one client fall on the same instant, or what waits never comes: the
/// event list traps on two equal events, so these runs simply have to end.
@Suite("No two events are the same")
struct EqualEventTests {
  private func agree(_ text: String) throws {
    let experiment = try Experiment(ScenarioFile.decode(text: text, file: "f.yaml"))
    let ladder = try experiment.run(queue: .ladder)
    let heap = try experiment.run(queue: .heap)
    #expect(
      ladder.course.digest == heap.course.digest && ladder.course.events == heap.course.events)
  }

  /// Retransmission pauses are multiples of 0.2 s, so that with a ping every second and many packets
  /// lost, two answers arrive at the same instant.
  @Test func twoPongsAtOneInstant() throws {
    try agree(
      """
      name: f
      duration: 10m
      clients: { count: 10, session: stoat, start: connected, parameters: { heartbeat: 1s } }
      network: { profile: ideal, latency: 50ms, loss: 30% }
      gateway: ideal
      faults: []
      """)
  }

  /// What is held back for an app that never comes back is never due.
  @Test func aBackgroundWithoutEnd() throws {
    try agree(
      """
      name: f
      duration: 5m
      clients: { count: 1, session: stoat, start: connected, phase: aligned }
      network: ideal
      gateway: ideal
      faults: [ { at: 40s, kind: background } ]
      """)
  }

  /// A ping and the frame that closes, sent at one instant down a connection that is gone.
  @Test func aPingAndACloseFrameAtOneInstant() throws {
    try agree(
      """
      name: f
      duration: 10m
      clients: { count: 20, session: stoat, profile: forWeb, start: connected, phase: aligned,
        parameters: { heartbeat: 10s, pongTimeout: 0s } }
      network: { profile: ideal, latency: 10ms, loss: 95% }
      gateway: default
      faults: [ { at: 0s, for: 1ms, kind: restart } ]
      """)
  }
}
