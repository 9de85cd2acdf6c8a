import Primitives
import Testing

@testable import Simulator

/// The world's side of a connection, walked through all that can happen to it.
@Suite("The state of a connection") struct ConnectionStateTests {
  /// All that happens to a connection, each where it can happen: as the processes ask for it.
  private static func nexts(_ state: ConnectionState) -> [(name: String, state: ConnectionState)] {
    var nexts: [(String, ConnectionState)] = []
    func add(_ name: String, if isPossible: Bool = true, _ change: (inout ConnectionState) -> Void)
    {
      guard isPossible else { return }
      var next = state
      change(&next)
      nexts.append((name, next))
    }
    add("begin") { $0.begin() }
    add("end") { $0.end() }
    add("sever") { $0.sever() }
    add("vanish", if: !state.isVanished) { $0.vanish() }
    add("beginClosing") { $0.beginClosing() }
    add("succeed") { $0.succeed() }
    add("play welcome", if: state.isUntouched) { $0.playWelcome() }
    add("establish", if: state == ConnectionState()) { $0.establish() }
    add("hold authenticated", if: !state.isAuthenticated && !state.holdsAuthenticated) {
      $0.hold(.authenticated)
    }
    add("hold ready", if: !state.isAuthenticated && !state.holdsReady) { $0.hold(.ready) }
    add("deliver authenticated", if: !state.isAuthenticated) { $0.deliverAuthenticated() }
    add("deliver ready", if: state.isAuthenticated && !state.isGreeted) { $0.deliverReady() }
    if state.stage.isInside {
      for role in [StationRole.auth, .ready] where state.stage.exits.contains(.service(at: role)) {
        add("serve at \(role)") { $0.serve(at: role) }
      }
    }
    for call in [AttemptStage.apiQueue, .api] where state.stage.exits.contains(call) {
      add("call \(call)") { $0.call(call) }
    }
    for stage in state.stage.exits { add("to \(stage)") { $0.move(to: stage) } }
    return nexts
  }

  private static let all: Set<ConnectionState> = {
    var found: Set<ConnectionState> = [ConnectionState()]
    var open = [ConnectionState()]
    while let state = open.popLast() {
      // The attempts are counted apart: without them there are few states.
      for var (_, next) in nexts(state) {
        next.beginOutage(attempts: 0)
        if found.insert(next).inserted { open.append(next) }
      }
    }
    return found
  }()

  @Test func everyStateHasAWelcomeAndAStage() {
    // 7 welcomes, 16 states of the wire, 15 stages: each with each.
    #expect(Self.all.count == 7 * 16 * 15)
    #expect(Set(Self.all.map(\.stage)) == Set(AttemptStage.allCases))
    #expect(Set(Self.all.map(\.welcome)) == Set(ConnectionState.Welcome.allCases))
  }

  @Test func nothingIsDeliveredBeforeWhatWasSentBeforeIt() {
    for state in Self.all {
      #expect(!state.isGreeted || state.isAuthenticated)
      #expect(!(state.isAuthenticated && state.holdsAuthenticated))
      #expect(!(state.isGreeted && state.holdsReady))
    }
  }

  @Test func whatIsOverLeavesNothingBehind() {
    for state in Self.all {
      var next = state
      next.end()
      #expect(next.isUntouched && next.stage == .outside)
      next = state
      next.begin()
      #expect(next.isUntouched && next.stage == .outside && next.node == ConnectionState.noNode)
      #expect(next.attemptsInOutage == state.attemptsInOutage + 1)
      next = state
      next.sever()
      #expect(next.stage == .outside && next.isSevered && !next.isWhole)
    }
  }

  @Test func aWholeConnectionThatIsAtRestHasSucceeded() {
    let resting = Self.all.filter(\.isAtRest)
    #expect(resting.allSatisfy { $0.isWhole && $0.hasSucceeded && $0.isGreeted && !$0.isClosing })
    #expect(resting.count == AttemptStage.allCases.count)
  }

  /// Each field has its own bits: none is touched by what is written beside it.
  @Test func fieldsDoNotTouch() {
    for attempts in 0...16 as ClosedRange<UInt8> {
      for syn in 0..<16 {
        var state = ConnectionState()
        state.beginOutage(attempts: attempts)
        state.join(0xABC)
        state.answer(syn: syn)
        state.move(to: .handshake)
        state.vanish()
        #expect(state.attemptsInOutage == min(attempts, 15))
        #expect(state.node == 0xABC && state.syn == syn && state.stage == .handshake)
        #expect(state.isVanished && !state.isSevered)
      }
    }
  }

  /// What may follow what: the walk of an attempt never goes back but to the outside.
  @Test(arguments: AttemptStage.allCases) func aStageIsFollowedByLaterOnes(_ stage: AttemptStage) {
    #expect(stage == .outside || stage.exits.contains(.outside))
    for exit in stage.exits where exit != .outside && exit != .rejected {
      #expect(exit.rawValue > stage.rawValue || (stage, exit) == (.api, .apiQueue))
    }
  }
}
