import Testing

@testable import Sessions

@Suite("The layout of a priming session")
struct PrimerLayoutTests {
  private func isBitwiseCopyable<Value>(_: Value.Type) -> Bool { false }
  private func isBitwiseCopyable<Value: BitwiseCopyable>(_: Value.Type) -> Bool { true }

  @Test("is plain bytes: 80 of the session, of these 70 of the lifecycle")
  func sizes() {
    #expect(isBitwiseCopyable(SessionPrimer.self) && isBitwiseCopyable(PrimerLifecycle.self))
    #expect(MemoryLayout<EntitySet>.size == 16)
    #expect(MemoryLayout<PrimerLifecycle>.size == 70)
    #expect(MemoryLayout<SessionPrimer>.size == 80)
    #expect(MemoryLayout<SessionSlot<SessionPrimer>>.size == 120)
  }

  @Test("keeps within what a driver has room for")
  func vocabulary() {
    #expect(PrimerTimer.allCases.count <= TimerStamps.capacity)
    #expect(PrimerCall.allCases.count <= 8 && PrimerMessage.allCases.count <= 11)
    for state in PrimerState.allCases {
      #expect("\(PrimerMilestone(entering: state))" == "\(state)")
    }
    #expect(PrimerMilestone.allCases.last == .unhandled)
    #expect(SessionPrimer().connectionTimers == [] && SessionPrimer().keepaliveTimers == [])
  }

  @Test("numbers its codes from 0 in protocol order")
  func codes() {
    #expect(PrimerStimulus.allCases.map(\.rawValue) == Array(0..<4))
    #expect(PrimerTimer.allCases.map(\.rawValue) == Array(0..<4))
    #expect(PrimerCall.allCases.map(\.rawValue) == Array(0..<2))
    #expect(PrimerMilestone.allCases.map(\.rawValue) == Array(0..<18))
  }

  @Test("names every effect once")
  func effects() {
    let all = PrimerEffects.named.reduce(into: PrimerEffects()) { $0.formUnion($1.effect) }
    #expect(all.rawValue == 1 << 13 - 1)
    #expect(Set(PrimerEffects.named.map(\.name)).count == 13)
    #expect(PrimerEffects([.request, .armWait]).names == ["armWait", "request"])
  }
}

@Suite("A set of entities")
struct EntitySetTests {
  @Test("does what a set does, for each of the 128")
  func against() {
    var set = EntitySet()
    var plain: Set<Int> = []
    var random = RandomSource(seed: 5).stream(owner: 0, .behaviour, attempt: 0)
    for _ in 1...5_000 {
      let entity = Int(random.next() * 128)
      if random.next() < 0.5 {
        set.insert(entity)
        plain.insert(entity)
      } else {
        set.remove(entity)
        plain.remove(entity)
      }
      #expect(set.contains(entity) == plain.contains(entity))
      #expect(set.count == plain.count && set.isEmpty == plain.isEmpty)
    }
    #expect((0..<128).filter(set.contains) == plain.sorted())
    set.removeAll()
    #expect(set.isEmpty && set == EntitySet())
  }

  @Test("holds its bounds")
  func bounds() {
    #expect(EntitySet.all.count == 128)
    for entity in [0, 63, 64, 127] {
      var set = EntitySet()
      set.insert(entity)
      #expect((0..<128).filter(set.contains) == [entity])
      set = .all
      set.remove(entity)
      #expect(set.count == 127 && !set.contains(entity))
    }
  }

  @Test("traps on an entity that does not exist")
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = EntitySet().contains(128) }
    await #expect(processExitsWith: .failure) { _ = EntitySet().contains(-1) }
  }
}
