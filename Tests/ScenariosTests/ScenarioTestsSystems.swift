import Primitives
import Sessions
import Simulator
import TestRuns
import Testing
import VirtualTime

@testable import Findings
@testable import Scenarios
@testable import Studies

/// What scenario files say about the clients of other session systems.
@Suite struct ScenarioTestsSystems {
  private func clients(_ text: String) throws -> ClientsDescription {
    try decoded("clients: { \(text) }").clients
  }

  @Test func eachSystemHasItsOwnDefaultProfile() throws {
    #expect(try clients("session: chatSocket").profile == "spec")
    #expect(try clients("session: primer").profile == "spec")
    #expect(try clients("session: appExtension").profile == "app")
  }

  @Test func eachSystemHasHabitsOfItsOwn() throws {
    #expect(try clients("session: stoat").behaviour.isEmpty)
    #expect(try clients("session: chatSocket").behaviour.screens != nil)
    #expect(try clients("session: primer").behaviour.launches != nil)
    #expect(try clients("session: appExtension").behaviour.app != nil)
    #expect(try clients("session: primer, behaviour: none").behaviour.isEmpty)
  }

  @Test func keysOfABehaviourChangeTheDefaultOneByOne() throws {
    let standard = try clients("session: primer").behaviour
    let behaviour = try clients(
      """
      session: primer, behaviour: { reads: 2s, listeners: none, entities: 3, firstScreen: 7, \
      launches: { every: { exponential: 1m }, newUser: 25% } }
      """
    ).behaviour
    #expect(behaviour.actions == .constant(.seconds(2)))
    #expect(behaviour.listeners == nil)
    #expect(behaviour.entities == 3 && behaviour.firstScreen == 7)
    #expect(behaviour.launches == .exponential(mean: .minutes(1)) && behaviour.newUser == 0.25)
    #expect(behaviour.pushes == standard.pushes)
  }

  @Test func pushStormsStandInOrder() throws {
    let pushes = try clients(
      """
      session: appExtension, behaviour: { push: { every: none, storms: [ \
      { at: 5m, for: 1m, every: 2s }, { at: 1m, for: 30s, every: { exponential: 1s } } ] } }
      """
    ).behaviour.pushes
    #expect(
      pushes
        == PushPlan(
          every: nil,
          storms: [
            PushStorm(
              begin: .seconds(60), end: .seconds(90), every: .exponential(mean: .seconds(1))),
            PushStorm(begin: .seconds(300), end: .seconds(360), every: .constant(.seconds(2))),
          ]))
  }

  @Test func settingsReachTheMachine() throws {
    let scenario = try decoded(
      "clients: { session: chatSocket, parameters: { linger: 5s, reconnectOnClose: on } }")
    let own = try #require(
      try Experiment(scenario).fleet.cohorts[0].own as? ChatSocketConfiguration)
    #expect(own.linger == .seconds(5) && own.reconnectOnClose)
    #expect(own.watchdog == .seconds(120) && !own.starscreamQuirks)
  }

  @Test func aProfileSetsWhatNoSettingChanges() throws {
    let scenario = try decoded(
      """
      clients: { session: chatSocket, profile: starscream, \
      mix: [ {name: a, share: 50%}, {name: b, share: 50%, parameters: {starscreamQuirks: off}} ] }
      """)
    let cohorts = try Experiment(scenario).fleet.cohorts.map { $0.own as? ChatSocketConfiguration }
    #expect(cohorts.map { $0?.starscreamQuirks } == [true, false])
  }

  @Test func aCohortOfAnotherSystemHasNothingOfTheFleets() throws {
    let scenario = try decoded(
      """
      clients: { session: chatSocket, parameters: {linger: 1s}, behaviour: none, \
      mix: [ {name: a, share: 50%}, {name: b, share: 50%, session: appExtension} ] }
      """)
    let cohorts = try Experiment(scenario).fleet.cohorts
    let chat = try #require(cohorts[0].own as? ChatSocketConfiguration)
    let pair = try #require(cohorts[1].own as? AppExtensionConfiguration)
    #expect(chat.linger == .seconds(1) && pair.profile == .app)
    #expect(scenario.clients.mix[1].behaviour?.app != nil)
  }

  @Test(
    "what is wrong is said with its place",
    arguments: [
      (
        "session: primer, backoff: stoat-web",
        "1:38: clients.backoff: primer waits by rules of its own, which no formula replaces"
      ),
      (
        "session: primer, profile: starscream",
        "1:38: clients.profile: found 'starscream'; allowed: spec, unlocked"
      ),
      (
        "session: chatSocket, parameters: { waitFor: 1s }",
        "1:47: clients.parameters.waitFor: unknown key; allowed: linger, watchdog, "
          + "reconnectOnClose, starscreamQuirks"
      ),
      (
        "session: appExtension, parameters: { revoke: perhaps }",
        "1:57: clients.parameters.revoke: found 'perhaps'; allowed: on, off"
      ),
      (
        "session: chatSocket, behaviour: { reads: 1s }",
        "1:46: clients.behaviour.reads: unknown key; allowed: app, screens, push"
      ),
      (
        "session: chatSocket, behaviour: { screens: { on: 1m } }",
        "1:55: clients.behaviour.screens.off: missing: a duration or a distribution"
      ),
      (
        "session: primer, behaviour: { reads: 0s }",
        "1:49: clients.behaviour.reads: 0s is out of range: pauses are at least 1ms in the mean"
      ),
      (
        "session: primer, behaviour: { entities: 129 }",
        "1:52: clients.behaviour.entities: '129' is out of range: 1 to 128"
      ),
    ])
  func located(text: String, problem: String) {
    #expect(problems("clients: { \(text) }") == ["f.yaml:\(problem)"])
  }

  @Test func overlappingPushStormsAreRefused() {
    let storms = "[ { at: 1m, for: 2m, every: 1s }, { at: 2m, for: 1m, every: 1s } ]"
    let text = "clients: { session: appExtension, behaviour: { push: { storms: \(storms) } } }"
    #expect(
      problems(text) == [
        "f.yaml:1:64: clients.behaviour.push.storms: two push storms overlap at 2m"
      ])
  }

  @Test(
    "faults of the device",
    arguments: [
      ("stoat", "{ at: 1s, kind: handover, for: 5s }", "happens at one moment: leave out for"),
      ("appExtension", "{ at: 1s, kind: handover }", "means nothing to this fleet"),
      ("appExtension", "{ at: 1s, kind: logout }", "means nothing to this fleet"),
      ("primer", "{ at: 1s, kind: background, scope: { node: 1 } }", "concerns devices"),
      (
        "stoat", "{ at: 1s, kind: flapping, of: device, up: 9s, down: 1s, scope: { node: 1 } }",
        "faults.0.scope: flapping of devices concerns devices: scope everyone"
      ),
    ])
  func deviceFaults(session: String, fault: String, message: String) throws {
    let found = problems("clients: { session: \(session) }\nfaults: [ \(fault) ]")
    try #require(found.count == 1)
    #expect(found[0].contains(message))
  }

  @Test func whatIsResolvedSaysWhatAClientHas() throws {
    let text = "clients: { session: appExtension, parameters: { revoke: off } }"
    let resolved = try decoded(text).resolved
    func value(_ path: String) -> String? { resolved.first { $0.path == path }?.value }
    #expect(value("clients.mix.0.parameters.revoke") == "off")
    #expect(value("clients.mix.0.behaviour.push") == "{every: {exponential: 1m}}")
    #expect(
      value("clients.mix.0.behaviour.app") == "{front: {exponential: 1m}, back: {exponential: 2m}}")
    #expect(value("clients.backoff") == nil)
  }
}
