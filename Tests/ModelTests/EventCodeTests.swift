import Primitives
import Sessions
import Testing

@testable import GatewayModel
@testable import Simulator

@Suite("The register of events")
struct EventCodeTests {
  static let clientKinds: [ClientEventKind] =
    [.opened] + (0..<11).map { .message($0) } + [.named, .closed, .retransmit]
    + (0..<8).map { .answer($0) } + [.flap, .start]
    + BehaviourStream.allCases.map { .behaviour($0) }
    + (0..<6).map { .timer($0) }
    + [.backgroundTimeNotice, .freeze, .notification, .firstScreen, .resumption, .syn]

  static let gatewayKinds: [GatewayEventKind] =
    (0..<16).map { .syn($0) } + (0..<16).map { .request(lost: $0) }
    + [.handshakeDone, .authDone, .readyDone, .rejectionDone, .notice, .serverPing]
    + (0..<8).map { .call($0) } + (0..<8).map { .callDone($0) }

  /// In the order of the model: arrivals before timers, timers before the system's next first packet, the
  /// walk of an attempt from its begin on.
  @Test func kindsAreNumberedInTheirOrderAndReadBack() {
    let client = Self.clientKinds.map(\.number)
    // A kind that is new belongs into the lists above.
    #expect(client == Array(0..<14) + Array(15..<44))
    #expect(Self.clientKinds.allSatisfy { ClientEventKind(number: $0.number) == $0 })
    let gateway = Self.gatewayKinds.map(\.number)
    #expect(gateway == Array(0..<38) + Array(40..<56))
    #expect(Self.gatewayKinds.allSatisfy { GatewayEventKind(number: $0.number) == $0 })
  }

  @Test func everyPartOfAClientEventReadsBackAtItsExtremes() {
    for kind in Self.clientKinds {
      for client in [0, 1, UInt32(1 << 28 - 1)] {
        for (stamp, operand) in [(UInt32(0), UInt8(0)), (EventCode.stampMask, 255)] {
          let word = EventCode.client(kind, client, stamp: stamp, operand: operand)
          guard case .client(let event) = LoopEvent(word) else {
            Issue.record("\(kind) is no client event")
            continue
          }
          #expect(event.kind == kind && event.client == client)
          #expect(event.stamp == stamp && event.operand == operand && event.word == word)
        }
      }
    }
  }

  @Test func everyPartOfAGatewayEventReadsBackAtItsExtremes() {
    for kind in Self.gatewayKinds {
      for (owner, client, low) in [(0, UInt32(0), UInt32(0)), (1023, 1 << 28 - 1, 1 << 18 - 1)] {
        let word = EventCode.gateway(kind, owner: owner, client: client, low: low)
        guard case .gateway(let event) = LoopEvent(word) else {
          Issue.record("\(kind) is no gateway event")
          continue
        }
        #expect(event.kind == kind && event.owner == owner)
        #expect(event.client == client && event.low == low)
      }
    }
  }

  @Test func faultsComeFirstThenLanesThenTheGatewayThenClients() {
    let words = [
      EventCode.fault(moment: 0), EventCode.fault(moment: 1 << 40),
      EventCode.lane(0), EventCode.lane(1 << 20),
      EventCode.gateway(.syn(0), owner: 0, client: 0, low: 0),
      EventCode.gateway(.callDone(7), owner: 1023, client: 1 << 28 - 1, low: 1 << 18 - 1),
      EventCode.client(.opened, 0, stamp: 0),
      EventCode.client(.resumption, 1 << 28 - 1, stamp: EventCode.stampMask, operand: 255),
    ]
    #expect(words == words.sorted())
    guard case .fault(moment: 1 << 40) = LoopEvent(words[1]),
      case .lane(1 << 20) = LoopEvent(words[3])
    else {
      Issue.record("a moment, or a lane, does not read back")
      return
    }
  }

  /// A vocabulary that grows beyond its bits would fall into the next kind's. A mixed fleet uses the
  /// codes of its parts.
  @Test func theVocabulariesFit() {
    func check<Machine: SimulatedSession>(_: Machine.Type) {
      let messages = (UInt8.min...UInt8.max).filter { Machine.Message(rawValue: $0) != nil }
      let calls = (UInt8.min...UInt8.max).filter { Machine.Call(rawValue: $0) != nil }
      let timers = (UInt8.min...UInt8.max).filter { Machine.Timer(rawValue: $0) != nil }
      #expect(messages.allSatisfy { $0 < 11 } && calls.allSatisfy { $0 < 8 })
      #expect(timers.allSatisfy { $0 < 6 })
    }
    check(StoatClient.self)
    check(ChatSocketAgent.self)
    check(SessionPrimer.self)
    check(AppExtensionPair.self)
    check(OptimisticClient.self)
  }

  // MARK: Operands and stamps

  @Test func operandsReadBack() {
    for lost in 0...15 {
      for hasArrived in [false, true] {
        let arrival = Arrival(operand: Arrival(lost: lost, hasArrived: hasArrived).operand)
        #expect(arrival.lost == lost && arrival.hasArrived == hasArrived)
      }
      for code in UInt8(0)..<11 {
        let resending = Resending(operand: Resending(code, lost: lost).operand)
        #expect(resending.code == code && resending.lost == lost)
      }
      // A conflict ends no connection, and only a good end and a reset may come through everything.
      for reason in CloseReason.allCases where reason != .conflict {
        for isLast in reason == .normal || reason == .reset ? [false, true] : [false] {
          let closing = Closing(operand: Closing(reason, lost: lost, isLastWord: isLast).operand)
          #expect(closing.reason == reason && closing.lost == lost && closing.isLastWord == isLast)
          #expect(!closing.isError)
        }
      }
      // Only who is turned away is told so by an error.
      for reason in [CloseReason.shed, .dropped] {
        let closing = Closing(operand: Closing(reason, lost: lost, isError: true).operand)
        #expect(closing.reason == reason && closing.lost == lost && closing.isError)
        #expect(!closing.isLastWord)
      }
      let answer = AnswerStamp(AnswerStamp(number: 0xFFFF, lost: UInt32(lost)).stamp)
      #expect(answer.number == 0xFFFF && answer.lost == lost && answer.call == 0xFF)
    }
  }

  @Test func stampsReadBack() {
    let entity = EntityStamp(EntityStamp(attempt: 0xFFFF_FABC, entity: 200).stamp)
    #expect(entity.entity == 200 && entity.isOf(attempt: 0xABC) && !entity.isOf(attempt: 0xABD))
    let ordinal = Ordinal(0xFFF_FFFF)
    let word = EventCode.client(
      .behaviour(.app), 3, stamp: ordinal.stamp, operand: ordinal.operand)
    #expect(Ordinal(ClientEvent(word)).value == 0xFFF_FFFF)
    let tag = CallTag(CallTag(owner: 0xFFF5_4321, code: 7, stamp: 0x1FE).bits)
    #expect(tag.isOf(attempt: 0x5_4321) && tag.code == 7 && tag.stamp == 0xFE)
    let mark = read(CallMark(stamp: 0x1FE, era: 1_500))
    #expect(mark.stamp == 0xFE && mark.era(latest: 1_510) == 1_500)
    #expect(mark.behind(1_500 + 1_023) == 1_023)
  }

  /// 32,768 calls of one client may be answered at one instant: stamps come again after 128, eras have 32 calls.
  @Test func answersOfManyCallsAreToldApart() {
    let marks = (0..<UInt32(1 << 15)).map { CallMark(stamp: $0 << 1 | 1, era: $0 / 32) }
    #expect(Set(marks.map(\.low)).count == 1 << 15)
    #expect(Set(marks.map(\.answer)).count == 1 << 15)
  }

  /// A session awaits odd stamps.
  @Test func disownedCallsAreNobodys() {
    let marks = (0..<UInt32(1 << 15)).map { CallMark(disowned: $0) }
    #expect(Set(marks.map(\.low)).count == 1 << 15)
    #expect(Set(marks.map(\.answer)).count == 1 << 15)
    #expect(marks.allSatisfy { $0.stamp & 1 == 0 && $0.low < 1 << 18 })
    #expect(CallMark(stamp: 0x1FF, era: 3).disowned.stamp == 0xFE)
  }

  private func read(_ mark: CallMark) -> CallMark {
    CallMark(
      GatewayEvent(EventCode.gateway(.call(1), owner: 0, client: 0, low: mark.low)))
  }

  /// The number of an attempt is read back from its low bits as long as fewer than 2^18 came since.
  @Test(arguments: [0, 1, 1 << 18 - 1]) func attemptsReadBack(since: UInt32) {
    let latest: UInt32 = 1_000_000
    let event = GatewayEvent(
      EventCode.gateway(.notice, owner: 0, client: 0, low: latest - since))
    #expect(event.attempt(latest: latest) == latest - since)
  }
}
