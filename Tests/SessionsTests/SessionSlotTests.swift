import Testing

@testable import Sessions

/// A slot whose methods can be tried inside an expectation.
private final class SharedSlot {
  private var slot = SessionSlot(StoatClient())

  var attempt: UInt32 { slot.attempt }
  var connection: ConnectionPhase { slot.connection }
  var isCalling: Bool { slot.isCalling }
  var hasPromisingTimer: Bool { slot.hasPromisingTimer }
  var hasKeepalive: Bool { slot.hasKeepalive }

  func open() -> UInt32 { slot.open() }
  func assumeOpen() { slot.assumeOpen() }
  func close() { slot.close() }
  func arm(_ timer: StoatTimer) -> UInt32 { slot.arm(timer) }
  func disarm(_ timer: StoatTimer) { slot.disarm(timer) }
  func isArmed(_ timer: StoatTimer) -> Bool { slot.isArmed(timer) }
  func beginCall() -> UInt8 { slot.begin(.unreads) }
  func concerns(_ attempt: UInt32) -> Bool { slot.concerns(attempt) }

  func acceptsOpened(attempt: UInt32) -> Bool { slot.acceptsOpened(attempt: attempt) }
  func acceptsMessage(attempt: UInt32) -> Bool { slot.acceptsMessage(attempt: attempt) }
  func acceptsClosed(attempt: UInt32) -> Bool { slot.acceptsClosed(attempt: attempt) }
  func acceptsAnswer(stamp: UInt8) -> Bool { slot.acceptsAnswer(.unreads, stamp: stamp) }
  func acceptsFiring(_ timer: StoatTimer, stamp: UInt32) -> Bool {
    slot.acceptsFiring(timer, stamp: stamp)
  }
}

@Suite("A session slot delivers what concerns the session")
struct SessionSlotTests {
  private let slot = SharedSlot()

  @Test("events of an earlier connection die")
  func staleConnection() {
    let first = slot.open()
    slot.close()
    let second = slot.open()
    #expect(second == first + 1)
    #expect(!slot.acceptsOpened(attempt: first))
    #expect(!slot.acceptsClosed(attempt: first))
    #expect(slot.acceptsOpened(attempt: second))
    #expect(!slot.acceptsMessage(attempt: first))
    #expect(slot.acceptsMessage(attempt: second))
    #expect(slot.connection == .open)
  }

  @Test("a connection opens once and ends once")
  func once() {
    let attempt = slot.open()
    #expect(!slot.acceptsMessage(attempt: attempt), "no message before it opens")
    let opened = [slot.acceptsOpened(attempt: attempt), slot.acceptsOpened(attempt: attempt)]
    #expect(opened == [true, false])
    let closed = [slot.acceptsClosed(attempt: attempt), slot.acceptsClosed(attempt: attempt)]
    #expect(closed == [true, false])
    #expect(!slot.acceptsMessage(attempt: attempt))
    #expect(!slot.acceptsOpened(attempt: attempt))
  }

  @Test("an attempt that was given up neither opens nor ends")
  func givenUp() {
    let attempt = slot.open()
    slot.close()
    #expect(!slot.acceptsOpened(attempt: attempt))
    #expect(!slot.acceptsClosed(attempt: attempt))
    #expect(slot.connection == .none)
  }

  @Test("a connection is known by the low 20 bits of its number")
  func lowBits() {
    let attempt = slot.open()
    #expect(slot.concerns(attempt | 0xABC0_0000))
    #expect(!slot.concerns(attempt ^ 1))
    #expect(!slot.concerns(attempt ^ 0x8_0000))
  }

  @Test("a session that was up before the run has an open connection, number 0")
  func assumedOpen() {
    slot.assumeOpen()
    #expect(slot.connection == .open && slot.attempt == 0)
    #expect(slot.acceptsMessage(attempt: 0))
    #expect(slot.acceptsClosed(attempt: 0))
    #expect(slot.open() == 1)
  }

  @Test("a timer fires once, and not after a disarm or a new arming")
  func staleTimers() {
    let first = slot.arm(.heartbeat)
    let second = slot.arm(.heartbeat)
    #expect(!slot.acceptsFiring(.heartbeat, stamp: first))
    #expect(slot.isArmed(.heartbeat), "a stale event leaves the timer running")
    let fired = [
      slot.acceptsFiring(.heartbeat, stamp: second), slot.acceptsFiring(.heartbeat, stamp: second),
    ]
    #expect(fired == [true, false])
    #expect(!slot.isArmed(.heartbeat))
    let third = slot.arm(.heartbeat)
    slot.disarm(.heartbeat)
    #expect(!slot.acceptsFiring(.heartbeat, stamp: third))
    #expect(!slot.acceptsFiring(.pong, stamp: third))
  }

  @Test("timers do not disturb one another", arguments: StoatTimer.allCases)
  func independentTimers(timer: StoatTimer) {
    let stamps = StoatTimer.allCases.map { ($0, slot.arm($0)) }
    slot.disarm(timer)
    for (other, stamp) in stamps {
      #expect(slot.isArmed(other) == (other != timer))
      #expect(slot.acceptsFiring(other, stamp: stamp) == (other != timer))
    }
  }

  @Test("closing takes the connection's timers and leaves the retry timer")
  func closeTakesTimers() {
    for ending in 0..<2 {
      let slot = SharedSlot()
      let attempt = slot.open()
      let stamps = StoatTimer.allCases.map { ($0, slot.arm($0)) }
      if ending == 0 {
        slot.close()
      } else {
        #expect(slot.acceptsClosed(attempt: attempt))
      }
      for (timer, stamp) in stamps {
        #expect(slot.isArmed(timer) == (timer == .retry), "\(timer)")
        #expect(slot.acceptsFiring(timer, stamp: stamp) == (timer == .retry), "\(timer)")
      }
    }
  }

  @Test("a superseded call dies, and an answer comes once")
  func calls() {
    #expect(!slot.isCalling)
    let first = slot.beginCall()
    let second = slot.beginCall()
    #expect(first != second)
    #expect(!slot.acceptsAnswer(stamp: first))
    #expect(slot.isCalling, "a stale answer leaves the call out")
    let answers = [slot.acceptsAnswer(stamp: second), slot.acceptsAnswer(stamp: second)]
    #expect(answers == [true, false])
    #expect(!slot.isCalling)
    let third = slot.beginCall()
    #expect(!slot.acceptsAnswer(stamp: second) && !slot.acceptsAnswer(stamp: first))
    #expect(slot.acceptsAnswer(stamp: third))
  }

  @Test("a hundred calls have a hundred stamps")
  func callStamps() {
    let stamps = (0..<100).map { number in
      let stamp = slot.beginCall()
      if number.isMultiple(of: 3) { _ = slot.acceptsAnswer(stamp: stamp) }
      return stamp
    }
    #expect(Set(stamps).count == 100)
  }

  @Test("a call outlives the connection: it has one of its own")
  func callOutlivesConnection() {
    _ = slot.open()
    let stamp = slot.beginCall()
    slot.close()
    #expect(slot.acceptsAnswer(stamp: stamp))
  }

  @Test("a heartbeat promises nothing, every other timer does", arguments: StoatTimer.allCases)
  func promisingTimers(timer: StoatTimer) {
    #expect(!slot.hasPromisingTimer && !slot.hasKeepalive)
    _ = slot.arm(timer)
    #expect(slot.hasPromisingTimer == (timer != .heartbeat))
    #expect(slot.hasKeepalive == (timer == .heartbeat))
  }
}

@Suite("Timer stamps")
struct TimerStampsTests {
  @Test("wrap modulo 2^20 and tell any two armings apart until then")
  func wrap() {
    var stamps = TimerStamps()
    let turns = 1 << 20
    var seen = [Bool](repeating: false, count: turns)
    for _ in 0..<turns {
      let stamp = Int(stamps.arm(2))
      guard stamp < turns, !seen[stamp] else {
        Issue.record("stamp \(stamp) twice, or too large")
        return
      }
      seen[stamp] = true
    }
    let last = stamps.arm(2)
    #expect(seen[Int(last)], "after 2^20 armings the stamps begin again")
    #expect(stamps.isCurrent(2, stamp: last) && stamps.isArmed(2))
    #expect(!stamps.isCurrent(2, stamp: (last &- 1) & 0xF_FFFF))
    #expect(!stamps.isArmed(1) && !stamps.isArmed(3), "a wrap stays in its own timer")
  }

  @Test("keep counting over a disarm, so the next arming is not the last one's")
  func disarm() {
    var stamps = TimerStamps()
    let first = stamps.arm(0)
    stamps.disarm(0)
    #expect(!stamps.isArmed(0) && !stamps.isCurrent(0, stamp: first))
    let second = stamps.arm(0)
    #expect(second != first)
    #expect(stamps.isCurrent(0, stamp: second))
  }

  @Test("begin disarmed, and compare by what they hold")
  func equality() {
    var a = TimerStamps()
    let b = TimerStamps()
    #expect((0..<TimerStamps.capacity).allSatisfy { !a.isArmed($0) })
    #expect(a == b && a.hashValue == b.hashValue)
    _ = a.arm(5)
    #expect(a != b)
  }
}

@Suite("The layout of a session")
struct LayoutTests {
  @Test("fits a client and its slot into 62 bytes")
  func sizes() {
    #expect(MemoryLayout<SessionSlot<StoatClient>>.size <= 62)
    #expect(MemoryLayout<BackoffState>.size <= 28)
    #expect(MemoryLayout<Event<StoatClient>>.size <= 5)
    #expect(MemoryLayout<Action<StoatClient>>.size <= 24)
  }

  @Test("is bits and nothing else: copying the bytes copies the session")
  func bitwise() throws {
    func copy<Value: BitwiseCopyable>(_ value: Value) -> Value {
      withUnsafeBytes(of: value) { $0.loadUnaligned(as: Value.self) }
    }
    var bench = try Bench.connected(.spec)
    bench.play("closed reset | DISCONNECTED, arm retry 1")
    let twin = copy(bench.slot)
    #expect(twin.machine.state == .disconnected && twin.isArmed(.retry))
    #expect(bytes(of: twin.machine) == bytes(of: copy(bench.slot.machine)))
    _ = copy(Event<StoatClient>.opened)
    _ = copy(Action<StoatClient>.open)
    _ = copy(bench.turn)
  }

  @Test("has no more timers than a slot holds, and numbers its words from 0")
  func vocabulary() {
    #expect(StoatTimer.allCases.count <= TimerStamps.capacity)
    func isNumbered<Word: Code>(_ type: Word.Type) -> Bool {
      zip(type.allCases, 0...).allSatisfy { $0.rawValue == UInt8($1) }
    }
    #expect(isNumbered(StoatTimer.self) && isNumbered(StoatMessage.self))
    #expect(isNumbered(StoatCall.self) && isNumbered(StoatStimulus.self))
    #expect(isNumbered(StoatMilestone.self))
    for state in StoatState.allCases {
      #expect("\(StoatMilestone(rawValue: state.rawValue)!)" == "\(state)")
    }
  }

  @Test("keeps at most 8 actions, in order, and forgets them at the next turn")
  func turn() {
    let random = RandomStream(scripted: 0)
    var turn = Turn<StoatClient>(random: random, perClient: random)
    for second in 1...8 { turn.emit(.arm(.call, after: .seconds(Int64(second)))) }
    #expect((0..<turn.count).map { text(turn[$0]) } == (1...8).map { "arm call \($0)" })
    turn.begin(at: .seconds(3), isDeviceOnline: false)
    #expect(turn.count == 0 && turn.now == .seconds(3) && !turn.isDeviceOnline)
  }
}
